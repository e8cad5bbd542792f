"""Whitespace beside "on" turns the pass off.

CANN removes the whitespace when it checks the value, so it accepts `"on "`. Later it compares the
value as written with `on`. Any other value means off.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "on "
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "on"
    }
  }
}
```

## What CANN does

CANN accepts the file and turns the pass off, without a message.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.cann.fusion import ON
from cannlint.formats.fusion_switch.facts import PADDED_VALUE
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import C_BLANKS, Findings, FixKind, Kind, Rule, Severity, replace

RULE = Rule(
    "FS101",
    "padded-on-means-off",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PADDED_VALUE,),
    fix=FixKind.SAFE,
)


@RULE.check
def padded_on_means_off(reading: FusionSwitch) -> Findings:
    """Report every switch that is `on` with whitespace around it."""
    for path in reading.parts_with(PADDED_VALUE):
        member = reading.places.member(path)
        value = str(member.value.plain) if member is not None else ""
        if member is not None and value.strip(C_BLANKS) == ON:
            yield RULE.at(
                member.value.span,
                "the whitespace in `{value}` makes CANN turn `{name}` off",
                label="means off",
                help='write `"on"`, without whitespace',
                note="CANN removes whitespace only for its check; later only exactly `on` turns a "
                "pass on",
                value=value,
                name=member.name,
            ).with_fix('write `"on"`', replace(member.value.span, '"on"'))
