"""The parts of a script, each read by itself, and read again when an edit changes it."""

from __future__ import annotations

from bisect import bisect_left
from importlib import import_module
from itertools import chain, islice

from cannlint.jobs.atc.command_jobs import MOST_JOBS, not_too_many
from cannlint.jobs.model import start_of
from cannlint.jobs.moving import Move
from cannlint.jobs.python.blocks import Block, block_at, blocks_of
from cannlint.jobs.python.imports import merged
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.script import Script
from cannlint.jobs.python.started_jobs import jobs_started
from cannlint.jobs.python.syntax import MOST_WORDS, TooLongError, parsable, parsed
from cannlint.jobs.python.ways import marks_in
from cannlint.jobs.python.whole_script import WholeScript
from cannlint.jobs.python.words import MOST_FOLLOWED
from cannlint.text.changed_lines import ChangedLines
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job
    from cannlint.jobs.python.groups import Group
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.ways import Ways
    from cannlint.text.source import Source

_MOST = 5_000
"""Blocks of a script; one that has more is read as one."""
_MOST_KEPT = 30_000
"""Words of a script whose syntax tree is kept until it is read; the rest is parsed twice."""


class Part:
    """What is read of one group of blocks.

    `pending` are what it sets, `started` the `atc` commands; `jobs` are those of both when it is
    known what the other parts have. `followed` counts the expressions of commands. `is_alone`:
    the jobs consist of what is written in the script and of nothing else.
    """

    __slots__ = ("followed", "group", "is_alone", "jobs", "pending", "started", "tally")

    def __init__(
        self,
        source: Source,
        group: Group,
        imports: Mapping[str, str | None],
        ways: Ways,
        followed: int,
    ) -> None:
        module = Module(Script(source, group), imports)
        module.followed = followed
        self.group = group
        self.pending: list[PendingJob] = []
        for name in ways.front_ends:
            self.pending += import_module(f"cannlint.jobs.python.{name}").pending_jobs(module)
        self.started: Sequence[AtcJob] = jobs_started(module) if ways.starts_atc else ()
        self.tally = module.tally
        self.is_alone = all(job.get("raw_ge_options") is None for job in self.started)
        self.followed = module.followed - followed
        _forget_nodes(block for block in group if not block.only_imports)
        self.jobs: list[Job] = []

    def finish(self, whole: WholeScript) -> None:
        """Make the jobs, in the order they are written."""
        jobs = [job for one in self.pending for job in one.jobs(whole)]
        self.jobs = sorted([*jobs, *self.started], key=start_of)
        self.pending, self.started = [], ()


