"""A line without `=` that is no section and no comment: CANN drops it.

An entry is `operator = mode`. A colon or a blank between the two makes none, nor does a
full-width `＝`.

## Example

```op_precision
Gelu: high_precision
```

## Write instead

```op_precision
Gelu = high_precision
```

## What CANN does

It ignores the line, without a message.

Source: resolution.md 4.2
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.op_precision import Fate, OpPrecision
from cannlint.rules.op.slips import mode_meant
from cannlint.rules.rule import Rule

RULE = Rule("OP107", "stray-text", Severity.WARNING, (Kind.OP_PRECISION, Kind.IMPL_MODE))

_ENTRY = re.compile(r"(.*?[^\s:：＝])[\s:：＝]+([^\s:：＝]+)", re.DOTALL)


@RULE.check
def stray_text(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Every line that CANN has no use for."""
    for record in reading.irregular_having(Fate.STRAY):
        line = record.line
        if line.comment_mark or not line.bare.strip():
            continue
        entry = _ENTRY.fullmatch(line.bare)
        meant = mode_meant(entry[2]) if entry else None
        yield RULE.at(
            line.visible,
            "`{written}` has no `=` and is no section; CANN ignores the line",
            label="no entry",
            help="write `{name} = {meant}`"
            if meant
            else "write `operator = mode`, or make it a comment with `#` in column 1",
            note="CANN ignores the line without a message",
            written=line.bare,
            name=entry[1] if entry else "",
            meant=meant,
        )
