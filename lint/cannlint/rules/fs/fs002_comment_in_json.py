"""The JSON contains a comment, so CANN reads the file as text and refuses it.

JSON has no comments. CANN's JSON reader does not accept `//`, `/* */` or `#`. CANN also refuses a
key such as `_comment`: see FS004.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"  // for the accuracy run
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN stops with E20003 and "This line { does not have the delimiter :". The message is normally
about the first line of the file, not about the comment.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.json_reading import JSON_COMMENT
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.fs.broken_object import findings_about

RULE = Rule(
    "FS002",
    "comment-in-json",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(JSON_COMMENT,),
    fix=FixKind.SAFE,
    cann="E20003",
)


@RULE.check
def comment_in_json(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every comment."""
    yield from findings_about(RULE, reading, JSON_COMMENT)
