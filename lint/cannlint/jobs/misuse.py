"""Calls of a script that Python refuses, whatever the values of the options."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Span


class Misuse:
    """A call with too many arguments (more than `most`), or without the `missing` ones."""

    __slots__ = ("call", "missing", "most", "span")

    def __init__(self, span: Span, call: str, missing: tuple[str, ...], most: int) -> None:
        self.span = span
        self.call = call
        self.missing = missing
        self.most = most
