"""Places in a text and changes to it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Span:
    """The characters from `start` up to `end`, as offsets in code points.

    A plain class: one stands for nearly every token, and a frozen dataclass costs 10 ms of
    imports at every start and four times as much for each object.
    """

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and (self.start, self.end) == (other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def __repr__(self) -> str:
        return f"Span({self.start}, {self.end})"


BITS = 30
"""Of an offset: two of them make one small integer, which takes a third of a Span."""


class Placed:
    """What stands at `start` up to `end` of a text: there may be a hundred thousand of them."""

    __slots__ = ("_place",)

    def __init__(self, start: int, end: int) -> None:
        self._place = start << BITS | end

    @property
    def start(self) -> int:
        """Where it begins."""
        return self._place >> BITS

    @property
    def end(self) -> int:
        """Where it ends."""
        return self._place & ~(-1 << BITS)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


class Line(Placed):
    """A line of a text without its line feed; `number` counts from 1."""

    __slots__ = ("number",)

    def __init__(self, line: tuple[int, int, int]) -> None:
        self.number, start, end = line
        self._place = start << BITS | end

    @property
    def line(self) -> Span:
        """Where it stands."""
        return self.span

    def move(self, lines: int, characters: int) -> None:
        """Put it so many lines and characters further on."""
        self.number += lines
        self._place += characters << BITS
        self._place += characters

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        said = (getattr(self, name) for name in self.__slots__)
        return self.number, self.start, self.end, *said


class Edit:
    """Replace the characters of `span` by `text`; an empty span inserts."""

    __slots__ = ("span", "text")

    def __init__(self, span: Span, text: str) -> None:
        self.span = span
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and (self.span, self.text) == (other.span, other.text)

    def __hash__(self) -> int:
        return hash((self.span, self.text))

    def __repr__(self) -> str:
        return f"Edit({self.span!r}, {self.text!r})"


def trimmed(text: str, start: int, end: int, blanks: str) -> Span:
    """The span [start, end) without `blanks` at either side; empty at its end if all blank."""
    while start < end and text[start] in blanks:
        start += 1
    while end > start and text[end - 1] in blanks:
        end -= 1
    return Span(start, end)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; of deletions, also those that do."""
    parts, last, deleted = [], 0, False
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.start < last and not (deleted and not edit.text):
            raise ValueError(f"edits overlap at offset {edit.span.start}")
        parts += [text[last : edit.span.start], edit.text]
        last, deleted = max(last, edit.span.end), not edit.text
    return "".join([*parts, text[last:]])
