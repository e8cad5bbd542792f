"""Operator type without `OpType::`: CANN reads a node name.

An entry without the prefix is for one node. `MatMulV2:InputDtype:...` sets the dtypes of a node
named `MatMulV2`, not of every MatMulV2 operator in the model. Write
`OpType::MatMulV2:InputDtype:...` for the type. Some models do have nodes with such names, so this
is advice only.

## Example

```customize_dtypes
Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores the entry for a node of this name. When no node has the name, CANN gives no message.

Source: manual/customize-dtypes.md#keys, manual/customize-dtypes.md#effect
"""

from __future__ import annotations

from cannlint.lookup.customize_dtypes import TYPE_AS_NODE_NAME
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Lookups, Rule, Severity
from cannlint.rules.cd.clear import clear_entries
from cannlint.rules.unprefixed import unprefixed

RULE = Rule(
    "CD110",
    "type-without-prefix",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(TYPE_AS_NODE_NAME,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def type_without_prefix(reading: CustomizeDtypes, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every node name that is an operator type."""
    types = {entry.name for _, entry in reading.entries() if entry.is_type}
    for found in clear_entries(reading, lookups, TYPE_AS_NODE_NAME):
        name = found.entry.name
        yield unprefixed(RULE, found.entry.key, name, mends=name not in types)
