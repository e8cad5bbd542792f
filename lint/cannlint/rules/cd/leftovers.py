"""Items of a dtype list that are parts of something else, such as a misspelt keyword."""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lines import OUTPUT_KEYWORD, TYPE_PREFIX
from cannlint.formats.customize_dtypes.reading import Record
from cannlint.rules.cd.keys import holds_list, keyword_in
from cannlint.rules.cd.spelling import misspelt_keywords
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Leftover:
    """The place and the texts of a finding. `name` is a related place, `replacement` the fix."""

    def __init__(
        self,
        span: Span,
        message: str,
        help: str,
        name: Span | None = None,
        replacement: str | None = None,
        **values: str,
    ) -> None:
        self.span = span
        self.message = message
        self.help = help
        self.name = name
        self.replacement = replacement
        self.values: dict[str, Any] = values


def leftover(source: Source, record: Record, item: Span) -> Leftover | None:
    """Return what an item is a part of; None when it was meant as a dtype."""
    return (
        _of_name(source, record, item)
        or _of_output_keyword(source, item)
        or _of_second_entry(source, item)
        or _of_misspelt_keyword(source, item)
    )


def _of_name(source: Source, record: Record, item: Span) -> Leftover | None:
    if record.entry is None or not holds_list(source, record.entry):
        return None
    return Leftover(
        item,
        "the name contains `{keyword}`, so CANN reads what follows as dtypes",
        "a name must not contain a keyword; use the operator type, `OpType::...`",
        name=record.entry.key,
        keyword=keyword_in(record.entry.name) or "",
    )


def _of_output_keyword(source: Source, item: Span) -> Leftover | None:
    if not source.text.startswith(OUTPUT_KEYWORD, item.start - 1):
        return None
    return Leftover(
        item,
        "`InputDtype` has no list, so CANN reads `OutputDtype` as its dtypes",
        "write dtypes after `InputDtype:`, or remove it",
    )


def _of_second_entry(source: Source, item: Span) -> Leftover | None:
    written = source.slice(item)
    again = keyword_in(written) or (TYPE_PREFIX if TYPE_PREFIX in written else None)
    if again is None:
        return None
    return Leftover(
        item,
        "CANN reads the second `{keyword}` of this line as a dtype",
        "write each entry on a line of its own, and each keyword once",
        keyword=again,
    )


def _of_misspelt_keyword(source: Source, item: Span) -> Leftover | None:
    for span, keyword in misspelt_keywords(source.text, item):
        return Leftover(
            span,
            "unknown keyword `{found}`; CANN reads it as a dtype",
            "write `{keyword}` (case-sensitive)",
            replacement=keyword,
            found=source.slice(span),
            keyword=keyword,
        )
    return None
