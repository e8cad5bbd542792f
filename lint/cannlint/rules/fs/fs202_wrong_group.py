"""The pass belongs to the other group, and CANN does not look it up here.

`GraphFusion` has the passes that change the graph. `UBFusion` has the passes that merge operators
into one kernel. CANN looks up each pass only in its own group. For a few passes, the manual names
a different group from the one they are registered in. The text format has no groups.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "TbeMatmulFixPipeFusionPass": "off"
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "TbeMatmulFixPipeFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN accepts the file, but the entry has no effect. CANN prints no message. For a priority, it
writes a warning to its log.

Source: manual/fusion-switch.md#names
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import PASS_OF_OTHER_GROUP
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS202",
    "wrong-group",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PASS_OF_OTHER_GROUP,),
    needs_library=True,
)


@RULE.check
def wrong_group(reading: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every pass that certainly belongs to the other group."""
    passes = lookups.operators.passes
    for mention in lookups.parts_with(PASS_OF_OTHER_GROUP):
        name, group = mention.name, passes.group_of(mention.name)
        is_documented = passes.documented_as.get(name) == mention.group
        yield RULE.at(
            mention.span,
            "`{name}` belongs to `{group}`; CANN does not look it up in `{written}`",
            label="no effect here",
            help="remove it: `{group}` already names it"
            if group is not None and name in reading.switches[group]
            else "move it to `{group}`",
            note="the manual names the other group, but the pass is not registered there"
            if is_documented
            else "CANN accepts the entry without a message",
            name=name,
            group=group,
            written=mention.group,
        )
