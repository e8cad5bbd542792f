"""A line of the text format has no colon, and CANN refuses the whole file.

Each line must be `Name:on` or `Name:off`, with an ASCII colon. CANN skips an empty line only if it
contains nothing but a line feed. A line of whitespace is not empty, and neither is a line with the
carriage return of a Windows line ending: CANN reads both as lines without a colon.

The format has no comments, no sections and no placeholders such as the `....` in the manual's
sample.

## Example

```fusion_switch
SoftmaxFusionPass=off
# convolutions
ConvConcatFusionPass:off
....
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN stops with E20003 and "This line ... does not have the delimiter :".

Source: manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.facts import BAD_SWITCH, DUPLICATE_ENTRY, NO_COLON
from cannlint.formats.fusion_switch.lines import Fate, Record
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete_line,
    replace,
)
from cannlint.rules.fs.text_form import may_lose_remarks

RULE = Rule(
    "FS007",
    "bad-text-line",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(NO_COLON, BAD_SWITCH, DUPLICATE_ENTRY),
    fix=FixKind.SAFE,
    cann="E20003",
)

_NOTE = "CANN stops with E20003, `This line ... does not have the delimiter :`"


@RULE.check
def bad_text_line(reading: FusionSwitch) -> Findings:
    """Report every line without a colon and every comment that CANN refuses."""
    removable: bool | None = None
    refused = (NO_COLON, BAD_SWITCH, DUPLICATE_ENTRY)
    records = [record for fact in refused for record in reading.parts_with(fact)]
    for record in sorted(records, key=lambda record: record.line.start):
        if record.line.is_remark:
            if removable is None:
                removable = may_lose_remarks(reading)
            yield _remark(reading, record, removable)
        elif record.fate is Fate.NO_COLON:
            yield _without_colon(reading, record)


def _remark(reading: FusionSwitch, record: Record, removable: bool) -> Diagnostic:
    text = reading.source.slice(record.line.line)
    finding = RULE.at(
        record.line.line if record.line.is_blank else record.line.stripped,
        _message(text, record),
        label="CANN stops reading here",
        help="remove the line",
        note=_NOTE if record.fate is Fate.NO_COLON else _AS_ENTRY,
    )
    if removable:
        finding.with_fix("remove the line", delete_line(reading.source, record.line.line))
    return finding


_AS_ENTRY = "CANN stops with E20003, because it reads the comment as a pass and its switch"


def _message(text: str, record: Record) -> str:
    if record.line.is_comment:
        return "a comment makes CANN refuse the whole file"
    if text.startswith(BYTE_ORDER_MARK):
        return "a byte order mark on a line of its own makes CANN refuse the whole file"
    if text == "\r":
        return "an empty line with a carriage return makes CANN refuse the whole file"
    return "a line of whitespace makes CANN refuse the whole file"


def _without_colon(reading: FusionSwitch, record: Record) -> Diagnostic:
    span = record.line.stripped
    text = reading.source.slice(span)
    full_width = text.find("\uff1a")
    if record.line.wrong_sign is not None:
        place = record.line.wrong_sign
    elif full_width >= 0:
        place = Span(span.start + full_width, span.start + full_width + 1)
    else:
        return RULE.at(
            span,
            "`{text}` has no `:`; CANN refuses the whole file",
            label="no `:` in this line",
            help=_help(text),
            note=_NOTE,
            text=text,
        )
    return RULE.at(
        place,
        "this colon is full-width and not the ASCII `:`; CANN refuses the whole file"
        if full_width >= 0
        else "`{text}` has no `:` between the pass and its switch; CANN refuses the whole file",
        label="not an ASCII colon" if full_width >= 0 else "expected `:`",
        help="write `:`",
        note=_NOTE,
        text=text,
    ).with_fix("write `:`", replace(place, ":"), safe=False)


def _help(text: str) -> str:
    if text.startswith("[") and text.endswith("]"):
        return (
            "remove the line; the text format has no groups, and each line applies to both groups"
        )
    if not text.strip(".\u2026\u3002 "):
        return "remove the line; in the manual's sample it only means that more lines follow"
    return "write `Name:on` or `Name:off`, or remove the line"
