"""HF32 mode on a SoC without HF32.

`enable_hi_float_32_execution` computes float32 in HF32. `enable_float_32_execution` computes in
full float32 where HF32 is the default. Both are for SoCs whose matrix unit has HF32. The rule
needs `--soc`, and reports a mode only when none of the SoCs has HF32. Remove the line, or write
another mode.

## Example

```op_precision soc=Ascend910A
Conv2D=enable_hi_float_32_execution
```

## Write instead

```op_precision soc=Ascend910A
Conv2D=high_precision
```

## What CANN does

CANN passes the mode to the kernel without a message. On such a SoC, CANN does not load its own
allow_hf32 files.

Source: manual/implementation-modes.md#hf32
"""

from __future__ import annotations

from cannlint.formats.op_precision.lookup import MODE_NEEDS_HF32
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.op.sound import is_sound

RULE = Rule(
    "OP204",
    "hf32-without-hardware",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(MODE_NEEDS_HF32,),
    needs_library=True,
)


@RULE.check
def hf32_without_hardware(reading: OpPrecision, lookups: Lookups) -> Findings:
    """Report every HF32 mode when none of the given SoCs has HF32."""
    hardware = lookups.operators.hardware()
    for record in lookups.parts_with(MODE_NEEDS_HF32):
        line = record.line
        if is_sound(reading, record) and line.value is not None:
            yield RULE.at(
                line.value,
                "`{mode}` is for SoCs with HF32, which {socs} does not have"
                if len(hardware) == 1
                else "`{mode}` is for SoCs with HF32, which none of {socs} has",
                label="no HF32 here",
                help="remove the line, or write another mode",
                note="CANN passes the mode to the kernel without a message; from {where}",
                mode=line.mode,
                socs=tuple(soc.version for soc in hardware),
                where=lookups.operators.where,
            )
