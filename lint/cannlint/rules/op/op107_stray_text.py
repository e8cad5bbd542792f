"""Line that is not an entry, a section or a comment: CANN ignores it.

An entry has the form `operator = mode`. CANN does not accept a colon, a space or a full-width `＝`
instead of `=`.

## Example

```op_precision
Gelu: high_precision
```

## Write instead

```op_precision
Gelu = high_precision
```

## What CANN does

CANN ignores the line without a message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.op_precision.reading import STRAY_TEXT, Fate, OpPrecision
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, replace
from cannlint.rules.op.slips import mode_meant

RULE = Rule(
    "OP107",
    "stray-text",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(STRAY_TEXT,),
    fix=FixKind.UNSAFE,
)

_FULL_WIDTH = "＝"


@RULE.check
def stray_text(reading: OpPrecision) -> Findings:
    """Report every line that is not an entry, a section or a comment."""
    names = {record.line.name for record in reading.having(Fate.KEPT)}
    for record in reading.parts_with(STRAY_TEXT):
        line = record.line
        name, mode = line.stray_entry or ("", "")
        meant = mode_meant(mode) if mode else None
        finding = RULE.at(
            line.visible,
            "`{written}` is neither an entry nor a section; CANN ignores the line",
            label="`＝` is not `=`" if _FULL_WIDTH in line.bare else "not an entry",
            help="write `{name}={meant}`"
            if meant
            else "write `operator=mode`, or make it a comment with `#` in column 1",
            note="CANN ignores the line without a message",
            written=line.bare,
            name=name,
            meant=meant,
        )
        if meant and name not in names and "\r" not in line.bare:
            names.add(name)  # CANN would ignore a second entry for the name
            text = f"{name}={meant}"
            finding.with_fix("write `{name}={meant}`", replace(line.visible, text), safe=False)
        yield finding
