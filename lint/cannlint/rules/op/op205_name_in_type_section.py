"""Node name in the section of operator types.

CANN reads the name as an operator type, so the entry matches nothing. The file starts in the
section of operator types. Write node names below a line `[ByNodeName]`.

## Example

```op_precision
layer1/Gelu=high_precision
```

## Write instead

```op_precision
[ByNodeName]
layer1/Gelu=high_precision
```

## What CANN does

CANN stores the mode for an operator type of this name, which no node has. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.op_precision.lookup import NODE_NAME_AS_TYPE
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.op.sound import is_sound

RULE = Rule(
    "OP205",
    "name-in-type-section",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(NODE_NAME_AS_TYPE,),
    needs_library=True,
)


@RULE.check
def name_in_type_section(reading: OpPrecision, lookups: Lookups) -> Findings:
    """Report every key in a section of operator types that looks like a node name."""
    for record in lookups.parts_with(NODE_NAME_AS_TYPE):
        line = record.line
        if is_sound(reading, record) and line.key is not None:
            yield RULE.at(
                line.key,
                "CANN reads `{name}` as an operator type, which no node has",
                label="looks like a node name",
                help="write it below a line `[ByNodeName]`",
                note="every key above `[ByNodeName]` is an operator type; CANN gives no message; "
                "from {where}",
                name=line.name,
                where=lookups.operators.where,
            )
