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
from cannlint.rules.unprefixed import unprefixed

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
        if not entry.is_type and entry.name in known:
            yield unprefixed(RULE, entry.key, entry.name, mends=entry.name not in types)
