"""`to-add` under `gray-list` alone changes nothing.

An operator becomes gray when you remove it from the list it is in. You may write `to-add` under
`gray-list` together with that `to-remove`, but alone it does not move the operator.

## Example

```mixlist
{
  "gray-list": {
    "to-add": ["Conv2D"]
  }
}
```

## Write instead

```mixlist
{
  "gray-list": {
    "to-add": ["Conv2D"]
  },
  "white-list": {
    "to-remove": ["Conv2D"]
  }
}
```

## What CANN does

CANN accepts the file and leaves the operator in its list.

Source: manual/mixed-precision-list.md#what-a-move-does
"""

from __future__ import annotations

from cannlint.formats.mixlist.reading import GRAY_ADD_ALONE, Mixlist
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule("MX102", "gray-add-alone", Severity.WARNING, (Kind.MIXLIST,), about=(GRAY_ADD_ALONE,))


@RULE.check
def gray_add_alone(reading: Mixlist) -> Findings:
    """Report every operator whose only operation is to-add under gray-list."""
    for op_type in reading.parts_with(GRAY_ADD_ALONE):
        for mention in reading.requests().get(op_type, ())[:1]:
            yield RULE.at(
                mention.node.span,
                "to-add under gray-list alone does not move `{op}`",
                label="stays where it is",
                help="write to-remove under the list that `{op}` is in",
                note="CANN accepts the file; only to-remove, or to-add under black-list or "
                "white-list, moves an operator",
                op=op_type,
            )
