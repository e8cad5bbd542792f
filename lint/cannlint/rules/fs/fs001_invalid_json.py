"""The file is not valid JSON, so CANN reads it as text and refuses it.

CANN tries a fusion switch file as JSON first. If that fails for any reason, CANN reads the same
file again as `Name:on` and `Name:off` lines and reports what is wrong with those lines. Its
message never names the mistake in the JSON. cannlint reports the place of that mistake.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
      "ConvConcatFusionPass": "off"
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off",
      "ConvConcatFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN stops with E20003 and "This line { does not have the delimiter :". The message is normally
about the first line of the file.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.json_reading import INVALID_JSON
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.fs.broken_object import findings_about

RULE = Rule(
    "FS001",
    "invalid-json",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(INVALID_JSON,),
    fix=FixKind.UNSAFE,
    cann="E20003",
)


@RULE.check
def invalid_json(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every syntax error in the JSON that has no rule of its own."""
    yield from findings_about(RULE, reading, INVALID_JSON)
