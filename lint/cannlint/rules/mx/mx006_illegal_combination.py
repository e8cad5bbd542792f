"""CANN does not allow these operations on one operator and refuses the whole file.

An operator may have one `to-add`, with or without one `to-remove` from another list. Or it may
have a single `to-remove` from `black-list` or `white-list`. CANN accepts 11 of the 63 possible
sets. The order of the arrays does not matter, and neither does the list that the operator is in.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Cast"]
  },
  "white-list": {
    "to-add": ["Cast"]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Cast"]
  },
  "white-list": {
    "to-remove": ["Cast"]
  }
}
```

## What CANN does

CANN stops with E20003 while the engine starts. The message names only one operator, the first by
name, even if several are wrong.

Source: manual/mixed-precision-list.md#what-a-move-does
"""

from __future__ import annotations

from cannlint.formats.mixlist.reading import ILLEGAL_COMBINATION, Mention, Mixlist
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "MX006",
    "illegal-combination",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(ILLEGAL_COMBINATION,),
    cann="E20003",
)

_NOTE = "CANN stops with E20003 while the engine starts"
_NOTE_OF_SEVERAL = (
    "CANN stops with E20003 while the engine starts; the message names only `{first}`"
)


@RULE.check
def illegal_combination(reading: Mixlist) -> Findings:
    """Report every operator with a set of operations that CANN does not allow."""
    illegal = reading.parts_with(ILLEGAL_COMBINATION)
    for op_type in illegal:
        mentions = reading.requests().get(op_type)
        if mentions is None:
            continue  # the file has more values than cannlint locates (MOST_NODES)
        *others, last = mentions
        operations = list(dict.fromkeys(_shown(mention) for mention in mentions))
        finding = RULE.at(
            last.node.span,
            "`{op}` has {operations}; CANN does not allow these together and refuses the file"
            if len(operations) > 1
            else "`{op}` has only {operations}; CANN does not allow this alone and refuses the "
            "file",
            label=_shown(last),
            help=_way_out(mentions),
            note=_NOTE_OF_SEVERAL if len(illegal) > 1 else _NOTE,
            op=op_type,
            operations=", ".join(operations),
            first=min(illegal),
        )
        for other in others:
            finding.also(other.node.span, _shown(other))
        yield finding


def _shown(mention: Mention) -> str:
    return f"{mention.list_name} {mention.update}"


def _way_out(mentions: list[Mention]) -> str:
    """Return which of the operations to keep."""
    adds = {mention.list_name for mention in mentions if mention.update == "to-add"}
    removes = {mention.list_name for mention in mentions if mention.update == "to-remove"}
    if adds and len(adds) + len(removes) > 2:
        return "keep one to-add, and at most one to-remove from another list"
    if len(adds) > 1:
        return "keep only the to-add of the list that the operator should be in"
    if adds:
        return "keep only one of to-add and to-remove of the same list"
    if removes == {"gray-list"}:
        return "write to-add under black-list or white-list, with or without this to-remove"
    return (
        "keep only the to-remove of the list that the operator is in; the operator then becomes "
        "gray"
    )
