"""Byte order mark before a node name: the name matches nothing.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it, so it becomes the first character of the first name. Save the file without a byte order mark.
For a mark before `OpType::`, see CD102.

## Example

```customize_dtypes
<BOM>conv1/Relu::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
conv1/Relu::InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores the entry for a node whose name starts with the mark. It gives no message.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.reading.customize_dtypes import LEADING_MARK, CustomizeDtypes
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, Span, delete
from cannlint.rules.cd.keys import MeantKeys, meant_prefix

RULE = Rule(
    "CD109",
    "byte-order-mark",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(LEADING_MARK,),
    fix=FixKind.SAFE,
)


@RULE.check
def byte_order_mark(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Report every node name that starts with a byte order mark."""
    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(LEADING_MARK):
        if record.is_comment or meant_prefix(reading.source, entry):
            continue
        mark = Span(entry.key.start, entry.key.start + 1)
        finding = RULE.at(
            mark,
            "the byte order mark is part of the name `{name}`, which matches nothing",
            label="invisible, and part of the name",
            help="save the file as UTF-8 without a byte order mark",
            note="CANN does not remove the mark",
            name=entry.name,
        )
        if keys.may_count(entry):
            finding.with_fix("remove the byte order mark", delete(mark))
        yield finding
