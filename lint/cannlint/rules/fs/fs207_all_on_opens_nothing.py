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

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.lookup.base import Lookups
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.listed import some_of
from cannlint.rules.rule import Rule

RULE = Rule(
    "FS207", "all-on-opens-nothing", Severity.INFO, (Kind.FUSION_SWITCH,), needs_library=True
)

SHOWN = 5
"""Passes that a message names."""


@RULE.check
def all_on_opens_nothing(_: FusionSwitch, lookups: Lookups) -> Iterator[Diagnostic]:
    """Every `ALL` that is on, with what it leaves off."""
    for found in lookups.parts_with(Fact.ALL_ON_LEAVES_OFF):
        yield RULE.at(
            found.mention.span,
            "`ALL` leaves {count} passes of {groups} off: {some}",
            label="turns none of them on",
            help="name each pass that you want on",
            note="the compiler's own entry for a pass comes before `ALL`; in CANN {release}",
            count=len(found.by_entry),
            groups=found.groups,
            some=some_of(found.by_entry, SHOWN),
            release=lookups.operators.passes.cann,
        )
