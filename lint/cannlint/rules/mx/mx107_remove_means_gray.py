"""Without `to-add`, `to-remove` moves an operator to the gray list, not to the other list.

Removing an operator from the white list does not keep it in float32. Removing it from the black
list does not lower its precision. The operator becomes gray: it follows the operator before it. To
choose the list, add the operator to it. You then need no `to-remove`.

## Example

```mixlist
{
  "white-list": {
    "to-remove": ["Conv2D"]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Conv2D"]
  }
}
```

## What CANN does

CANN makes the operator gray if it is in that list. Otherwise CANN changes nothing.

Source: manual/mixed-precision-list.md#what-a-move-does
"""

from __future__ import annotations

from cannlint.formats.mixlist.lookup import ONLY_REMOVED
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "MX107",
    "remove-means-gray",
    Severity.INFO,
    (Kind.MIXLIST,),
    about=(ONLY_REMOVED,),
    needs_library=True,
)

_CASES = {
    "white-list": ("black-list", "to keep it in float32, write it under black-list to-add instead"),
    "black-list": (
        "white-list",
        "to lower its precision, write it under white-list to-add instead",
    ),
}
"""For each list, the other one, which the user may want, and what to write for it."""


@RULE.check
def remove_means_gray(_: Mixlist, lookups: Lookups) -> Findings:
    """Report every operator that is only removed from the white or the black list."""
    for mention in lookups.parts_with(ONLY_REMOVED):
        other, help = _CASES[mention.list_name]
        yield RULE.at(
            mention.node.span,
            "`{op}` is only removed from {list}, so it moves to gray-list and not to {other}",
            label="moves to gray-list",
            help=help,
            note="an operator in gray-list takes the precision of the operator before it",
            op=mention.op_type,
            list=mention.list_name,
            other=other,
        )
