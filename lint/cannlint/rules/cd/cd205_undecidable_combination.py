"""An operator whose kernel says only while compiling which dtypes it takes.

For some operators, MatMulV2, Conv2D, Add and LayerNorm among them, the operator library does
not fix the supported combinations: a function of the kernel gives them for the node at hand. So
whether CANN takes the dtypes of an entry cannot be read from the library.

## Example

```customize_dtypes
OpType::Add:InputDtype:float16,float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Sub:InputDtype:float16,float16,OutputDtype:float16
```

## What CANN does

It asks the kernel for the combinations. Where none has the dtypes of the entry, the operator
leaves the AI Core or the compile fails.

Source: resolution.md 1.4, 3.3 and 7.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.operator import Operator
from cannlint.rules.cd.columns import asked_of
from cannlint.rules.cd.typed import known_entries
from cannlint.rules.rule import Rule
from cannlint.syntax.customize_dtypes import DtypeEntry

RULE = Rule(
    "CD205",
    "undecidable-combination",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    needs_library=True,
)


@RULE.check
def undecidable_combination(reading: CustomizeDtypes, operators: Operators) -> Iterator[Diagnostic]:
    """Every entry for an operator that decides while compiling on all the SoCs."""
    for entry, found in known_entries(reading, operators):
        if all(_is_undecidable(entry, operator) for operator in found.values()):
            yield RULE.at(
                entry.key,
                "whether `{op}` takes these dtypes shows only while compiling",
                label="its kernel decides",
                help="compile once, and look up the dtypes of the node in the result",
                note="its columns come from a function of the kernel; from {where}",
                op=entry.name,
                where=operators.where,
            )


def _is_undecidable(entry: DtypeEntry, operator: Operator) -> bool:
    """Whether the kernel decides, and the entry has a dtype for a tensor of the operator."""
    inputs, outputs = asked_of(entry, operator)
    return operator.is_open and any(dtype for _, dtype in inputs + outputs)
