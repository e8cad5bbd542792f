"""Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. This is only advice when fusion may create or remove the
operator.

## Example

```keep_dtype
OpType::Xlog1pi
```

## Write instead

```keep_dtype
OpType::Xlog1py
```

## What CANN does

CANN accepts any type in PascalCase. When no node of the model has the type, CANN writes a warning
only to its log.

Source: manual/keep-dtype.md#which-nodes-match, manual/operator-libraries.md#releases
"""

from __future__ import annotations

from cannlint.lookup.keep_dtype import UNKNOWN_TYPE
from cannlint.reading.keep_dtype import KeepDtype
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
from cannlint.rules.unknown_type import offer_meant, unknown_type
from cannlint.rules.unmatched import BEFORE_FUSION, GraphSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "KD201",
    "unknown-op-type",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(UNKNOWN_TYPE,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def unknown_op_type(reading: KeepDtype, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every type in PascalCase that the library of the given SoCs does not have."""
    names = {record.line.name for record in reading.records if record.line.is_type}
    for unknown, record in lookups.parts_with(UNKNOWN_TYPE):
        if record.is_plain:
            key = record.line.key
            note = "CANN accepts unknown names, and writes a warning only to its log; from {where}"
            finding = unknown_type(RULE, key, unknown, lookups.operators, note)
            offer_meant(finding, names, [key])
            yield finding


@RULE.revises
def not_in_the_model(
    reading: KeepDtype, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Report also every type and name that no operator of the model has."""
    yield from found
    reported = {finding.span for finding in found}
    search = GraphSearch(uses, BEFORE_FUSION, originals=True)
    for record in reading.records:
        line = record.line
        if record.first is not None or not record.is_plain or line.key in reported:
            continue
        if search.is_unmatched(line.name, line.is_type):
            note = "CANN writes a warning only to its log when no operator matches"
            yield search.finding(RULE, line.key, line.name, line.is_type, note)
