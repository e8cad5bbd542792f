"""A mode of HF32 execution on a SoC that has no HF32.

`enable_hi_float_32_execution` computes float32 in HF32, `enable_float_32_execution` in full
float32 where HF32 is the default. Both are for SoCs whose matrix unit has HF32. This is only
looked at with `--soc`, and reported when none of the SoCs has it.

## Example

```op_precision soc=Ascend910A
Conv2D=enable_hi_float_32_execution
```

## Write instead

```op_precision soc=Ascend910A
Conv2D=high_precision
```

## What CANN does

It hands the mode to the kernel without a message. Its own files with these modes are not loaded
on such a SoC.

Source: resolution.md 4.4
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.op_precision import OpPrecision, Record
from cannlint.rules.op.typed import is_known, is_single, modes_of, sound_entries
from cannlint.rules.rule import Rule

RULE = Rule(
    "OP204", "hf32-without-hardware", Severity.WARNING, (Kind.OP_PRECISION,), needs_library=True
)

_HF32_MODES = ("enable_float_32_execution", "enable_hi_float_32_execution")


@RULE.check
def hf32_without_hardware(reading: OpPrecision, operators: Operators) -> Iterator[Diagnostic]:
    """Every such mode, where no SoC that is asked for has HF32."""
    hardware = operators.hardware()
    if not hardware or any(soc.hf32 for soc in hardware):
        return
    for record in sound_entries(reading):
        line = record.line
        if line.mode in _HF32_MODES and line.value and _may_apply(record, operators):
            yield RULE.at(
                line.value,
                "`{mode}` is for SoCs with HF32, which {socs} does not have"
                if len(hardware) == 1
                else "`{mode}` is for SoCs with HF32, which none of {socs} has",
                label="no HF32 here",
                help="remove the line, or write another mode",
                note="CANN hands the mode to the kernel without a message; from {where}",
                mode=line.mode,
                socs=tuple(soc.version for soc in hardware),
                where=operators.where,
            )


def _may_apply(record: Record, operators: Operators) -> bool:
    """Whether nothing else keeps the entry from doing what it says."""
    name, mode = record.line.name, record.line.mode
    if not record.is_type:
        return True
    modes = modes_of(name, operators)
    is_listed = not modes or mode in modes
    return is_known(name, operators) and is_listed and not is_single(name, operators)
