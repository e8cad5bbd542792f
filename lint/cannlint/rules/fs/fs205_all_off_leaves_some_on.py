"""`ALL: off` does not turn off every pass.

`ALL` is the default for passes that have no entry of their own. The compiler's own configuration
has entries for some passes, and an "on" there takes precedence over your `ALL`. Passes that no
file can turn off also stay on. So do all passes of a group that your file does not mention.

## Example

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "ALL": "off"
    }
  }
}
```

## Write instead

To find the pass that causes a wrong result, turn off by name each pass that a file can turn off.
Use `--optimization_switch` for the others:

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

CANN accepts the file. No message says which passes still run.

Source: manual/fusion-switch.md#what-decides-about-a-pass
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import ALL_OFF_LEAVES_ON
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.listed import some_of

RULE = Rule(
    "FS205",
    "all-off-leaves-some-on",
    Severity.INFO,
    (Kind.FUSION_SWITCH,),
    about=(ALL_OFF_LEAVES_ON,),
    needs_library=True,
)

SHOWN = 5
"""The number of passes that a message names."""


@RULE.check
def all_off_leaves_some_on(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every `ALL` that is off, and the passes that stay on."""
    for found in lookups.parts_with(ALL_OFF_LEAVES_ON):
        left = (*found.by_entry, *found.kept_on)
        yield RULE.at(
            found.mention.span,
            "`ALL` does not turn off {count} passes of {groups}: {some}",
            label="does not turn off all passes",
            help="to turn these off too, write their names: {opened}; for the others use "
            "--optimization_switch"
            if found.by_entry
            else "use --optimization_switch to turn off one of them",
            note="in CANN {release}, entries of the compiler's own configuration take precedence "
            "over `ALL`, and no file can turn off some passes",
            count=len(left),
            groups=found.groups,
            some=some_of(left, SHOWN),
            opened=tuple(found.by_entry[:SHOWN]),
            release=lookups.operators.passes.cann,
        )
