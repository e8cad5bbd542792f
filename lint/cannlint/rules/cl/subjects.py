"""What the rules about suppressions are about: codes that suppress nothing, or that no rule has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Span


class UnusedCodes:
    """Codes that accept nothing, as written, and their places.

    `removable` is what to take out to be rid of them; nothing where that cannot be told.
    """

    __slots__ = ("codes", "removable", "spans")

    def __init__(self, codes: list[str], spans: list[Span], removable: list[Span]) -> None:
        self.codes = tuple(codes)
        self.spans = spans
        self.removable = removable


class UnknownCode:
    """A code that no rule has, or "" where none is written; `meant` is the nearest there is."""

    __slots__ = ("meant", "span", "written")

    def __init__(self, written: str, span: Span, meant: str | None) -> None:
        self.written = written
        self.span = span
        self.meant = meant
