"""Duplicate entry: the second one has no effect.

The first entry already keeps the dtypes of the operator. Remove the second one, or write the
operator that you meant.

## Example

```keep_dtype
layer1/Add
layer2/Add
layer1/Add
```

## Write instead

```keep_dtype
layer1/Add
layer2/Add
```

## What CANN does

CANN marks the same nodes twice, which changes nothing.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.reading.keep_dtype import DUPLICATE_ENTRY, KeepDtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete_line

RULE = Rule(
    "KD104",
    "duplicate-entry",
    Severity.INFO,
    (Kind.KEEP_DTYPE,),
    about=(DUPLICATE_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def duplicate_entry(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Report every entry that repeats an earlier line."""
    for record in reading.parts_with(DUPLICATE_ENTRY):
        line, first = record.line, record.first
        if first is None or not record.is_plain:
            continue
        yield (
            RULE.at(
                line.text,
                "duplicate operator type `{name}`"
                if line.is_type
                else "duplicate node name `{name}`",
                label="has no effect",
                help="remove this line, or write the operator that you meant",
                note="CANN marks the same nodes twice, which changes nothing",
                name=line.name,
            )
            .also(first.line.text, "first named here")
            .mend("remove the line", delete_line(reading.source, line.line))
        )
