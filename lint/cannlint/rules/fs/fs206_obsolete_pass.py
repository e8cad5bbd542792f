"""The name is obsolete, and no pass has it now.

`RequantFusionPass` and `NotRequantFusionPass` appear in samples and in old instructions for the
quantisation tool. `TbeCommonRules0FusionPass` and `TbeCommonRules2FusionPass` appear in the
manual, and for them this finding is only advice. The release has other names instead, and no file
can turn some of those passes off.

## Example

```fusion_switch
RequantFusionPass:off
```

## Write instead

```fusion_switch
V100RequantFusionPass:off
V200RequantFusionPass:off
```

## What CANN does

CANN accepts the file without a message, but the entry has no effect.

Source: manual/fusion-switch.md#names
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import OBSOLETE_PASS
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS206",
    "obsolete-pass",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(OBSOLETE_PASS,),
    needs_library=True,
)


@RULE.check
def obsolete_pass(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every name that other names have replaced."""
    passes = lookups.operators.passes
    for mention in lookups.parts_with(OBSOLETE_PASS):
        present = passes.obsolete[mention.name]
        stay_on = passes.forbidden_close.issuperset(present)
        yield RULE.at(
            mention.span,
            "obsolete pass name `{name}`; no pass has it now",
            label="now {present}",
            help="remove the entry; no file can turn off {present}"
            if stay_on and mention.is_on is False
            else "write {present}",
            note="CANN accepts the entry without a message",
            severity=Severity.INFO if mention.name in passes.still_documented else None,
            name=mention.name,
            present=present,
        )
