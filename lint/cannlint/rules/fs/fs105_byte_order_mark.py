"""A byte order mark becomes part of the first name, so the name matches no pass.

Some editors write this invisible mark at the beginning of a UTF-8 file. CANN skips it in the JSON
format. In the text format, it becomes the first character of the first name.

## Example

```fusion_switch
<BOM>SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the file and stores a switch for a pass whose name begins with the mark. It prints no
message.

Source: manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.reading.fusion_facts import LEADING_MARK
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    Diagnostic,
    FixKind,
    Iterator,
    Kind,
    Rule,
    Severity,
    Span,
    delete,
)

RULE = Rule(
    "FS105",
    "byte-order-mark",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(LEADING_MARK,),
    fix=FixKind.SAFE,
)


@RULE.check
def byte_order_mark(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report a first name that begins with the mark."""
    for first in reading.parts_with(LEADING_MARK):
        bare = first.line.name.removeprefix(BYTE_ORDER_MARK)
        if bare.strip() and not first.line.is_comment:
            yield _finding(reading, first.line.name, bare)


def _finding(reading: FusionSwitch, name: str, bare: str) -> Diagnostic:
    mark = Span(0, 1)
    finding = RULE.at(
        mark,
        "the byte order mark is part of the name `{name}`, which matches no pass",
        label="invisible, and part of the name",
        help="save the file as UTF-8 without a byte order mark",
        note="CANN skips the mark only in the JSON format",
        name=name,
    )
    if not any(record.line.name == bare for record in reading.having(Fate.KEPT)):
        finding.with_fix("remove the byte order mark", delete(mark))
    return finding
