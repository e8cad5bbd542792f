"""Blanks that a person does not see, wider than the ones that CANN removes."""

from __future__ import annotations

from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source

PADDING = C_BLANKS + "\u00a0\u3000\u200b" + BYTE_ORDER_MARK
"""C's blanks, the no-break, the full-width and the zero-width one, and the byte order mark."""


def without_padding(source: Source, span: Span) -> Span:
    """The span without such blanks at either side."""
    return trimmed(source.text, span.start, span.end, PADDING)
