"""An operator type that CANN reads as the name of a node, because nothing before it says otherwise.

# CD110

Operator type without `OpType::`: CANN reads a node name.

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

# KD103

Operator type without `OpType::`: CANN reads a node name.

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

# OP206

Operator type in the section of node names.

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

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Lookups,
    Rule,
    Severity,
    Span,
    insert,
)

_PREFIX = "OpType::"
CD110, KD103, OP206 = RULES = tuple(
    Rule(
        code,
        name,
        Severity.INFO,
        (kind,),
        about=("type-as-node-name",),
        fix=fix,
        needs_library=True,
    )
    for code, name, kind, fix in (
        ("CD110", "type-without-prefix", Kind.CUSTOMIZE_DTYPES, FixKind.UNSAFE),
        ("KD103", "type-without-prefix", Kind.KEEP_DTYPE, FixKind.UNSAFE),
        ("OP206", "type-in-name-section", Kind.OP_PRECISION, FixKind.NONE),
    )
)


def _finding(rule: Rule, span: Span, name: str, is_new: bool = True) -> Diagnostic:
    """A finding about a name; `is_new` adds a fix that writes the prefix."""
    finding = rule.at(
        span,
        "CANN reads `{name}` as a node name; for the operator type, write `OpType::{name}`",
        label="a node name",
        help="write `OpType::{name}`, unless a node of the model has this name",
        note="CANN prints no message if no node has this name",
        name=name,
    )
    if is_new:
        finding.with_fix("write `OpType::{name}`", insert(span.start, _PREFIX), safe=False)
    return finding


@CD110.check
def in_customize_dtypes(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every node name that is an operator type."""
    from cannlint.formats.customize_dtypes.lookup import TYPE_AS_NODE_NAME
    from cannlint.rules.cd.columns import clear_entries

    types = {entry.name for _, entry in reading.entries() if entry.is_type}
    for found in clear_entries(reading, lookups, TYPE_AS_NODE_NAME):
        name = found.entry.name
        yield _finding(CD110, found.entry.key, name, is_new=name not in types)


@KD103.check
def in_keep_dtype(_: KeepDtype, lookups: Lookups) -> Findings:
    """Report every node name that is an operator type."""
    from cannlint.formats.keep_dtype.lookup import TYPE_AS_NODE_NAME

    for record in lookups.parts_with(TYPE_AS_NODE_NAME):
        yield _finding(KD103, record.line.key, record.line.name)


@OP206.check
def in_op_precision(_: OpPrecision, lookups: Lookups) -> Findings:
    """Report every key below [ByNodeName] that is an operator type, or starts with `OpType::`."""
    from cannlint.formats.op_precision.lookup import TYPE_AS_NODE_NAME

    for record in lookups.parts_with(TYPE_AS_NODE_NAME):
        line = record.line
        is_prefixed = line.name.startswith(_PREFIX)
        op_type = line.name.removeprefix(_PREFIX)
        if line.key is not None:
            yield OP206.at(
                line.key,
                "CANN reads `{name}` as a node name, which no node has"
                if is_prefixed
                else "CANN reads `{name}` as a node name; operator types belong below [ByOpType]",
                label="a node name",
                help="write it below a line `[ByOpType]`, unless a node of the model has this name"
                if not is_prefixed
                else "write `{op}` below a line `[ByOpType]`"
                if op_type
                else "write an operator type below a line `[ByOpType]`",
                note="keys below `[ByNodeName]` are node names; CANN gives no message when no node "
                "has the name",
                severity=Severity.WARNING if is_prefixed else Severity.INFO,
                name=line.name,
                op=op_type,
            )
