"""The parts of a value that is a list, each with its place."""

from __future__ import annotations

from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Setting


def items(setting: Setting, separator: str) -> Iterator[tuple[str, Span]]:
    """The items of a setting's value without blanks, empty ones left out.

    Where the value is not written out in one piece, each has the place of the whole value.
    """
    value, written = setting.value or "", setting.source.slice(setting.value_span)
    at = written.find(value)
    start = setting.value_span.start + at
    for item in value.split(separator):
        span = trimmed(setting.source.text, start, start + len(item), C_BLANKS)
        if item.strip(C_BLANKS):
            yield item.strip(C_BLANKS), span if at >= 0 else setting.value_span
        start += len(item) + len(separator)