class Parts:
    """The blocks of a script, and what is read of them. Raises as blocks_of does.

    `is_too_long`: blocks that have to be read together have too many words, and nothing is read.
    """

    __slots__ = (
        "_blocks", "_imports", "_parts", "_source", "_text", "_ways", "_whole", "is_too_long",
    )  # fmt: skip

    def __init__(self, source: Source, ways: Ways) -> None:
        self._ways = ways
        self._source = source
        self._text = parsable(source.text)
        self._blocks = _blocks(self._text)
        self._imports = _imports_of(self._blocks)
        self._parts: list[Part] = []
        groups = ways.groups(self._blocks)
        self.is_too_long = any(map(_is_too_long, groups))
        if self.is_too_long:
            groups = []
        followed = 0
        for group in groups:
            part = Part(source, group, self._imports, ways, followed)
            self._parts.append(part)
            followed += part.followed
        _forget_nodes(self._blocks)
        not_too_many(source, chain.from_iterable(part.started for part in self._parts))
        self._whole = self._found_together()
        for part in self._parts:
            part.finish(self._whole)

    @property
    def jobs(self) -> list[Job]:
        """All jobs, in the order they are written; raises TooLongError."""
        if self.is_too_long:
            raise TooLongError
        found = [job for part in self._parts for job in part.jobs]
        return sorted(found, key=start_of)

    def _found_together(self) -> WholeScript:
        grouped = {id(block) for part in self._parts for block in part.group}
        others = (block for block in self._blocks if id(block) not in grouped)
        facts = (fact for block in others for fact in self._facts_of(block))
        tallies = (part.tally for part in self._parts)
        return WholeScript(facts, tallies, self._ways.names_adapter)

    def _facts_of(self, block: Block) -> frozenset[str]:
        if block.facts is None:
            block.facts = self._ways.facts_of(block.text)
        return block.facts

    def window(self, source: Source) -> Window | None:
        """The blocks around an edit; None where the script is to be read whole.

        Raises SyntaxError as blocks_of does.
        """
        text = parsable(source.text)
        return Window(self._blocks, self._text, text) if self._can_be_cut(text) else None

    def apply(self, window: Window, source: Source) -> bool:
        """Read what an edit changes; the jobs that stay are moved.

        False where the edit may mean something for what it does not change: then the script is to
        be read whole, and this is not to be used any more.
        """
        if not self._replace(window):
            return False
        before, self._source, self._text = self._source, source, window.text
        move = Move(before, source, window.change.before_end, window.by)
        return self._read_groups(move)

    def _can_be_cut(self, text: str) -> bool:
        has_mark = text.startswith(BYTE_ORDER_MARK)
        is_same = has_mark == self._text.startswith(BYTE_ORDER_MARK)
        return (
            is_same and 1 < len(self._blocks) < _MOST and all(part.is_alone for part in self._parts)
        )

    def _replace(self, window: Window) -> bool:
        """Put the new blocks in their place; False where they change what others stand for."""
        blocks = self._blocks
        gone, after = blocks[window.first : window.last], blocks[window.last :]
        if _marks_in(gone) != _marks_in(window.new):
            return False
        if after:
            lines = window.new[-1].line + window.new[-1].lines - after[0].line
            for block in after:
                block.start += window.by
                block.line += lines
        same = {(window.place_of(block), block.text): block for block in gone}
        new = [_placed(same.get((block.start, block.text), block), block) for block in window.new]
        self._blocks = [*blocks[: window.first], *new, *after]
        has_imports = any(block.imports for block in (*gone, *new))
        return not has_imports or _imports_of(self._blocks) == self._imports

    def _read_groups(self, move: Move) -> bool:
        """Read the groups that are not as before."""
        known = {part.group: part for part in self._parts}
        groups = self._ways.groups(self._blocks)
        is_too_long = any(map(_is_too_long, groups))
        if self.is_too_long or is_too_long:
            return self.is_too_long and is_too_long
        kept = [known[group] for group in groups if group in known]
        followed = sum(part.followed for part in kept)
        self._parts, new = kept, []
        for group in groups:
            if group not in known:
                part = Part(move.after, group, self._imports, self._ways, followed)
                followed += part.followed
                new.append(part)
        self._parts = [*kept, *new]
        _forget_nodes(self._blocks)
        if followed >= MOST_FOLLOWED or self._found_together() != self._whole:
            return False
        for part in kept:
            for job in part.jobs:
                move.job(job)
        for part in new:
            part.finish(self._whole)
        return sum(len(part.jobs) for part in self._parts) <= MOST_JOBS


class Window:
    """The blocks around an edit: [first, last) of those before, and `new` ones in their place.

    The text is `by` characters longer. A block ends where the next may begin, so the one in front
    of the edit may go on.
    """

    def __init__(self, blocks: Sequence[Block], before_text: str, text: str) -> None:
        self.text = text
        self.change = change = ChangedLines(before_text, text)
        self.by = change.after_end - change.before_end
        self.first = max(0, block_at(blocks, change.start) - 1)
        self.last = bisect_left(blocks, change.before_end, lo=self.first + 1, key=_start_of_block)
        self.new: list[Block] = []
        before = blocks[self.first]
        end = blocks[self.last].start + self.by if self.last < len(blocks) else len(text)
        for block in blocks_of(text, before.start, before.line, end + 1 - before.start):
            self.new.append(block)
            while self.last < len(blocks) and blocks[self.last].start + self.by < block.end:
                self.last += 1
            if self.last < len(blocks) and blocks[self.last].start + self.by == block.end:
                break

    def place_of(self, block: Block) -> int | None:
        """Where a block from before begins now; None where some of it is in the changed lines."""
        if block.end <= self.change.start:
            return block.start
        return block.start + self.by if block.start >= self.change.before_end else None


def _blocks(text: str) -> list[Block]:
    start = len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0
    found: list[Block] = []
    words = 0
    for block in islice(blocks_of(text, start, 1), _MOST + 1):
        words += block.size
        if words > _MOST_KEPT:
            block.nodes = None  # it is parsed again if it is read at all
        found.append(block)
    if len(found) <= _MOST:
        return found
    return [Block(start, 1, text[start:], parsed(text[start:]).body)]


def _forget_nodes(blocks: Iterable[Block]) -> None:
    """Free the memory that syntax trees take."""
    for block in blocks:
        block.nodes = None


def _marks_in(blocks: Sequence[Block]) -> frozenset[bytes]:
    return marks_in("".join(block.text for block in blocks).encode())


def _is_too_long(group: Group) -> bool:
    return sum(block.size for block in group) > MOST_WORDS


def _imports_of(blocks: Sequence[Block]) -> dict[str, str | None]:
    return merged(one for block in blocks for one in block.imports)


def _placed(block: Block, like: Block) -> Block:
    """A block at the place of another one with the same text."""
    block.start, block.line = like.start, like.line
    return block


def _start_of_block(block: Block) -> int:
    return block.start
