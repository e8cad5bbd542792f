"""The blocks of a script that have to be read together, because they share names or options.

A block that binds a name in the module, or sets `self.name`, goes with all that have that word in
them. Imports go with every group that uses them. What no front end reads is left out.
"""

from __future__ import annotations

import re

from cannlint.jobs.python.environment import WORDS, names_of_options
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import table_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.jobs.python.blocks import Block

    Group = tuple[Block, ...]

_COMMAND = re.compile(
    r"(?:\b|\\[nrt]|py)(?:atc|converter_lite|aoe|omg|msit)(?![A-Za-z_])"
    r"|--?(?:model|singleop|om|modelFile|additional[-_]config)\b",
    re.IGNORECASE,
)


class Marks:
    """What a script has in it where options are set.

    `of_process` are those of a whole process, `of_session` those of one session of TensorFlow 1.
    """

    def __init__(
        self,
        marks: tuple[str, ...],
        of_process: tuple[str, ...],
        of_session: tuple[str, ...],
        runs_programs: bool,
    ) -> None:
        self._marks = marks
        self._of_process = of_process
        self._of_session = of_session
        self._runs_programs = runs_programs

    def are_in(self, text: str) -> bool:
        """Whether a text may set options."""
        if any(mark in text for mark in self._marks):
            return True
        return self._runs_programs and _COMMAND.search(text) is not None

    def sets_for_process(self, text: str) -> bool:
        """Whether a text may set options of the process."""
        return any(mark in text for mark in self._of_process)

    def sets_for_session(self, text: str) -> bool:
        """Whether a text may set options of a session of TensorFlow 1."""
        return any(mark in text for mark in self._of_session)

    def are_in_name(self, full: str) -> bool:
        """Whether the name of an import is one of a way to set options."""
        return any(mark.rstrip("(") in full for mark in self._marks)


def groups_of(blocks: Sequence[Block], marks: Marks) -> list[Group]:
    """The groups that may set options, each with the imports that it uses, in their order."""
    own = [block for block in blocks if not block.only_imports]
    imports = [block for block in blocks if block.only_imports]
    ours = {local for block in blocks for local, full in block.imports if marks.are_in_name(full)}
    setting = [marks.are_in(block.text) or not ours.isdisjoint(block.words) for block in own]
    together = _Sets(len(own))
    _join_by_names(own, together)
    _join_module(own, setting, marks, together)
    _join_environment(own, marks, together)
    wanted = {together.of(at) for at, sets in enumerate(setting) if sets}
    found: dict[int, list[Block]] = {}
    for at, block in enumerate(own):
        if together.of(at) in wanted:
            found.setdefault(together.of(at), []).append(block)
    return [_with_imports(group, imports) for group in found.values()]


def _join_by_names(blocks: Sequence[Block], together: _Sets) -> None:
    """Join the blocks that bind a name with those that have it in them."""
    bound = frozenset().union(*(block.bound for block in blocks))
    first: dict[str, int] = {}
    for at, block in enumerate(blocks):
        for name in block.words & bound:
            together.join(first.setdefault(name, at), at)


def _join_module(
    blocks: Sequence[Block], setting: Sequence[bool], marks: Marks, together: _Sets
) -> None:
    """Join the code of the module itself: it sets options of one process, or ends before it does.

    A function has its own options, wherever it stands.
    """
    leaves = any(block.may_leave for block in blocks)
    of_module = [
        at
        for at, block in enumerate(blocks)
        if not block.is_definition
        and (block.may_leave or (setting[at] and (leaves or marks.sets_for_process(block.text))))
    ]
    together.join_all(of_module)


def _join_environment(blocks: Sequence[Block], marks: Marks, together: _Sets) -> None:
    """Join what sets options of sessions with environment variables and calls that do, too."""
    sessions = [at for at, block in enumerate(blocks) if marks.sets_for_session(block.text)]
    if not sessions:
        return
    functions = table_of(FrontEnd.TF1).functions
    words = {*WORDS, *functions}
    environment = [at for at, block in enumerate(blocks) if not block.words.isdisjoint(words)]
    if not environment:
        return
    names = {*names_of_options(), *functions}
    groups = {together.of(at) for at in environment}
    sets_one = {
        together.of(at)
        for at, block in enumerate(blocks)
        if together.of(at) in groups and not names.isdisjoint(block.words)
    }
    if sets_one:
        together.join_all([*sessions, *sets_one])


def _with_imports(group: Sequence[Block], imports: Sequence[Block]) -> Group:
    needed = [
        one for one in imports if any(not one.bound.isdisjoint(block.words) for block in group)
    ]
    return tuple(sorted([*group, *needed], key=lambda block: block.start))


class _Sets:
    """Numbers that are joined to sets; `of` gives the same number for all of a set."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def of(self, number: int) -> int:
        above = self._above
        while above[number] != number:
            above[number] = above[above[number]]
            number = above[number]
        return number

    def join(self, one: int, other: int) -> None:
        one, other = self.of(one), self.of(other)
        self._above[max(one, other)] = min(one, other)

    def join_all(self, numbers: Iterable[int]) -> None:
        first: int | None = None
        for number in numbers:
            first = number if first is None else first
            self.join(first, number)
