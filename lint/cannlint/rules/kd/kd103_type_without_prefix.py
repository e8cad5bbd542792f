"""Operator type without `OpType::`: CANN reads a node name.

An entry without the prefix is for one node. `Relu` keeps the dtype of a node named `Relu`, not of
every Relu operator in the model. Write `OpType::Relu` for the type. Some models do have nodes with
such names, so this is advice only.

## Example

```keep_dtype
Relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

CANN looks for a node of this name. When no node has the name, CANN writes a warning only to its
log.

Source: manual/keep-dtype.md#lines, manual/keep-dtype.md#which-nodes-match
"""

from __future__ import annotations

from cannlint.lookup.keep_dtype import TYPE_AS_NODE_NAME
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Lookups, Rule, Severity
from cannlint.rules.unprefixed import unprefixed

RULE = Rule(
    "KD103",
    "type-without-prefix",
    Severity.INFO,
    (Kind.KEEP_DTYPE,),
    about=(TYPE_AS_NODE_NAME,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def type_without_prefix(_: KeepDtype, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every node name that is an operator type."""
    for record in lookups.parts_with(TYPE_AS_NODE_NAME):
        yield unprefixed(RULE, record.line.key, record.line.name)
