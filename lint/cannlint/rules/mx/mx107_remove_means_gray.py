"""An operator that is only removed from a list: it ends gray, not in the opposite list.

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
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.rule import Rule

RULE = Rule("MX107", "remove-means-gray", Severity.INFO, (Kind.MIXLIST,), needs_library=True)

_CASES = {
    "white-list": ("black-list", "to keep it in float32 write it under black-list to-add instead"),
    "black-list": ("white-list", "to have it lowered write it under white-list to-add instead"),
}
"""The list that may have been meant, and the way to it."""


@RULE.check
def remove_means_gray(reading: Mixlist, operators: Operators) -> Iterator[Diagnostic]:
    """Every operator with a single removal from the white or the black list."""
    for op_type, mentions in reading.requests().items():
        asked = {mention.operation for mention in mentions}
        [list_name, update], *more = asked
        if more or update != "to-remove" or list_name not in _CASES:
            continue
        lists = operators.lists_of(op_type)
        if lists and list_name not in lists:
            continue  # it is not there to be removed: MX103
        if not lists and operators.missing_from(op_type):
            continue  # there is no such operator: MX201
        other, help = _CASES[list_name]
        yield RULE.at(
            mentions[0].node.span,
            "`{op}` is removed from {list} only: it ends gray, not in {other}",
            label="ends gray",
            help=help,
            note="a gray operator follows the one before it",
            op=op_type,
            list=list_name,
            other=other,
        )
