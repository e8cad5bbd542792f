"""Unknown section: the previous section continues.

CANN reads the entries below an unknown section header in the previous section. So it may read node
names as operator types, or operator types as node names. The only sections are `[ByOpType]` and
`[ByNodeName]`, in exactly this spelling and with nothing else on the line. The file starts in
`[ByOpType]`.

## Example

```op_precision
Gelu=high_precision

[ByOpName]
layer1/Gelu=high_performance
```

## Write instead

```op_precision
Gelu=high_precision

[ByNodeName]
layer1/Gelu=high_performance
```

## What CANN does

CANN ignores the line without a message. In the example it reads `layer1/Gelu` as an operator type,
which no operator has.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.op_precision.reading import UNKNOWN_SECTION, OpPrecision, Record
from cannlint.rules.api import Diagnostic, Findings, FixKind, Kind, Rule, Severity, Span, replace
from cannlint.rules.op.slips import comment_above, section_meant

RULE = Rule(
    "OP102",
    "unknown-section",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(UNKNOWN_SECTION,),
    fix=FixKind.UNSAFE,
)

_TYPES_GO_ON = "CANN gives no message, and reads the keys below as operator types"
_NAMES_GO_ON = "CANN gives no message, and reads the keys below as node names"


@RULE.check
def unknown_section(reading: OpPrecision) -> Findings:
    """Report every line that looks like a section header but is not one."""
    for record in reading.parts_with(UNKNOWN_SECTION):
        line = record.line
        meant, rest = section_meant(line.bare)
        finding = RULE.at(
            line.visible,
            _message(record),
            label="did you mean `{meant}`?" if meant else "not a section",
            help="write `{meant}`, with nothing else on the line"
            if meant
            else "write `[ByOpType]` or `[ByNodeName]`",
            note=_TYPES_GO_ON if record.is_type else _NAMES_GO_ON,
            written=line.bare,
            meant=meant,
        )
        yield _with_fix(finding, reading, record, meant, rest) if meant else finding


def _message(record: Record) -> str:
    if record.line.key is not None:
        return "`{written}` contains `=`; CANN reads an entry, not a section"
    if record.is_type:
        return "unknown section `{written}`; the section of operator types continues"
    return "unknown section `{written}`; the section of node names continues"


def _with_fix(
    finding: Diagnostic, reading: OpPrecision, record: Record, meant: str, rest: str
) -> Diagnostic:
    """Return the finding, with a fix when the fix loses no text."""
    line = record.line
    comment = rest.lstrip("#;/ \t")
    if rest and not rest.startswith(("#", ";", "//")):
        return finding
    above = comment_above(reading.source, line, comment).text
    edit = replace(Span(line.start, line.visible.end), above + meant)
    return finding.with_fix("write `{meant}`", edit, safe=False)
