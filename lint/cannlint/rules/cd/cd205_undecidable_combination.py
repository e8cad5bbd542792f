"""Operator whose kernel decides the supported dtypes during the compile.

The operator library does not show whether CANN accepts the dtypes of this entry. For some
operators, such as MatMulV2, Conv2D, Add and LayerNorm, the library does not list the supported
combinations. A function of the kernel returns them for each node. Compile once, and look up the
dtypes of the node in the result.

## Example

```customize_dtypes
OpType::Add:InputDtype:float16,float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Sub:InputDtype:float16,float16,OutputDtype:float16
```

## What CANN does

CANN asks the kernel for the combinations. When none of them has the dtypes of the entry, the
operator leaves the AI Core or the compile fails. For some of these operators, cannlint knows the
kernels that 8.1.RC1 ships for ascend910b. The finding then says whether one of them supports the
dtypes. Other combinations may still compile.

Source: resolution.md 1.4, 3.3 and 7.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.library.snapshot import KERNELS_FOLDER
from cannlint.lookup.base import Lookups
from cannlint.lookup.customize_dtypes import EntryLookup
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.cd.clear import clear_entries
from cannlint.rules.cd.prebuilt import kernels_of, nearest_kernels, takes
from cannlint.rules.rule import Rule

RULE = Rule(
    "CD205",
    "undecidable-combination",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    needs_library=True,
)


_DECIDES = "the kernel decides while compiling which dtypes it supports; from {where}"
_TAKES = "a prebuilt kernel for ascend910b supports them; from {where}"
_TAKE_OTHERS = (
    "no prebuilt kernel for ascend910b supports them; the nearest one supports `{first}`; from "
    "{where}",
    "no prebuilt kernel for ascend910b supports them; the nearest ones support `{first}` or "
    "`{second}`; from {where}",
)


@RULE.check
def undecidable_combination(reading: CustomizeDtypes, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every entry for an operator whose kernel decides its dtypes, on all SoCs."""
    for found in clear_entries(reading, lookups, Fact.COLUMNS_BY_KERNEL):
        note, nearest = _of_kernels(found, lookups)
        first, second = (*nearest, "", "")[: len(_TAKE_OTHERS)]
        yield RULE.at(
            found.entry.key,
            "cannot tell before compiling whether `{op}` supports these dtypes",
            label="the kernel decides",
            help="compile once, and look up the dtypes of the node in the result",
            note=note,
            op=found.entry.name,
            first=(first,),  # a tuple, which reports do not shorten
            second=(second,),
            where=lookups.operators.where,
        )


def _of_kernels(found: EntryLookup, lookups: Lookups) -> tuple[str, list[str]]:
    """Return the note about prebuilt kernels, and the nearest ones when none fits."""
    operator = found.operators.get(KERNELS_FOLDER)
    kernels = kernels_of(operator, lookups.operators) if operator is not None else ()
    if operator is None or not kernels:
        return _DECIDES, []
    if any(takes(kernel, found.lists, operator) for kernel in kernels):
        return _TAKES, []
    nearest = nearest_kernels(kernels, found.lists, operator, len(_TAKE_OTHERS))
    return _TAKE_OTHERS[len(nearest) - 1], nearest
