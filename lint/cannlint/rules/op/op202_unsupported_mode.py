"""Mode that the operator does not have.

The mode has no effect. A CANN release lists the implementation modes of its operators in
`all_ops_impl_mode.ini`. Each kernel is built only for these modes. Write one of them.

## Example

```op_precision
Gelu=super_performance
```

## Write instead

```op_precision
Gelu=high_performance
```

## What CANN does

CANN does not read this list. It passes any mode to the kernel, and the kernel runs as it is
implemented. CANN gives no message.

Source: manual/implementation-modes.md#modes
"""

from __future__ import annotations

from cannlint.formats.op_precision.lookup import MODE_NOT_LISTED
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.op.sound import is_sound

RULE = Rule(
    "OP202",
    "unsupported-mode",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(MODE_NOT_LISTED,),
    needs_library=True,
)


@RULE.check
def unsupported_mode(reading: OpPrecision, lookups: Lookups) -> Findings:
    """Report every mode that the library does not list for the operator."""
    for found in lookups.parts_with(MODE_NOT_LISTED):
        line = found.record.line
        if line.value is None or not is_sound(reading, found.record):
            continue
        yield RULE.at(
            line.value,
            "`{op}` has no mode `{mode}`, so the mode has no effect",
            label="not a mode of `{op}`",
            help="write one of its modes: {modes}",
            note="CANN passes the mode to the kernel without a message; from {where}",
            op=line.name,
            mode=line.mode,
            modes=found.modes,
            where=lookups.operators.where,
        )
