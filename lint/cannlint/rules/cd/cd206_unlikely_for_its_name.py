"""The name of the node suggests a type that has no kernel with these dtypes.

An entry for a node says nothing about its type, so cannlint can check it only with the model. But
TensorFlow and ONNX often call a node after its type: `fp32_vars/Relu` or `Relu_3`. If the node is
of that type, CANN cannot apply the entry. The manual's own example, `fp32_vars/Relu` from float16
to int8, is of this kind.

## Example

```customize_dtypes
fp32_vars/Relu::InputDtype:float16,OutputDtype:int8
```

## Write instead

```customize_dtypes
fp32_vars/Relu::InputDtype:float16,OutputDtype:float16
```

## What CANN does

If no kernel of the operator has these dtypes, the operator leaves the AI Core, or the compile
fails.

Source: manual/customize-dtypes.md#effect
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lookup import NO_COLUMN_BY_NAME, type_in_name
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.resolve.job_use import JobUse
from cannlint.rules.api import Diagnostic, Findings, Kind, Lookups, Rule, Sequence, Severity
from cannlint.rules.cd.columns import clear_entries, lists_span, nearest_columns

RULE = Rule(
    "CD206",
    "unlikely-for-its-name",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(NO_COLUMN_BY_NAME,),
    needs_library=True,
    since="0.2.0",
)


@RULE.check
def unlikely_for_its_name(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every entry that an operator of the type in its name cannot have."""
    for found in clear_entries(reading, lookups, NO_COLUMN_BY_NAME):
        nearest = nearest_columns(found.lists, found.operators.values(), 1)
        yield RULE.at(
            lists_span(found.entry),
            "`{op}` has no kernel with these dtypes, if `{node}` is one",
            label="no such combination for a {op}",
            help="write `{first}`",
            note="then the operator leaves the AI Core, or the compile fails; `--model` lets "
            "cannlint look up the node; from {where}",
            op=type_in_name(found.entry.name),
            node=found.entry.name,
            first=(nearest[0],),
            where=lookups.operators.where,
        )


@RULE.revises
def not_in_the_model(
    reading: CustomizeDtypes, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Report nothing where the model of a job says what the node is."""
    if all(use.effects is None for use in uses):
        yield from found
