"""An operator appears twice in one array; once is enough.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Cast", "Xlog1py", "Cast"]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Cast", "Xlog1py"]
  }
}
```

## What CANN does

CANN accepts the file and treats the operator as if it appeared once.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.formats.mixlist.reading import DUPLICATE_OPERATOR, Mixlist
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, Span, delete
from cannlint.syntax.json_nodes import Node

RULE = Rule(
    "MX106",
    "duplicate-operator",
    Severity.INFO,
    (Kind.MIXLIST,),
    about=(DUPLICATE_OPERATOR,),
    fix=FixKind.SAFE,
)


@RULE.check
def duplicate_operator(reading: Mixlist) -> Findings:
    """Report every operator that is already in its array."""
    repeating = set(reading.parts_with(DUPLICATE_OPERATOR))
    for list_name, update, array in reading.arrays():
        if (list_name, update) not in repeating:
            continue
        firsts: dict[str, Node] = {}
        for before, item in zip([array, *array.items], array.items, strict=False):
            if item.sort != "string":
                continue
            first = firsts.setdefault(str(item.plain), item)
            if first is item:
                continue
            finding = RULE.at(
                item.span,
                "duplicate operator `{op}` in {list} {update}",
                label="no further effect",
                help="remove it",
                op=str(item.plain),
                list=list_name,
                update=update,
            ).also(first.span, "the first one")
            between = Span(before.span.end, item.span.start)
            if "," in reading.source.slice(between):  # without a comma, MX001 adds one here
                finding.with_fix("remove it", delete(Span(between.start, item.span.end)))
            yield finding
