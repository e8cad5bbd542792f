"""Spans of a text, and edits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Span:
    """The characters from `start` up to `end`, as offsets in code points.

    A plain class, because almost every token has a span: a frozen dataclass takes 10 ms to import
    and four times as long to create.
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
"""Bits of an offset: two offsets in one integer take a third of the memory of a Span."""


class Placed:
    """Something from `start` up to `end` of a text; small, because there may be 100,000."""

    __slots__ = ("_place",)

    def __init__(self, start: int, end: int) -> None:
        self._place = start << BITS | end

    @property
    def start(self) -> int:
        """The offset of its first character."""
        return self._place >> BITS

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self._place & ~(-1 << BITS)

    @property
    def span(self) -> Span:
        """Its span."""
        return Span(self.start, self.end)


class Line(Placed):
    """A line of a text without its line feed; `number` starts at 1."""

    __slots__ = ("number",)

    def __init__(self, line: tuple[int, int, int]) -> None:
        self.number, start, end = line
        self._place = start << BITS | end

    @property
    def line(self) -> Span:
        """Its span."""
        return self.span


class Edit:
    """Replaces a span by `text`; an empty span inserts."""

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
    """The span [start, end) without `blanks` at both ends; empty at `end` if all are blank."""
    while start < end and text[start] in blanks:
        start += 1
    while end > start and text[end - 1] in blanks:
        end -= 1
    return Span(start, end)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text. Only deletions may overlap."""
    parts, last, deleted = [], 0, False
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        if edit.span.start < last and not (deleted and not edit.text):
            raise ValueError(f"edits overlap at offset {edit.span.start}")
        parts += [text[last : edit.span.start], edit.text]
        last, deleted = max(last, edit.span.end), not edit.text
    return "".join([*parts, text[last:]])
