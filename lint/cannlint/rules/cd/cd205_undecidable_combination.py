"""Operator whose kernel decides the supported dtypes during the compile.

Some operators do not list the supported combinations of dtypes in the operator library. A function
of the operator returns them for each node. For most of these operators, such as MatMulV2, Conv2D
and Add, cannlint knows the combinations of CANN 8.1.RC1, and CD204 checks them. This rule reports
the others: operators whose combinations are unknown, and combinations that an operator supports
for some shapes, formats or attributes only. Compile once, and look up the dtypes of the node in
the result. With the graph of the model, it reports only what the plan of the job leaves open.

## Example

```customize_dtypes
OpType::MaxPoolGrad:InputDtype:float16,float16,float16,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::Sub:InputDtype:float16,float16,OutputDtype:float16
```

## What CANN does

CANN asks the operator for the combinations. When none of them has the dtypes of the entry, the
operator leaves the AI Core or the compile fails. With the graph of the model, the plan of the job
shows which combination a node gets.

Source: manual/operator-libraries.md#columns, manual/operator-libraries.md#recorded-columns
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lookup import COLUMNS_BY_KERNEL
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.rules.api import Diagnostic, Findings, Kind, Lookups, Rule, Sequence, Severity
from cannlint.rules.cd.columns import clear_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "CD205",
    "undecidable-combination",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(COLUMNS_BY_KERNEL,),
    needs_library=True,
)


_DECIDES = "the kernel decides while compiling which dtypes it supports; from {where}"
_DEPENDS = (
    "the operator supports them for some shapes, formats or attributes only; from runs of "
    "op_select_format of CANN {release}"
)


@RULE.check
def undecidable_combination(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every entry for an operator whose kernel decides its dtypes, on all SoCs."""
    for found in clear_entries(reading, lookups, COLUMNS_BY_KERNEL):
        recorded = found.recorded
        yield RULE.at(
            found.entry.key,
            "cannot tell before compiling whether `{op}` supports these dtypes",
            label="the kernel decides",
            help="compile once, and look up the dtypes of the node in the result",
            note=_DECIDES if recorded is None else _DEPENDS,
            op=found.entry.name,
            where=lookups.operators.where,
            release=recorded,
        )


@RULE.revises
def undecided_in_the_model(
    reading: CustomizeDtypes, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Report only what the plans of the model leave open, if each job has one."""
    entries = {entry.key: entry for _, entry in reading.entries()}
    for finding in found:
        entry = entries.get(finding.span)
        if entry is None or any(_is_open(entry, use) for use in uses):
            yield finding


def _is_open(entry: DtypeEntry, use: JobUse) -> bool:
    """Return whether a job leaves open what an entry does to its operators."""
    return use.effects is None or use.effects.is_open(entry.name, entry.is_type)
