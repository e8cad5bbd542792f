"""A pass is both turned off and forced on, and it stays on.

CANN forces every pass in `ExceptionalPassOfO1Level` on. This list takes precedence over `Switch`
and everything else in the file.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  },
  "ExceptionalPassOfO1Level": ["SoftmaxFusionPass"]
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN accepts the file and runs the pass. Only `--optimization_switch` can still turn it off.

Source: manual/fusion-switch.md#priority, manual/fusion-switch.md#what-decides-about-a-pass
"""

from __future__ import annotations

from cannlint.cann.fusion import EXCEPTIONAL
from cannlint.formats.fusion_switch.facts import FORCED_ON
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "FS107", "exceptional-beats-off", Severity.WARNING, (Kind.FUSION_SWITCH,), about=(FORCED_ON,)
)


@RULE.check
def exceptional_beats_off(reading: FusionSwitch) -> Findings:
    """Report every "off" for a pass that is forced on."""
    forced = {str(node.plain): node for node in reading.exceptions()}
    for path in reading.parts_with(FORCED_ON):
        name, value = path[-1], reading.places.node(path)
        if value is None or name not in forced:
            continue  # the file has more values than cannlint locates (MOST_NODES)
        yield RULE.at(
            value.span,
            "`{name}` is turned off here, but `{exceptional}` forces it on; it stays on",
            label="no effect",
            help="remove `{name}` from one of the two",
            note="the list takes precedence over `Switch`; only --optimization_switch takes "
            "precedence over the list",
            name=name,
            exceptional=EXCEPTIONAL,
        ).also(forced[name].span, "forced on here")
