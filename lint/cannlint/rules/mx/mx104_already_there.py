"""The operator is already in this list, so adding it changes nothing.

The operator library puts every operator in a list. Naming the operator again does no harm. It has
no effect now, but it protects against a release that moves the operator. Without `--soc`, cannlint
reports this only if every SoC that has the operator has it in that list.

## Example

```mixlist
{"black-list": {"to-add": ["Xlog1py"]}}
```

## Write instead

```mixlist
{"white-list": {"to-add": ["Xlog1py"]}}
```

## What CANN does

CANN keeps the operator in its list.

Source: manual/mixed-precision-list.md#what-a-move-does
"""

from __future__ import annotations

from cannlint.formats.mixlist.lookup import ALREADY_IN_LIST
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "MX104",
    "already-there",
    Severity.INFO,
    (Kind.MIXLIST,),
    about=(ALREADY_IN_LIST,),
    needs_library=True,
)


@RULE.check
def already_there(_: Mixlist, lookups: Lookups) -> Findings:
    """Report every to-add for an operator that is already in that list."""
    for found in lookups.parts_with(ALREADY_IN_LIST):
        mention = found.mention
        yield RULE.at(
            mention.node.span,
            "`{op}` is already in the {list_name}",
            label="changes nothing",
            help="delete the name, or keep it in case a later release moves the operator",
            note="from {where}",
            op=mention.op_type,
            list_name=mention.list_name,
            where=lookups.operators.where,
        )
