"""Mode for an operator that has only one implementation.

The mode has no effect. A CANN release lists the operators that have implementation modes in
`all_ops_impl_mode.ini`. An operator that is not in this list has only one implementation. Remove
the line.

## Example

```op_precision
Relu=high_precision
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN does not read this list. It passes the mode to the kernel, and the kernel runs as it is
implemented. CANN gives no message.

Source: manual/implementation-modes.md#modes
"""

from __future__ import annotations

from cannlint.formats.op_precision.lookup import NO_MODES
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.op.sound import is_sound

RULE = Rule(
    "OP203",
    "mode-not-configurable",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(NO_MODES,),
    needs_library=True,
)


@RULE.check
def mode_not_configurable(reading: OpPrecision, lookups: Lookups) -> Findings:
    """Report every entry for an operator type without modes in the library."""
    for record in lookups.parts_with(NO_MODES):
        line = record.line
        if is_sound(reading, record) and line.key is not None:
            yield RULE.at(
                line.key,
                "`{op}` has no modes to choose from; `{mode}` has no effect",
                label="only one implementation",
                help="remove the line",
                note="all_ops_impl_mode.ini does not list it; from {where}",
                op=line.name,
                mode=line.mode,
                where=lookups.operators.where,
            )
