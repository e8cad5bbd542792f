"""Duplicate entry: CANN uses only the first valid one.

CANN ignores a second entry for the same operator in a section. Operator types and node names are
separate: `Gelu` below `[ByOpType]` and `Gelu` below `[ByNodeName]` are not duplicates. An entry
that CANN ignores, for example because of an unknown mode, does not count as the first one.

## Example

```op_precision
Gelu=high_precision
Gelu=high_performance
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN keeps the first valid entry. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.reading.op_precision import DUPLICATE_ENTRY, OpPrecision
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete_line

RULE = Rule(
    "OP105",
    "duplicate-entry",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(DUPLICATE_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def duplicate_entry(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Report every entry whose operator already has a mode."""
    for record in reading.parts_with(DUPLICATE_ENTRY):
        line, first = record.line, record.first
        if line.comment_mark or line.is_header_like or line.key is None:
            continue
        if first is not None and first.line.key is not None:
            yield (
                RULE.at(
                    line.key,
                    "duplicate entry for `{name}`; CANN keeps the first valid one",
                    label="ignored",
                    help="remove this line, or change the first one",
                    note="CANN ignores the line without a message",
                    name=line.name,
                )
                .also(first.line.key, "CANN uses this entry")
                .mend("remove the line", delete_line(reading.source, line.line))
            )
