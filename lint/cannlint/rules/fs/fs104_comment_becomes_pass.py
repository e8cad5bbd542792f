"""CANN reads this comment as the switch of a pass.

The text format has no comments. A commented-out line still has a name, a colon and a switch, so
CANN stores it as a pass whose name begins with the comment sign. (CANN refuses a comment without a
colon and a switch: see FS007.)

## Example

```fusion_switch
# SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## Write instead

```fusion_switch
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the line as the switch of a pass named `# SoftmaxFusionPass`. No pass has this name,
and CANN prints no message.

Source: manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.reading.fusion_facts import COMMENT_ENTRY
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete_line
from cannlint.rules.fs.removal import may_lose_remarks

RULE = Rule(
    "FS104",
    "comment-becomes-pass",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(COMMENT_ENTRY,),
    fix=FixKind.SAFE,
)


@RULE.check
def comment_becomes_pass(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every comment that CANN reads as an entry."""
    kept = reading.parts_with(COMMENT_ENTRY)
    removable = bool(kept) and may_lose_remarks(reading)
    for record in kept:
        assert record.line.key is not None
        finding = RULE.at(
            record.line.key,
            "CANN reads this comment as a pass named `{name}`",
            label="part of the name",
            help="remove the line; this format has no comments",
            note="CANN accepts the line, but no pass has this name; a comment without `:on` or "
            "`:off` would make CANN refuse the file",
            name=record.line.name,
        )
        if removable:
            finding.mend("remove the comment", delete_line(reading.source, record.line.line))
        yield finding
