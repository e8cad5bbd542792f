"""A comment in the JSON form: CANN reads the file as text, and refuses that.

JSON has no comments, and CANN's reader takes none of `//`, `/* */` and `#`. Nor may a key like
`_comment` be added: see FS004.

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

It stops with E20003 and "This line { does not have the delimiter :", normally about the first
line of the file and not about the comment.

Source: fusion-switch.md 1.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.fs.broken_object import findings_about
from cannlint.rules.rule import FixKind, Rule

RULE = Rule(
    "FS002",
    "comment-in-json",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    fix=FixKind.SAFE,
    cann="E20003",
)


@RULE.check
def comment_in_json(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Every comment."""
    yield from findings_about(RULE, reading, Fact.JSON_COMMENT)
