"""The SoC has no UB fusion, so `UBFusion` has no effect.

Ascend 950 has no UB fusion. `UBFusion` does no harm there, and you may delete it. cannlint reports
this only if you select such a SoC.

## Example

```fusion_switch soc=Ascend950PR_9589
{
  "Switch": {
    "UBFusion": {
      "TbeMatmulFixPipeFusionPass": "off"
    }
  }
}
```

## Write instead

```fusion_switch soc=Ascend950PR_9589
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN accepts the file and looks up no pass in `UBFusion`.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import UB_FUSION_WITHOUT_HARDWARE, socs_without_ub_fusion
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS209",
    "no-ub-fusion",
    Severity.INFO,
    (Kind.FUSION_SWITCH,),
    about=(UB_FUSION_WITHOUT_HARDWARE,),
    needs_library=True,
)


@RULE.check
def no_ub_fusion(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every `UBFusion` with entries if a selected SoC has no UB fusion."""
    socs = socs_without_ub_fusion(lookups.operators)
    for member in lookups.parts_with(UB_FUSION_WITHOUT_HARDWARE):
        yield RULE.at(
            member.key.span,
            "{socs} has no UB fusion; this section has no effect there",
            label="no effect on {socs}",
            help="remove the section, unless the file is also used for other SoCs",
            note="CANN accepts it without a message",
            socs=socs,
        )
