"""The subjects of the rules about suppressions: codes that suppress nothing or do not exist."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(eq=False, slots=True)
class UnknownCode:
    """A code that no rule has, or "" if none is written; `meant` is the most similar code."""

    written: str
    span: Span
    meant: str | None
