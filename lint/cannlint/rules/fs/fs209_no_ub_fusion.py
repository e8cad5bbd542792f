"""Switches for UB fusion on a SoC that has none.

Ascend 950 has no UB fusion. What `UBFusion` says is harmless there and may be deleted. This
comes only when such a SoC is asked for.

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

It accepts the file and looks for no pass of `UBFusion`.

Source: fusion-switch.md 2.4
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import FOLDER_WITHOUT_UB_FUSION, PRIORITY, SWITCH, UB_FUSION
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.fusion_switch import FusionSwitch, counting
from cannlint.rules.rule import Rule

RULE = Rule("FS209", "no-ub-fusion", Severity.INFO, (Kind.FUSION_SWITCH,), needs_library=True)


@RULE.check
def no_ub_fusion(reading: FusionSwitch, operators: Operators) -> Iterator[Diagnostic]:
    """Every `UBFusion` with something in it, where a SoC asked for has none."""
    socs = tuple(soc for soc in operators.socs if _lacks_ub_fusion(soc, operators))
    for section in (SWITCH, PRIORITY) if socs else ():
        node = reading.root.last(section) if reading.root is not None else None
        for member in counting(node) if node is not None else ():
            if member.name == UB_FUSION and member.value.members:
                yield RULE.at(
                    member.key.span,
                    "{socs} has no UB fusion; this section has no effect there",
                    label="no effect on {socs}",
                    help="remove the section, unless the file is also used for other SoCs",
                    note="CANN accepts it without a message",
                    socs=socs,
                )


def _lacks_ub_fusion(soc: str, operators: Operators) -> bool:
    """By its folder, or by its name where the library is older than the SoC."""
    folder = operators.library.folder_of(soc) or soc.lower()
    return folder.split("pr_")[0].split("dt_")[0] == FOLDER_WITHOUT_UB_FUSION
