"""Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. A type is then only advice while fusion may still create
an operator of this type.

## Example

```customize_dtypes
OpType::Gellu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Gelu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN accepts any name without a message. An entry that matches no node of the model has no effect.
For an operator that does not run on the AI Core, CANN writes the dtypes onto its tensors, whether
or not its kernel supports them.

Source: manual/customize-dtypes.md#effect, manual/operator-libraries.md#releases
"""

from __future__ import annotations

from cannlint.lookup.customize_dtypes import UNKNOWN_TYPE
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.api import (
    Diagnostic,
    FixKind,
    Iterator,
    Kind,
    Lookups,
    Rule,
    Sequence,
    Severity,
)
from cannlint.rules.cd.clear import clear_records, is_clear
from cannlint.rules.unknown_type import offer_meant, unknown_type
from cannlint.rules.unmatched import AFTER_FUSION, GraphSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "CD201",
    "unknown-op-type",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(UNKNOWN_TYPE,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def unknown_op_type(reading: CustomizeDtypes, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every operator type that the library of the given SoCs does not have."""
    names = {entry.name for _, entry in reading.entries() if entry.is_type}
    for unknown, part in lookups.parts_with(UNKNOWN_TYPE):
        if is_clear(reading, part):
            key = part.entry.key
            note = "CANN accepts unknown names without a message; from {where}"
            finding = unknown_type(RULE, key, unknown, lookups.operators, note)
            offer_meant(finding, names, [key])
            yield finding


@RULE.revises
def not_in_the_model(
    reading: CustomizeDtypes, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Report also every type and name that no operator of the model has."""
    yield from found
    reported = {finding.span for finding in found}
    search = GraphSearch(uses, AFTER_FUSION)
    for _, entry in clear_records(reading):
        if entry.key not in reported and search.is_unmatched(entry.name, entry.is_type):
            note = (
                "CANN looks up the entry after fusion, and gives no message when no operator "
                "matches"
            )
            yield search.finding(RULE, entry.key, entry.name, entry.is_type, note)
