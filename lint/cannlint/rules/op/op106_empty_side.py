"""Entry without an operator or without a mode: CANN ignores the line.

An entry needs an operator before `=` and a mode after it. Write both, or remove the line.

## Example

```op_precision
Gelu=
=high_precision
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN ignores the line and writes a warning only to its log. The line does not count as an entry for
`Gelu`: a later line takes effect.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.op_precision.lines import IniLine
from cannlint.formats.op_precision.reading import EMPTY_SIDE, Fate, OpPrecision
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Severity

RULE = Rule(
    "OP106",
    "empty-side",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(EMPTY_SIDE,),
)


@RULE.check
def empty_side(reading: OpPrecision) -> Findings:
    """Report every entry with nothing before or nothing after its `=`."""
    for record in reading.parts_with(EMPTY_SIDE):
        line = record.line
        if not line.comment_mark and not line.is_header_like:
            is_kept = record.fate in (Fate.KEPT, Fate.SHADOWED)
            yield _finding(line, is_kept, named=bool(line.name) and not line.has_only_marks)


def _finding(line: IniLine, is_kept: bool, named: bool) -> Diagnostic:
    if is_kept:
        message = "only a byte order mark is before `=`; CANN reads an entry for `{name}`"
        help = "write an operator before `=`, or remove the line"
    elif named:
        message = "`{name}` has no mode; CANN ignores the line"
        help = "write a mode after `=`, or remove the line"
    elif line.mode:
        message = "the mode `{mode}` has no operator; CANN ignores the line"
        help = "write an operator before `=`, or remove the line"
    else:
        message = "there is nothing before and after `=`; CANN ignores the line"
        help = "remove the line"
    return RULE.at(
        line.visible,
        message,
        label="nothing after `=`" if named else "nothing before `=`",
        help=help,
        note="nothing has this name, and CANN gives no message"
        if is_kept
        else "the line has no effect, and the only message is a warning in CANN's log",
        name=line.name,
        mode=line.mode,
    )
