"""A trailing comma is not valid JSON, so CANN reads the file as text and refuses it.

JSON allows a comma only between two entries. A sample for the vendor's own precision tool has a
comma after the last entry, and CANN refuses it.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "ConvToFullyConnectionFusionPass": "off",
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "ConvToFullyConnectionFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN stops with E20003 and "This line { does not have the delimiter :". The message is normally
about the first line of the file, not about the comma.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.json_reading import TRAILING_COMMA
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.fs.broken_object import findings_about

RULE = Rule(
    "FS003",
    "trailing-comma",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(TRAILING_COMMA,),
    fix=FixKind.SAFE,
    cann="E20003",
)


@RULE.check
def trailing_comma(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every comma before a closing bracket."""
    yield from findings_about(RULE, reading, TRAILING_COMMA)
