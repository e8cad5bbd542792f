"""The file begins with `null`, so CANN ignores all of it.

CANN tries every file as JSON first and takes the first value it finds. It treats `null` as no
file. CANN also ignores a text file whose first name begins with `null`.

## Example

```fusion_switch
nullPass:off
SoftmaxFusionPass:off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
nullPass:off
```

## What CANN does

CANN accepts the file and uses nothing from it, without a message.

Source: manual/fusion-switch.md#json, manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.facts import NULL_DOCUMENT
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "FS108", "null-document", Severity.WARNING, (Kind.FUSION_SWITCH,), about=(NULL_DOCUMENT,)
)


@RULE.check
def null_document(reading: FusionSwitch) -> Findings:
    """Report a file whose first JSON value is null."""
    root = reading.document.root if reading.parts_with(NULL_DOCUMENT) else None
    if root is None:
        return
    follows = reading.document.trailing is not None
    yield RULE.at(
        root.span,
        "the file begins with `null`, so CANN ignores all of it"
        if follows
        else "the file is `null`; CANN ignores it",
        label="CANN reads this as JSON null",
        help="put another line first" if follows else "write `{{}}` to change no switch",
        note="CANN accepts the file, but treats it as no file",
    )
