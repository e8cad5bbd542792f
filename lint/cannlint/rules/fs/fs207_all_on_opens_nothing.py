"""`ALL: on` opens no pass that CANN has off.

`ALL` is a default for passes without an entry of their own. The passes that are off by default
are off because the compiler's own configuration has an entry for each, which counts before your
`ALL`. All others are on anyway, except when a single operator is compiled.

## Example

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "ALL": "on"
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "AutoSingleNormFusionPass": "on"
    }
  }
}
```

## What CANN does

It accepts the file, and these passes stay off. No message.

Source: fusion-switch.md 2.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import ALL, GROUPS
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.fs.mentions import mentions, own_entries
from cannlint.rules.listed import some_of
from cannlint.rules.rule import Rule

RULE = Rule(
    "FS207", "all-on-opens-nothing", Severity.INFO, (Kind.FUSION_SWITCH,), needs_library=True
)

SHOWN = 5
"""Passes that a message names."""


@RULE.check
def all_on_opens_nothing(reading: FusionSwitch, operators: Operators) -> Iterator[Diagnostic]:
    """Every `ALL` that is on, with what it leaves off."""
    passes = operators.passes
    for mention in mentions(reading):
        if mention.name != ALL or not mention.is_on:
            continue
        groups = GROUPS if mention.group is None else (mention.group,)
        closed: list[str] = []
        for group in groups:
            own = own_entries(reading, group)
            closed += [n for n, on in passes.switches[group].items() if not on and n not in own]
        if not closed:
            continue
        yield RULE.at(
            mention.span,
            "`ALL` leaves {count} passes of {groups} off: {some}",
            label="opens none of them",
            help="name each pass that you want on",
            note="the compiler's own entry for a pass counts before `ALL`; in CANN {release}",
            count=len(closed),
            groups=groups,
            some=some_of(closed, SHOWN),
            release=passes.cann,
        )
