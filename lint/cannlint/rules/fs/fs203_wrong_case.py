"""The name has the wrong case, so it matches no pass.

CANN compares names exactly, including `ALL`. The names of some passes differ only in case, so
check the suggestion before you use it.

## Example

```fusion_switch
softmaxFusionPass:off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
```

## What CANN does

CANN accepts the file without a message, but the entry has no effect.

Source: manual/fusion-switch.md#names
"""

from __future__ import annotations

import json

from cannlint.cann.fusion import ALL
from cannlint.formats.fusion_switch.lookup import PASS_IN_OTHER_CASE
from cannlint.formats.fusion_switch.passes import names_in_other_case
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, FixKind, Kind, Lookups, Rule, Severity, replace
from cannlint.rules.listed import one_of_quoted

RULE = Rule(
    "FS203",
    "wrong-case",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PASS_IN_OTHER_CASE,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def wrong_case(reading: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every unknown name that is a known one in another case."""
    taken = set(lookups.names)
    for mention in lookups.parts_with(PASS_IN_OTHER_CASE):
        meant = names_in_other_case(mention, lookups.operators.passes)
        finding = RULE.at(
            mention.span,
            "`{name}` has the wrong case and matches no pass",
            label="did you mean `{meant}`?",
            help="remove it: the file already names `{meant}`"
            if taken.intersection(meant)
            else "write `{meant}`",
            note="CANN accepts the entry without a message",
            name=mention.name,
            meant=one_of_quoted(meant),
        )
        if len(meant) == 1 and meant[0] not in {ALL, *taken}:
            taken.add(meant[0])
            text = json.dumps(meant[0]) if mention.is_json else meant[0]
            finding.with_fix("write `{meant}`", replace(mention.span, text), safe=False)
        yield finding
