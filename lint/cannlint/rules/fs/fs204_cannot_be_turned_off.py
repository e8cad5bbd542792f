"""CANN keeps this pass on even if the file turns it off.

CANN ignores the file for some passes, because turning them off may cause functional problems. The
manual lists some of these passes as ones that can be turned off.

## Example

```fusion_switch
EinsumPass:off
ConvConcatFusionPass:off
```

## Write instead

```fusion_switch
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the file and keeps the pass on, without a message. Only `--optimization_switch` can
turn the pass off by name.

Source: manual/fusion-switch.md#what-decides-about-a-pass
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import PASS_STAYS_ON
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS204",
    "cannot-be-turned-off",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PASS_STAYS_ON,),
    needs_library=True,
)


@RULE.check
def cannot_be_turned_off(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every "off" for such a pass. FS107 reports passes that the file itself forces on."""
    passes = lookups.operators.passes
    for mention in lookups.parts_with(PASS_STAYS_ON):
        yield RULE.at(
            mention.span,
            "this file cannot turn `{name}` off; it stays on",
            label="stays on",
            help="remove the entry, or use --optimization_switch={name}:off",
            note="ExceptionalPassOfO1Level in the fusion_config.json of CANN {release} forces it "
            "on and takes precedence over this file"
            if mention.name in passes.exceptional
            else "CANN accepts the entry without a message; it keeps the pass on because turning "
            "it off may cause functional problems",
            name=mention.name,
            release=passes.cann,
        )
