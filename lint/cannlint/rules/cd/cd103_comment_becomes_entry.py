"""Comment that CANN reads as an entry.

A customize_dtypes file cannot contain comments. A commented-out entry still has a name and dtypes,
so CANN stores it for a node whose name starts with the comment sign. Remove the line, or make it
an entry again.

## Example

```customize_dtypes
# Relu_1::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
Relu_1::InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN accepts the line as an entry for a node named `# Relu_1`, which matches nothing. When CANN
cannot read a comment as an entry, it refuses the file: see CD003.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.reading.customize_dtypes import COMMENT_ENTRY, CustomizeDtypes
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete_line

RULE = Rule(
    "CD103",
    "comment-becomes-entry",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(COMMENT_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def comment_becomes_entry(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Report every entry whose name starts like a comment."""
    for record, entry in reading.entries_with(COMMENT_ENTRY):
        yield RULE.at(
            entry.key,
            "CANN reads this comment as an entry for a node named `{name}`",
            label="CANN reads a name",
            help="remove the line; this format has no comments",
            note="CANN accepts the entry, which matches no node",
            name=entry.name,
        ).mend("remove the comment", delete_line(reading.source, record.line))
