"""Whitespace that users do not see, including characters that CANN does not remove."""

from __future__ import annotations

from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source

PADDING = C_BLANKS + "\u00a0\u3000\u200b" + BYTE_ORDER_MARK
"""ASCII whitespace, no-break, full-width and zero-width spaces, and the byte order mark."""


def without_padding(source: Source, span: Span) -> Span:
    """Return the span without such whitespace at its ends."""
    return trimmed(source.text, span.start, span.end, PADDING)
