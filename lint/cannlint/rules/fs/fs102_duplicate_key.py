"""A key appears twice in one object, and only the last one counts.

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
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.json_reading import DUPLICATE_KEY
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, Span, delete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.json_nodes import Member

RULE = Rule(
    "FS102",
    "duplicate-key",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(DUPLICATE_KEY,),
    fix=FixKind.UNSAFE,
)


@RULE.check
def duplicate_key(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report every key that appears again later in its object."""
    for lost, following, last in reading.parts_with(DUPLICATE_KEY):
        yield _finding(lost, following, last)


def _finding(lost: Member, following: Member, last: Member) -> Diagnostic:
    is_section = lost.value.sort == "object" and bool(lost.value.members)
    return (
        RULE.at(
            lost.key.span,
            "duplicate key `{name}`; the later one replaces all of this one"
            if is_section
            else "duplicate key `{name}`; CANN uses only the last one",
            label="ignored",
            help="put everything into one `{name}`" if is_section else "remove one of the two",
            name=lost.name,
        )
        .also(last.key.span, "the one that counts")
        .mend(
            "remove this `{name}`",
            delete(Span(lost.key.span.start, following.key.span.start)),
            safe=False,
        )
    )
