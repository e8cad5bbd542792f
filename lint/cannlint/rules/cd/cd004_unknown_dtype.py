"""A dtype that CANN does not know: it refuses the whole file.

CANN takes its own names only, in any case: `float16`, `bfloat16`, `float32` (or `float`),
`int8` and so on. The short names of other frameworks, `fp16`, `bf16`, `half`, are refused,
and so is `undefined`. To leave a position open write nothing between the commas.

Whatever stands in a list is taken for a dtype: a remark behind it, a keyword in another case,
a second entry on the same line.

## Example

```customize_dtypes
OpType::MatMulV2:InputDtype:fp16,fp16,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float32
```

## What CANN does

It reports E20003 with the dtype, then stops with E20101 for the file.

Source: resolution.md 1.3 and 3.1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts.dtypes import DTYPES
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, Fault, Record, Refusal
from cannlint.rules.cd.keys import holds_list, keyword_in
from cannlint.rules.cd.spelling import meant_dtypes, misspelt_keywords
from cannlint.rules.rule import FixKind, Rule
from cannlint.syntax.customize_dtypes import OUTPUT_KEYWORD, TYPE_PREFIX
from cannlint.text.edits import delete, replace
from cannlint.text.source import C_BLANKS, Source
from cannlint.text.span import Span, trimmed

RULE = Rule(
    "CD004",
    "unknown-dtype",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    fix=FixKind.UNSAFE,
    cann="E20003",
)

_NOTE = "CANN reports E20003 for the dtype and E20101 for the file, and stops"
_HELP = "write CANN's name (float16, bfloat16, float32, int8, ...), or nothing to leave it open"
_COMMENT = re.compile(r"[ \t]*(?:#|//)")


@RULE.check
def unknown_dtype(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every item of a list that is no dtype."""
    in_comment = -1
    for record, fault in reading.faults(Refusal.UNKNOWN_DTYPE):
        if fault.span.start < in_comment:
            continue
        comment = _COMMENT.search(reading.source.text, fault.span.start, fault.span.end)
        if comment:
            in_comment = record.line.end
            before = Span(fault.span.start, comment.start())
            if reading.source.slice(before).lower() not in (*DTYPES, ""):
                yield _item(reading.source, before)
            yield _comment(reading.source, record, comment.start())
        else:
            yield _leftover(reading.source, record, fault) or _item(reading.source, fault.span)


def _item(source: Source, item: Span) -> Diagnostic:
    """A dtype that is none, with what it may have been meant to be."""
    written = source.slice(item)
    meant = meant_dtypes(written)
    finding = RULE.at(
        item,
        "`{written}` is no dtype of CANN",
        label="did you mean `{meant}`?" if meant else "not a dtype",
        help="write `{meant}`" if meant else _HELP,
        note=_NOTE,
        written=written,
        meant=meant,
    )
    if not meant:
        return finding
    comma = "," if source.text.startswith(OUTPUT_KEYWORD, item.end) else ""
    return finding.mend("write `{meant}`", replace(item, meant + comma), safe=False)


def _comment(source: Source, record: Record, start: int) -> Diagnostic:
    """A remark behind the dtypes, up to the end of the line."""
    span = trimmed(source.text, start, record.line.end, C_BLANKS)
    finding = RULE.at(
        span,
        "CANN takes this comment for a part of the dtypes",
        label="no dtype",
        help="remove it; this format has no comments",
        note=_NOTE,
    )
    if keyword_in(source.slice(span)):
        return finding
    return finding.mend("remove the comment", delete(Span(start, span.end)), safe=False)


def _leftover(source: Source, record: Record, fault: Fault) -> Diagnostic | None:
    """An item that is what CANN leaves of something else."""
    written = source.slice(fault.span)
    if record.entry and holds_list(source, record.entry):
        return RULE.at(
            fault.span,
            "the name holds `{keyword}`, so CANN takes what follows that for dtypes",
            label="no dtype",
            help="a name with a keyword cannot be given; use the operator type, `OpType::...`",
            note=_NOTE,
            keyword=keyword_in(record.entry.name),
        ).also(record.entry.key, "the name as it is written")
    if source.text.startswith(OUTPUT_KEYWORD, fault.span.start - 1):
        return RULE.at(
            fault.span,
            "`InputDtype` has no list, so CANN takes `OutputDtype` for its dtypes",
            label="no dtype",
            help="give `InputDtype` dtypes, or remove it",
            note=_NOTE,
        )
    again = keyword_in(written) or (TYPE_PREFIX if TYPE_PREFIX in written else None)
    if again:
        return RULE.at(
            fault.span,
            "CANN takes the second `{keyword}` of this line for a dtype",
            label="no dtype",
            help="write each entry on a line of its own, and each keyword once",
            note=_NOTE,
            keyword=again,
        )
    return _misspelt_keyword(source, fault)


def _misspelt_keyword(source: Source, fault: Fault) -> Diagnostic | None:
    """A keyword that CANN does not see, and so takes for an item."""
    for span, keyword in misspelt_keywords(source.text, fault.span):
        return RULE.at(
            span,
            "`{found}` is no keyword, so CANN takes it for a dtype",
            label="did you mean `{keyword}`?",
            help="write `{keyword}`, in exactly this case",
            note=_NOTE,
            found=source.slice(span),
            keyword=keyword,
        ).mend("write `{keyword}`", replace(span, keyword), safe=False)
    return None
