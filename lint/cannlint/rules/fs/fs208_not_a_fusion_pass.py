"""The name is an optimisation pass of the graph engine (GE), which this file does not control.

A fusion switch file controls fusion passes. Constant folding, removal of common subexpressions and
similar passes are optimisation passes of the graph engine, although one list in the manual
includes them.

## Example

```fusion_switch
ConstantFoldingPass:off
ConvConcatFusionPass:off
```

## Write instead

Write `--optimization_switch=ConstantFoldingPass:off` on the command line, and keep only fusion
passes in the file:

```fusion_switch
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the file without a message, but the entry has no effect.

Source: manual/fusion-switch.md#what-the-file-does-not-control
"""

from __future__ import annotations

from cannlint.cann.fusion import OFF, ON
from cannlint.formats.fusion_switch.lookup import PASS_OF_GRAPH_ENGINE
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS208",
    "not-a-fusion-pass",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PASS_OF_GRAPH_ENGINE,),
    needs_library=True,
)


@RULE.check
def not_a_fusion_pass(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every name of a pass of the graph engine."""
    for mention in lookups.parts_with(PASS_OF_GRAPH_ENGINE):
        yield RULE.at(
            mention.span,
            "`{name}` is not a fusion pass; this file does not control it",
            label="no effect",
            help="remove the entry"
            if mention.is_on is None
            else "use --optimization_switch={name}:{switch}",
            note="CANN accepts the entry without a message; --optimization_switch controls the "
            "pass",
            name=mention.name,
            switch=ON if mention.is_on else OFF,
        )
