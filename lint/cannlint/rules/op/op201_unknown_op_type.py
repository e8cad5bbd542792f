"""Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it. OP205 reports keys that look like node names.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. This is only advice when fusion may create or remove the
operator.

## Example

```op_precision
MatMu1V2=high_precision
```

## Write instead

```op_precision
MatMulV2=high_precision
```

## What CANN does

CANN accepts any name without a message. An entry that matches no node of the model has no effect.

Source: manual/implementation-modes.md#lines-of-an-ini-file, manual/operator-libraries.md#releases
"""

from __future__ import annotations

from cannlint.lookup.modes import looks_like_node
from cannlint.lookup.op_precision import UNKNOWN_TYPE
from cannlint.reading.op_precision import OpPrecision
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
from cannlint.rules.op.sound import is_sound, sound_entries
from cannlint.rules.unknown_type import offer_meant, unknown_type
from cannlint.rules.unmatched import BOTH, GraphSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "OP201",
    "unknown-op-type",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(UNKNOWN_TYPE,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def unknown_op_type(reading: OpPrecision, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report every operator type that the library of the given SoCs does not have."""
    names = {record.line.name for record in reading.records if record.is_type}
    for unknown, record in lookups.parts_with(UNKNOWN_TYPE):
        key = record.line.key
        if key is not None and is_sound(reading, record):
            note = "CANN accepts unknown names without a message; from {where}"
            finding = unknown_type(RULE, key, unknown, lookups.operators, note)
            offer_meant(finding, names, [key])
            yield finding


@RULE.revises
def not_in_the_model(
    reading: OpPrecision, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Report also every type and name that no operator of the model has."""
    yield from found
    reported = {finding.span for finding in found}
    search = GraphSearch(uses, BOTH, originals=True)
    for record in sound_entries(reading):
        name, key = record.line.name, record.line.key
        if key is None or key in reported or (record.is_type and looks_like_node(name)):
            continue
        if search.is_unmatched(name, record.is_type):
            note = (
                "CANN looks up the entry before fusion, and gives no message when no operator "
                "matches"
            )
            yield search.finding(RULE, key, name, record.is_type, note)
