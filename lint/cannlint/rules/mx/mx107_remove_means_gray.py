"""An operator that is only removed from a list: it ends in the gray list, not in the other one.

Removing an operator from the white list does not keep it in float32, and removing it from the
black list does not lower it. It becomes gray: it follows the operator before it. To say where
it ends, add it to that list; `to-remove` is then not needed.

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

It makes the operator gray if it is in that list, and does nothing if it is not.

Source: resolution.md 5.2
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.lookup.base import Lookups
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.rule import Rule

RULE = Rule("MX107", "remove-means-gray", Severity.INFO, (Kind.MIXLIST,), needs_library=True)

_CASES = {
    "white-list": ("black-list", "to keep it in float32, write it under black-list to-add instead"),
    "black-list": (
        "white-list",
        "to lower its precision, write it under white-list to-add instead",
    ),
}
"""The list that may have been meant, and the way to it."""


@RULE.check
def remove_means_gray(_: Mixlist, lookups: Lookups) -> Iterator[Diagnostic]:
    """Every operator with a single removal from the white or the black list."""
    for mention in lookups.parts_with(Fact.ONLY_REMOVED):
        other, help = _CASES[mention.list_name]
        yield RULE.at(
            mention.node.span,
            "`{op}` is only removed from {list}: it ends in gray-list, not in {other}",
            label="ends in gray-list",
            help=help,
            note="an operator in gray-list takes the precision of the operator before it",
            op=mention.op_type,
            list=mention.list_name,
            other=other,
        )
