"""Unknown dtype: CANN refuses the whole file.

CANN accepts only its own dtype names, in any case: `float16`, `bfloat16`, `float32` (or `float`),
`int8` and so on. It refuses the short names of other frameworks, such as `fp16`, `bf16` and
`half`. It also refuses `undefined`. To leave a position without a dtype, write nothing between the
commas.

CANN reads everything in a list as a dtype. A comment after the list is therefore an unknown dtype.
So is a keyword in the wrong case, a second entry on the same line, or the rest of a full-width
colon after a keyword.

## Example

```customize_dtypes
OpType::MatMulV2:InputDtype:fp16,fp16,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float32
```

## What CANN does

CANN reports E20003 with the unknown dtype. It then reports E20101 for the file and stops.

Source: manual/customize-dtypes.md#lists-of-dtypes, manual/operator-libraries.md#dtype-names
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.cann.dtypes import DTYPES
from cannlint.formats.customize_dtypes.lines import INPUT_KEYWORD, OUTPUT_KEYWORD
from cannlint.formats.customize_dtypes.reading import UNKNOWN_DTYPE, CustomizeDtypes, Record
from cannlint.rules.api import (
    C_BLANKS,
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Source,
    Span,
    delete,
    replace,
    trimmed,
)
from cannlint.rules.cd.names import Leftover, keyword_in, leftover, meant_dtypes

RULE = Rule(
    "CD004",
    "unknown-dtype",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(UNKNOWN_DTYPE,),
    fix=FixKind.UNSAFE,
    cann="E20003",
)

_NOTE = "CANN reports E20003 for the dtype and E20101 for the file, and stops"
_HELP = (
    "write a dtype that CANN knows (float16, bfloat16, float32, int8, ...), or leave the "
    "position empty"
)
_COMMENT = re.compile(r"(?<![ \t])[ \t]*(?:#|//)")


@RULE.check
def unknown_dtype(reading: CustomizeDtypes) -> Findings:
    """Report every item of a list that is not a dtype; the same one in a line once."""
    firsts: dict[tuple[int, object], Diagnostic] = {}
    for line_end, finding in _each(reading):
        written = finding.values.get("written", finding)
        first = firsts.setdefault((line_end, written), finding)
        if first is finding:
            yield finding
            continue
        first.also(finding.span, "the same here")
        if first.fix is not None and finding.fix is not None:
            first.fix.edits += finding.fix.edits


def _each(reading: CustomizeDtypes) -> Iterator[tuple[int, Diagnostic]]:
    """Return what is wrong with each item, with the end of its line."""
    in_comment = -1
    for record, fault in reading.faults(UNKNOWN_DTYPE):
        if fault.span.start < in_comment:
            continue
        span, line = fault.span, record.line
        comment = _COMMENT.search(reading.source.text, span.start, span.end)
        end = comment.start() if comment else span.end
        for finding in _parts(reading.source, record, Span(span.start, end)):
            yield line.end, finding
        if comment:
            in_comment = line.end
            yield line.end, _comment(reading.source, Span(end, line.end))


def _parts(source: Source, record: Record, item: Span) -> Findings:
    """Report what is wrong with an item, without the comment that follows it."""
    left = leftover(source, record, item)
    if left is not None:
        yield _leftover(left)
        return
    start = item.start
    if source.text.endswith((INPUT_KEYWORD, OUTPUT_KEYWORD), 0, start):
        yield _separator(source, Span(start, start + 1))
        start += 1
    dtype = trimmed(source.text, start, item.end, C_BLANKS)
    if source.slice(dtype).lower() not in (*DTYPES, ""):
        yield _item(source, dtype)


def _separator(source: Source, sign: Span) -> Diagnostic:
    """Report a multi-byte character after a keyword."""
    return RULE.at(
        sign,
        "`{sign}` is not `:`; CANN skips one byte of it and reads the rest as a dtype",
        label="more than one byte",
        help="write `:`",
        note=_NOTE,
        sign=source.slice(sign),
    ).with_fix("write `:`", replace(sign, ":"), safe=False)


def _leftover(left: Leftover) -> Diagnostic:
    finding = RULE.at(
        left.span, left.message, label="not a dtype", help=left.help, note=_NOTE, **left.values
    )
    if left.name is not None:
        finding.also(left.name, "the name in this line")
    if left.replacement is not None:
        finding.with_fix("write `{keyword}`", replace(left.span, left.replacement), safe=False)
    return finding


def _item(source: Source, item: Span) -> Diagnostic:
    """Report an unknown dtype, and suggest a known one."""
    written = source.slice(item)
    meant = meant_dtypes(written)
    finding = RULE.at(
        item,
        "unknown dtype `{written}`",
        label="did you mean `{meant}`?" if meant else "not a dtype",
        help="write `{meant}`" if meant else _HELP,
        note=_NOTE,
        written=written,
        meant=meant,
    )
    if not meant:
        return finding
    comma = "," if source.text.startswith(OUTPUT_KEYWORD, item.end) else ""
    return finding.with_fix("write `{meant}`", replace(item, meant + comma), safe=False)


def _comment(source: Source, rest: Span) -> Diagnostic:
    """Report a comment that follows the dtypes."""
    span = trimmed(source.text, rest.start, rest.end, C_BLANKS)
    finding = RULE.at(
        span,
        "CANN reads this comment as part of the dtypes",
        label="not a dtype",
        help="remove it; this format has no comments",
        note=_NOTE,
    )
    if keyword_in(source.slice(span)):
        return finding
    return finding.with_fix("remove the comment", delete(Span(rest.start, span.end)), safe=False)
