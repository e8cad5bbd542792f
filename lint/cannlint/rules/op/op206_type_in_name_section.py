"""Operator type in the section of node names.

Below a line `[ByNodeName]`, CANN reads every key as a node name. `Gelu` is then for a node named
`Gelu`, not for every Gelu operator in the model. Write operator types below `[ByOpType]`. Some
models do have nodes with such names, so this is advice only.

This format does not have the prefix `OpType::`, in either section. The prefix becomes part of the
name, and no node has such a name. The rule reports this as a warning.

## Example

```op_precision
[ByNodeName]
layer1/Gelu=high_precision
Tanh=high_precision
```

## Write instead

```op_precision
Tanh=high_precision
[ByNodeName]
layer1/Gelu=high_precision
```

## What CANN does

CANN stores the mode for a node of this name. When no node has the name, CANN gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file,
manual/implementation-modes.md#before-and-after-fusion
"""

from __future__ import annotations

from cannlint.lookup.op_precision import TYPE_AS_NODE_NAME
from cannlint.reading.op_precision import OpPrecision
from cannlint.rules.api import Diagnostic, Iterator, Kind, Lookups, Rule, Severity
from cannlint.rules.op.sound import is_sound
from cannlint.syntax.customize_dtypes import TYPE_PREFIX

RULE = Rule(
    "OP206",
    "type-in-name-section",
    Severity.INFO,
    (Kind.OP_PRECISION,),
    about=(TYPE_AS_NODE_NAME,),
    needs_library=True,
)


@RULE.check
def type_in_name_section(reading: OpPrecision, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every key below [ByNodeName] that is an operator type, or starts with `OpType::`."""
    for record in lookups.parts_with(TYPE_AS_NODE_NAME):
        line = record.line
        is_prefixed = line.name.startswith(TYPE_PREFIX)
        if is_sound(reading, record) and line.key is not None:
            yield RULE.at(
                line.key,
                "CANN reads `{name}` as a node name, which no node has"
                if is_prefixed
                else "CANN reads `{name}` as a node name; operator types belong below [ByOpType]",
                label="a node name",
                help="write `{op}` below a line `[ByOpType]`"
                if is_prefixed
                else "write it below a line `[ByOpType]`, unless a node of the model has this name",
                note="keys below `[ByNodeName]` are node names; CANN gives no message when no node "
                "has the name",
                severity=Severity.WARNING if is_prefixed else Severity.INFO,
                name=line.name,
                op=line.name.removeprefix(TYPE_PREFIX),
            )
