"""An operator type without `OpType::`: the entry is for a node of that name.

A line without the prefix is an entry for one node. `MatMulV2:InputDtype:...` sets the dtypes of
a node that is called `MatMulV2`, not of every MatMulV2 in the model. Models do have such nodes,
so this is advice only.

## Example

```customize_dtypes
Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It stores an entry for a node of that name, and says nothing when there is none.

Source: resolution.md 3.1 and 3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.cd.typed import clear_records
from cannlint.rules.rule import FixKind, Rule
from cannlint.syntax.customize_dtypes import TYPE_PREFIX
from cannlint.text.edits import insert

RULE = Rule(
    "CD110",
    "type-without-prefix",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def type_without_prefix(reading: CustomizeDtypes, operators: Operators) -> Iterator[Diagnostic]:
    """Every entry for a node that has the name of an operator type."""
    types: set[str] = set()
    nodes: set[str] = set()
    for _, entry in reading.entries():
        (types if entry.is_type else nodes).add(entry.name)
    known = operators.known_among(nodes)
    for _, entry in clear_records(reading) if known else ():
        if entry.is_type or entry.name not in known:
            continue
        finding = RULE.at(
            entry.key,
            "`{name}` is read as a node name; the operator type is `OpType::{name}`",
            label="a node name",
            help="write `OpType::{name}`, unless a node of the model has this name",
            note="CANN says nothing when no node has the name",
            name=entry.name,
        )
        if entry.name not in types:
            finding.mend("write `OpType::{name}`", insert(entry.key.start, TYPE_PREFIX), safe=False)
        yield finding
