"""`ALL: on` does not turn on a pass that is off by default.

`ALL` is the default for passes that have no entry of their own. A pass that is off by default has
an entry in the compiler's own configuration, and that entry takes precedence over your `ALL`. All
other passes are on anyway, except when CANN compiles a single operator.

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

CANN accepts the file and keeps these passes off, without a message.

Source: manual/fusion-switch.md#what-decides-about-a-pass
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import ALL_ON_LEAVES_OFF
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.listed import some_of

RULE = Rule(
    "FS207",
    "all-on-opens-nothing",
    Severity.INFO,
    (Kind.FUSION_SWITCH,),
    about=(ALL_ON_LEAVES_OFF,),
    needs_library=True,
)

SHOWN = 5
"""The number of passes that a message names."""


@RULE.check
def all_on_opens_nothing(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every `ALL` that is on, and the passes that stay off."""
    for found in lookups.parts_with(ALL_ON_LEAVES_OFF):
        yield RULE.at(
            found.mention.span,
            "`ALL` does not turn on {count} passes of {groups}: {some}",
            label="turns none of them on",
            help="write the name of each pass that you want to turn on",
            note="in CANN {release}, the compiler's own entry for a pass takes precedence over "
            "`ALL`",
            count=len(found.by_entry),
            groups=found.groups,
            some=some_of(found.by_entry, SHOWN),
            release=lookups.operators.passes.cann,
        )
