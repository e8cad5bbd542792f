"""Duplicate entry: CANN uses only the first one.

CANN ignores a second entry for the same operator type or the same node name. Types and names are
separate: an entry for the type `Relu` and an entry for a node named `Relu` are not duplicates. For
that node, the entry for the name wins.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
OpType::Relu:InputDtype:float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN keeps the first entry. It writes a warning only to its log.

Source: manual/customize-dtypes.md#duplicate-entries
"""

from __future__ import annotations

from cannlint.reading.customize_dtypes import DUPLICATE_ENTRY, CustomizeDtypes, has_concrete_dtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete_line
from cannlint.rules.cd.keys import is_misread

RULE = Rule(
    "CD104",
    "duplicate-entry",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(DUPLICATE_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def duplicate_entry(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Report every entry whose operator already has an entry.

    When two keys are equal only because CANN misreads them, other rules report them.
    """
    source = reading.source
    for record, entry in reading.entries_with(DUPLICATE_ENTRY):
        first = record.first
        if first is None or first.entry is None or is_misread(source, record, entry):
            continue
        if is_misread(source, first, first.entry):
            continue
        finding = RULE.at(
            entry.key,
            "duplicate entry for `{name}`; CANN keeps the first one",
            label="ignored",
            help="remove this line, or change the first one",
            note="CANN writes a warning only to its log",
            name=entry.name,
        ).also(first.entry.key, "CANN uses this entry")
        if has_concrete_dtype(first.entry):
            finding.mend("remove the line", delete_line(source, record.line))
        yield finding
