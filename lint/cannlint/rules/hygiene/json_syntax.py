"""What is not valid JSON, in the JSON files of users: CANN refuses them, each with its own code.

# FS001

The file is not valid JSON, so CANN reads it as text and refuses it.

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

# FS002

The JSON contains a comment, so CANN reads the file as text and refuses it.

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

# FS003

A trailing comma is not valid JSON, so CANN reads the file as text and refuses it.

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

# MX001

The file is not valid JSON, and CANN refuses it.

CANN reads a mixlist with a strict JSON reader, and its message names only the file. cannlint
reports the place of every mistake. Comments and trailing commas have their own rules, MX002 and
MX003.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Cast" "Xlog1py"]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Cast", "Xlog1py"]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice.

Source: manual/mixed-precision-list.md#the-file

# MX002

The file contains a comment, and CANN refuses the whole file.

JSON has no comments. The samples in the vendor's manual explain each list with `//` comments, so
they do not work if you copy them unchanged.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Xlog1py"] // keep float32
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Xlog1py"]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice. A comment after the
last bracket does no harm, because CANN does not read it (see MX105).

Source: manual/mixed-precision-list.md#the-file

# MX003

The file has a trailing comma, and CANN refuses the whole file.

In JSON, another entry must follow each comma. If you remove the last entry of a list, remove the
comma before it too.

## Example

```mixlist
{
  "black-list": {
    "to-add": [
      "Cast",
      "Xlog1py",
    ]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": [
      "Cast",
      "Xlog1py"
    ]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import INVALID_JSON, JSON_COMMENT, TRAILING_COMMA
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity
from cannlint.rules.json_faults import fault_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.facts import Fact
    from cannlint.reading.json_reading import JsonReading
    from cannlint.syntax.json_nodes import JsonFault

_FUSION_SWITCH = {
    "E20003": "because of this, CANN reads the file as text and stops with E20003 at the first "
    "line that is not `Name:on` or `Name:off`",
    "E21002": "because of this, CANN reads the file as text, and stops with E21002 about the part "
    "that it has read as JSON",
}
_MIXLIST = {
    "E21002": "CANN stops with E21002 while the engine starts; the message names the file but not "
    "the place"
}
_COMMENT_IN_MIXLIST = {
    "E21002": "CANN stops with E21002 while the engine starts, also for the vendor's own samples "
    "with comments"
}
"""The code that CANN stops with → the note about it."""


def _rule(
    code: str, name: str, kind: Kind, fact: Fact[JsonFault], fix: FixKind, notes: dict[str, str]
) -> Rule:
    """A rule that reports every syntax error with a fact."""
    first = next(iter(notes))
    rule = Rule(code, name, Severity.ERROR, (kind,), about=(fact,), fix=fix, cann=first)

    @rule.check
    def check(reading: JsonReading) -> Findings:
        for fault in reading.parts_with(fact):
            stop = reading.codes[0]
            yield fault_finding(rule, reading.source, fault, notes[stop], cann=stop)

    return rule


_FS, _MX, _SAFE, _UNSAFE = Kind.FUSION_SWITCH, Kind.MIXLIST, FixKind.SAFE, FixKind.UNSAFE
RULES = (
    _rule("FS001", "invalid-json", _FS, INVALID_JSON, _UNSAFE, _FUSION_SWITCH),
    _rule("FS002", "comment-in-json", _FS, JSON_COMMENT, _SAFE, _FUSION_SWITCH),
    _rule("FS003", "trailing-comma", _FS, TRAILING_COMMA, _SAFE, _FUSION_SWITCH),
    _rule("MX001", "invalid-json", _MX, INVALID_JSON, _UNSAFE, _MIXLIST),
    _rule("MX002", "comment-in-json", _MX, JSON_COMMENT, _SAFE, _COMMENT_IN_MIXLIST),
    _rule("MX003", "trailing-comma", _MX, TRAILING_COMMA, _SAFE, _MIXLIST),
)
