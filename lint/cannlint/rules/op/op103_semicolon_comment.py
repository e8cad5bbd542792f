"""Comment with `;`: CANN reads it as an entry.

Only a line with `#` in column 1 is a comment. CANN reads `;` like any other character, so a
commented-out entry becomes an entry for an operator whose name starts with `;`. CANN ignores other
comments with `;`, and the rule does not report them.

## Example

```op_precision
; Gelu=high_precision
```

## Write instead

```op_precision
# Gelu=high_precision
```

## What CANN does

CANN stores a mode for an operator type (or a node) named `; Gelu`, which matches nothing.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.reading.op_precision import COMMENT_ENTRY, OpPrecision
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.op.comments import comment_out

RULE = Rule(
    "OP103",
    "semicolon-comment",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(COMMENT_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def semicolon_comment(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Report every entry whose key starts with `;`."""
    for record in reading.parts_with(COMMENT_ENTRY):
        if record.line.comment_mark == ";" and record.line.key is not None:
            yield RULE.at(
                record.line.key,
                "`;` does not start a comment; CANN reads an entry for `{name}`, which "
                "matches nothing",
                label="CANN reads a name",
                help="write `#` in column 1",
                note="only a line with `#` in column 1 is a comment",
                name=record.line.name,
            ).mend("make it a comment", comment_out(record.line))
