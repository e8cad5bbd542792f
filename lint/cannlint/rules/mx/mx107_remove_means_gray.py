"""Without `to-add`, `to-remove` moves an operator to the gray list, not to the other list.

Removing an operator from the white list does not keep it in float32. Removing it from the black
list does not lower its precision. The operator becomes gray: it follows the operator before it. To
choose the list, add the operator to it. You then need no `to-remove`. An operator of the black list
keeps float32: on a SoC without a kernel in float32 it would leave the AI Core.

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
from cannlint.library.operators import Operators
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
    "white-list": (
        "black-list",
        "float32",
        "to keep it in float32, write it under black-list to-add instead",
    ),
    "black-list": (
        "white-list",
        "float16",
        "to lower its precision, write it under white-list to-add instead",
    ),
}
"""For each list, the other one, which the user may want, its dtype, and what to write for it."""


@RULE.check
def remove_means_gray(_: Mixlist, lookups: Lookups) -> Findings:
    """Report every operator that is only removed from the white or the black list."""
    for mention in lookups.parts_with(ONLY_REMOVED):
        other, dtype, help = _CASES[mention.list_name]
        refusing = _refusing(lookups.operators, mention.op_type, dtype)
        yield RULE.at(
            mention.node.span,
            "`{op}` is only removed from {list}, so it moves to gray-list and not to {other}",
            label="moves to gray-list",
            help="remove it: {socs} has no kernel for `{op}` in {dtype}" if refusing else help,
            note="an operator in gray-list takes the precision of the operator before it",
            op=mention.op_type,
            list=mention.list_name,
            other=other,
            socs=refusing,
            dtype=dtype,
        )


def _refusing(operators: Operators, op_type: str, dtype: str) -> tuple[str, ...]:
    """Return the SoCs whose AI Core does not take the operator in the dtype of the other list."""
    if not operators.socs:
        return ()
    from cannlint.resolve.taken import is_refused

    library = operators.library
    return tuple(soc for soc in operators.socs if is_refused(library, soc, op_type, dtype))
