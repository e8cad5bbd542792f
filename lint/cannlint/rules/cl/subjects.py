"""The subjects of the rules about suppressions: codes that suppress nothing or do not exist."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Span


class UnusedCodes:
    """Codes that suppress nothing, as written, and their places.

    `removable` is the text to delete; it is empty if that text is not known.
    """

    __slots__ = ("codes", "removable", "spans")

    def __init__(self, codes: list[str], spans: list[Span], removable: list[Span]) -> None:
        self.codes = tuple(codes)
        self.spans = spans
        self.removable = removable


class UnknownCode:
    """A code that no rule has, or "" if none is written; `meant` is the most similar code."""

    __slots__ = ("meant", "span", "written")

    def __init__(self, written: str, span: Span, meant: str | None) -> None:
        self.written = written
        self.span = span
        self.meant = meant
