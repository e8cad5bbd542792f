"""A part of a script that cannot be parsed: nothing is known of the jobs in it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Span

PYTHON_2, SYNTAX, UNCLOSED_QUOTE, NO_SHELL = "python 2", "syntax", "unclosed quote", "no shell"
"""Why a script is not parsed: it is for Python 2, no valid Python, or it has a quote that is not
closed; or so many errors that a part of it is no shell script."""


class Unparsed:
    """Where a script stops to be readable; `reason` is one of the above."""

    __slots__ = ("reason", "span")

    def __init__(self, span: Span, reason: str) -> None:
        self.span = span
        self.reason = reason
