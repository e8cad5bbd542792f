"""A key that appears twice in one object of a JSON file: only the last one counts.

# FS102

A key appears twice in one object, and only the last one counts.

This applies at every level. A second `"GraphFusion"` or `"Switch"` object replaces the whole first
one: CANN does not merge them. (In the text format, CANN refuses a second line for the same pass:
see FS008.)

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    },
    "GraphFusion": {
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

CANN accepts the file and uses the last value of the key, without a message.

Source: manual/fusion-switch.md#json

# MX101

A key appears twice in one object, and only the last one counts.

CANN's JSON reader keeps only the last value of a key. If a file has two `white-list` objects, CANN
does not read the operators of the first one.

## Example

```mixlist
{
  "white-list": {"to-add": ["Cast"]},
  "white-list": {"to-add": ["Xlog1py"]}
}
```

## Write instead

```mixlist
{
  "white-list": {"to-add": ["Cast", "Xlog1py"]}
}
```

## What CANN does

CANN accepts the file and reads only the last value, without a message.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import DUPLICATE_KEY
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, Span, delete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.json_reading import JsonReading

_SECTION = (
    "duplicate key `{name}`; the later one replaces all of this one",
    "put everything into one `{name}`",
)
_VALUE = "duplicate key `{name}`; CANN uses only the last one"


def _rule(code: str, kind: Kind, label: str, help: str, title: str, has_sections: bool) -> Rule:
    """A rule about one kind of file; `has_sections` is whether objects are worth a word."""
    rule = Rule(
        code, "duplicate-key", Severity.WARNING, (kind,), about=(DUPLICATE_KEY,), fix=FixKind.UNSAFE
    )

    @rule.check
    def duplicate_key(reading: JsonReading) -> Findings:
        """Report every key that appears again later in its object."""
        for lost, following, last in reading.parts_with(DUPLICATE_KEY):
            is_section = has_sections and lost.value.sort == "object" and bool(lost.value.members)
            message, advice = _SECTION if is_section else (_VALUE, help)
            key = lost.key.span
            finding = rule.at(key, message, label=label, help=advice, name=lost.name)
            finding.also(last.key.span, "the one that counts")
            edit = delete(Span(key.start, following.key.span.start))
            yield finding.with_fix(title, edit, safe=False)

    return rule


RULES = (
    _rule(
        "FS102",
        Kind.FUSION_SWITCH,
        "ignored",
        "remove one of the two",
        "remove this `{name}`",
        True,
    ),
    _rule(
        "MX101",
        Kind.MIXLIST,
        "not read",
        "merge both values under one key",
        "remove the earlier one",
        False,
    ),
)
