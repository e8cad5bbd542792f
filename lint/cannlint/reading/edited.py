"""A file of lines that is read again after each edit: only the lines that are new are."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Generic, TypeVar

from cannlint.facts import MOST, Fact
from cannlint.reading.base import Reading
from cannlint.text.changed_lines import ChangedLines, lines_in
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.text.source import Source

    Key = tuple[bool, str]
    """Whether an entry is for a type, and its name."""

    Firsts = tuple[dict[str, Any], dict[str, Any]]
    """The first line of each key: by the name of a node, and by that of a type."""

    Line = tuple[int, int, int]
    """Number, start and end, as `Source.lines` has them."""

R = TypeVar("R", bound=Reading)


class EditedFile(Generic[R]):
    """Reads one file again and again; the result is that of `read` of its kind.

    The lines that stay are moved, not read: the reading from before is not to be used any more.
    For each kind of file there is a class that says what a line of it is (edited_kinds.py).
    """

    __slots__ = ("_firsts", "_looked_up", "_reading")

    def __init__(self) -> None:
        self._looked_up: dict[object, dict[Any, Any]] = {}
        self._reading: R | None = None
        self._firsts: Firsts = ({}, {})

    def read(self, source: Source) -> R:
        """CANN's reading of the file as it is now."""
        before, self._reading = self._reading, None  # nothing is moved twice, come what may
        now = self._changed(before, source) if before is not None else None
        if now is None:
            self._firsts, self._looked_up = ({}, {}), {}
            now = self.read_all(source, self._firsts)
        now.looked_up = self._looked_up
        self._reading = now if self.is_whole(now) else None
        return now

    def _changed(self, before: R, source: Source) -> R | None:
        """The reading with other lines in their place; None where all have to be read.

        That is where one of them is the first of several with one key, or others depend on it.
        """
        records, text = self.records_of(before), before.source.text
        change = ChangedLines(text, source.text)
        at = bisect_left(records, change.start, key=self.start_of)
        end = bisect_left(records, change.before_end, lo=at, key=self.start_of)
        number = lines_in(text, 0, change.start) + 1
        lines = [*source.lines(change.start, change.after_end, number)]
        gone, after = records[at:end], records[end:]
        new = self.read_some(source, lines, records[:at][-1:], gone) if len(lines) < MOST else None
        if new is None or not (self._forget(gone, before) and self._take(new, number)):
            return None
        moved = (
            len(lines) - lines_in(text, change.start, change.before_end),
            len(source.text) - len(text),
        )
        if any(moved):
            for record in after:
                self.move(record, *moved)
        reading = self.empty(source)
        self.records_of(reading)[:] = [*records[:at], *new, *after]
        self._carry_facts(before, reading, gone, new)
        self.conclude(reading)
        return reading if self.may_keep(reading) else None

    def _carry_facts(self, before: R, reading: R, gone: Sequence[Any], new: Sequence[Any]) -> None:
        """Record the facts about the lines that stay and those about new ones.

        Those about the file as a whole the reading has already.
        """
        left = set(map(id, gone))
        facts = {
            fact: [record for record in parts if record is not None and id(record) not in left]
            for fact, parts in before.facts.items()
        }
        for record in new:
            for fact in self.facts_of(reading.source.text, record):
                facts.setdefault(fact, []).append(record)
        for fact, parts in facts.items():
            for record in sorted(parts, key=self.start_of):
                reading.note(fact, record)

    def _forget(self, gone: Sequence[Any], before: R) -> bool:
        """Take lines out of the first ones; False where one of them has others after it."""
        repeated = {id(record.first) for record in before.parts_with(Fact.DUPLICATE_ENTRY)}
        for record in gone:
            key = self.key_of(record)
            if key is not None and record.first is None:
                if id(record) in repeated:
                    return False
                del self._firsts[key[0]][key[1]]
            for found in self._looked_up.values():
                found.pop(record, None)
        return True

    def _take(self, new: Sequence[Any], number: int) -> bool:
        """Look for the first line of each key; False where one further down was it so far."""
        own = set(map(id, new))
        for record in new:
            key = self.key_of(record)
            first = self._firsts[key[0]].setdefault(key[1], record) if key is not None else record
            if first is not record:
                if self.line_of(first).number >= number and id(first) not in own:
                    return False
                self.repeat(record, first)
        return True

    def start_of(self, record: Any) -> int:
        """Where the line of a record begins."""
        start: int = self.line_of(record).start
        return start

    def records_of(self, reading: R) -> list[Any]:
        """The lines of a reading."""
        records: list[Any] = reading.records  # type: ignore[attr-defined]
        return records

    def line_of(self, record: Any) -> Any:
        """The syntax of a line, with its `number`, `start` and `end`."""
        return record.line

    def repeat(self, record: Any, first: Any) -> None:
        """Note that a line has the key of an earlier one."""
        record.first = first

    def conclude(self, reading: R) -> None:
        """Tell of the whole file what follows from its lines."""

    def is_whole(self, reading: R) -> bool:
        """Whether every line is there that the reading could have."""
        return self.may_keep(reading)

    def may_keep(self, reading: R) -> bool:
        """Whether there are not so many lines of one fate that some are left out (limits.py)."""
        return sum(map(len, reading.facts.values())) < MOST

    def empty(self, source: Source) -> R:
        """A reading without lines."""
        raise NotImplementedError

    def read_all(self, source: Source, firsts: Firsts) -> R:
        """Read the whole file; `firsts` takes the first line of each key."""
        raise NotImplementedError

    def read_some(
        self, source: Source, lines: Sequence[Line], before: Sequence[Any], gone: Iterable[Any]
    ) -> list[Any] | None:
        """Read new lines; None where lines below depend on them.

        `before` has the line above them, if there is one, `gone` are those they stand in place of.
        """
        raise NotImplementedError

    def key_of(self, record: Any) -> Key | None:
        """What a line is an entry for; None where it is none."""
        raise NotImplementedError

    def facts_of(self, text: str, record: Any) -> Iterable[str]:
        """What is noteworthy about a line."""
        raise NotImplementedError

    def move(self, record: Any, lines: int, characters: int) -> None:
        """Put a line elsewhere."""
        raise NotImplementedError


def moved(span: Span, characters: int) -> Span:
    """A span so many characters further on; a new one, as findings may have the old."""
    return Span(span.start + characters, span.end + characters)
