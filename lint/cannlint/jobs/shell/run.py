"""What is the same wherever in a text its commands are read."""

from __future__ import annotations

import re
from collections import Counter

from cannlint.jobs.shell.assignments import Changes
from cannlint.jobs.shell.flow import ENDS_ON_ERROR
from cannlint.jobs.shell.steps import steps_for
from cannlint.jobs.shell.values import ALL
from cannlint.jobs.shell.word import NONE, UNKNOWN_PART, part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.jobs.shell.parse import Script
    from cannlint.jobs.shell.statements import Function, Loop
    from cannlint.jobs.shell.values import Values
    from cannlint.jobs.shell.word import Sources, Word

    Within = Callable[[Word, int], Iterator["Command"]]

_WORK, _WORK_OF_RUN = 1_000_000, 2_000
"""Characters that are read again for loops and calls, and for how many each counts at least."""
_SOURCES = (".", "source")
_MOST_ASSIGNED = 1_000
"""Texts of variables that are noted, and names of variables that are not known."""
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)", re.ASCII)
_MOST_VALUES = 32
"""Words of a loop that are followed one by one."""


class Command:
    """The words of one simple command; `end_mark` is what ends it: `;`, a line feed, ...

    `end` is where its own words end: those of a variable stand where it was set. `is_run` is False
    for a text that something else may run, with more words behind it.
    """

    __slots__ = ("end", "end_mark", "is_run", "words")

    def __init__(self, words: list[Word], end_mark: str, end: int, is_run: bool = True) -> None:
        self.words = words
        self.end_mark = end_mark
        self.end = end
        self.is_run = is_run

    def moved(self, by: int) -> Command:
        """The command of a text that begins at an offset of another."""
        return Command([word.moved(by) for word in self.words], self.end_mark, self.end + by)


class SourceCommand:
    """`source FILE`: its path as far as it is known, and the offsets of the command."""

    __slots__ = ("end", "path", "start")

    def __init__(self, path: Word, start: int, end: int) -> None:
        self.path = path
        self.start = start
        self.end = end


class Run:
    """What is the same for all of one text: its functions, and how much may be read again.

    `steps` are those of the whole file.

    `within` reads the commands in the text of a word, so deep in others. `sourced` are the commands
    that read other files.
    """

    def __init__(self, script: Script, is_expanded: bool, within: Within) -> None:
        self.script = script
        self.text = script.text
        self.steps = steps_for(script.text)
        self.is_expanded = is_expanded
        self.within = within
        times = Counter(function.name for function in script.functions)
        self.functions = {one.name: one for one in script.functions if times[one.name] == 1}
        self.changes = Changes(script, is_expanded)
        self.ends_on_error = ENDS_ON_ERROR.search(script.text) is not None
        self.called: set[str] = set()
        self._changed_by: dict[str, dict[str, bool]] = {}
        self.work = _WORK
        self.calls = 0
        self.sourced: list[SourceCommand] = []
        self._assigned: list[Word] = []
        self._unknown: set[str] = set()

    def note_assignment(self, word: Word) -> None:
        """Note a text that may be a command: `NAME="program --option ..."`."""
        if " -" in word.text and "=" in word.text and len(self._assigned) < _MOST_ASSIGNED:
            self._assigned.append(word)

    def note_command(self, words: list[Word], written: str, end: int) -> None:
        """Note a command that reads another file, or has variables that are not known."""
        start, first = words[0].start, words[0].text
        if any(word.text == UNKNOWN_PART for word in words) and len(self._unknown) < _MOST_ASSIGNED:
            self._unknown.update(_VARIABLE.findall(written))
        if first in _SOURCES and len(words) > 1 and self.text.startswith(first, start):
            self.sourced.append(SourceCommand(words[1], start, end))

    def texts_for_others(self) -> Iterator[Word]:
        """The texts in variables that may run as commands in a place that is not followed.

        Something runs a variable of this name whose value is not known, or the script reads another
        file that may do so.
        """
        for word in self._assigned:
            name, _, text = word.text.partition("=")
            if self.sourced or name in self._unknown:
                yield part_of(word, len(name) + 1, len(name) + 1 + len(text))

    def may_run(self, length: int, times: int = 1) -> bool:
        """Whether so many characters may be read again, so many times."""
        self.work -= times * max(length, _WORK_OF_RUN)
        return self.work > 0

    def changed_by(self, function: Function) -> dict[str, bool]:
        """What a function sets; looked for once, as it may be called in many places."""
        found = self._changed_by.get(function.name)
        if found is None:
            found = dict.fromkeys(self.changes.of(function.body), False)
            self._changed_by[function.name] = found
        self.steps.take(len(found))
        return found

    def _changed(self, loop: Loop) -> dict[str, bool]:
        """What is set in a loop, or by functions that are named there."""
        found = self.changes.of([loop])
        if self.functions:
            text = self.text[loop.start : loop.end]
            if any(name in text for name in self.functions):
                for function in self.functions.values():
                    found.update(self.changed_by(function))
        return found

    def enter(self, loop: Loop, values: Values, sources: Sources = NONE) -> None:
        """Know only what is so in every iteration of a loop; the rest may come from its values."""
        for name, adds in self._changed(loop).items():
            if adds:
                values.open_end(name)
            elif name == ALL:
                values.forget_positional()
            own = values.sources.get(name, NONE)
            if not adds:
                values.forget(name)
            values.note_sources(name, own | sources)

    def may_unroll(self, loop: Loop, name: str, values: list[Word]) -> bool:
        """Whether the body is read for each value: where it asks for it, and not too often."""
        body = self.text[slice(*loop.inside)]
        is_used = re.search(rf"\b{re.escape(name)}\b", body) is not None
        few = len(values) <= _MOST_VALUES
        return is_used and few and self.may_run(len(body), len(values))
