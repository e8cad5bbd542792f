"""Whitespace at the start or end of a name: the name matches nothing.

CANN trims the line but not the name. Whitespace before the colon becomes part of the operator type
or node name. CANN removes only ASCII whitespace, so a full-width or no-break space before the name
also becomes part of it, and so does a byte order mark behind the name. Remove the whitespace.

## Example

```customize_dtypes
OpType::Relu :InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores the entry for `Relu ` with the space. It gives no message.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import PADDED_NAME, CustomizeDtypes
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    UNSEEN,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete,
    trimmed,
)
from cannlint.rules.cd.names import MeantKeys, is_misread

RULE = Rule(
    "CD106",
    "padded-name",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(PADDED_NAME,),
    fix=FixKind.SAFE,
)


@RULE.check
def padded_name(reading: CustomizeDtypes) -> Findings:
    """Report every key that still starts or ends with whitespace after CANN trims the line."""
    keys = MeantKeys(reading)
    text = reading.source.text
    for record, entry in reading.entries_with(PADDED_NAME):
        bare = trimmed(text, entry.key.start, entry.key.end, UNSEEN)
        before, after = Span(entry.key.start, bare.start), Span(bare.end, entry.key.end)
        if bare.start == bare.end or is_misread(reading.source, record, entry):
            continue
        for blanks in (before, after):
            is_begun = blanks.start == entry.key.start  # by a mark: CD109 reports it
            if blanks.start == blanks.end or (is_begun and text[blanks.start] == BYTE_ORDER_MARK):
                continue
            finding = RULE.at(
                blanks,
                "the name `{name}` starts or ends with whitespace, and matches nothing",
                label="part of the name",
                help="remove the whitespace",
                note="CANN trims the line but not the name",
                name=entry.name,
            )
            if keys.may_count(entry):
                finding.with_fix("remove the whitespace", delete(blanks))
            yield finding
