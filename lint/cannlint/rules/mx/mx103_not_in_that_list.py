"""The operator is not in this list, so removing it has no effect.

`to-remove` takes an operator out of the list that the operator library puts it in. On any other
list it has no effect. The list of an operator differs between SoCs. Without `--soc`, cannlint
reports this only if no SoC has the operator in that list.

## Example

```mixlist
{"white-list": {"to-remove": ["Xlog1py"]}}
```

## Write instead

```mixlist
{"black-list": {"to-remove": ["Xlog1py"]}}
```

## What CANN does

CANN accepts the file and only writes a warning to its log. A `to-add` for the same operator still
counts.

Source: manual/mixed-precision-list.md#what-a-move-does
"""

from __future__ import annotations

from cannlint.formats.mixlist.lookup import NOT_IN_LIST
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.listed import one_of

RULE = Rule(
    "MX103",
    "not-in-that-list",
    Severity.WARNING,
    (Kind.MIXLIST,),
    about=(NOT_IN_LIST,),
    needs_library=True,
)


@RULE.check
def not_in_that_list(_: Mixlist, lookups: Lookups) -> Findings:
    """Report every to-remove for a list that the operator is not in."""
    for found in lookups.parts_with(NOT_IN_LIST):
        mention, lists = found.mention, found.lists
        yield RULE.at(
            mention.node.span,
            "`{op}` is not in the {list_name}, so removing it has no effect",
            label="in the {default}",
            help="remove it from the {default}, or delete the name"
            if len(lists) == 1
            else "delete the name",
            note="CANN only writes a warning to its log; from {where}",
            op=mention.op_type,
            list_name=mention.list_name,
            default=one_of(sorted(lists)),
            where=lookups.operators.where,
        )
