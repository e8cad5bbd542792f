"""Two lines of the text format name the same pass, and CANN refuses the whole file.

In the text format, each name may appear only once, even if both lines have the same value. This
also applies to `ALL`. (In the JSON format, the last entry counts: see FS102.)

## Example

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
SoftmaxFusionPass:on
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN stops with E20003 and "pass name X is duplicate".

Source: manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.reading.fusion_facts import DUPLICATE_ENTRY
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Severity

RULE = Rule(
    "FS008",
    "duplicate-text-entry",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(DUPLICATE_ENTRY,),
    cann="E20003",
)


@RULE.check
def duplicate_text_entry(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every second line for the same pass."""
    for record in reading.parts_with(DUPLICATE_ENTRY):
        first = record.first.line if record.first is not None else None
        if record.line.is_comment or first is None or first.key is None or record.line.key is None:
            continue
        same = first.switch == record.line.switch
        yield RULE.at(
            record.line.key,
            "a second line sets `{name}` to `{switch}` again; CANN refuses the whole file"
            if same
            else "a second line sets `{name}` to `{switch}`, the first to `{before}`; CANN "
            "refuses the whole file",
            label="second line for this pass",
            help="remove one of the two lines",
            note="CANN stops with E20003, even if both lines have the same value",
            name=record.line.name,
            switch=record.line.switch,
            before=first.switch,
        ).also(first.key, "the first line")
