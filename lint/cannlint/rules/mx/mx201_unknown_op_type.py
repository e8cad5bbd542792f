"""The operator library does not have this operator type.

The library of a CANN release lists the operators of each SoC. An unknown type may be a typo, an
operator of another SoC or release, or a custom operator. List custom operators under `extra-ops`
in cannlint.toml. Without `--soc`, a type is unknown only if no SoC has it. The names in a mixlist
are operator types, never nodes, and whitespace in them counts.

If you give the graph of the model (`--model`, or `graph` of a job), cannlint also reports the
types that no operator of the graph has. This is only advice as long as fusion may create such an
operator.

## Example

```mixlist
{"black-list": {"to-add": ["SoftmaxV2", "MatMu1V2"]}}
```

## Write instead

```mixlist
{"black-list": {"to-add": ["SoftmaxV2", "MatMulV2"]}}
```

## What CANN does

CANN accepts any name without a message. The entry has no effect if no node of the model has the
type.

Source: manual/mixed-precision-list.md#the-file, manual/operator-libraries.md#releases
"""

from __future__ import annotations

import json

from cannlint.lookup.mixlist import UNKNOWN_TYPE
from cannlint.reading.mixlist import Mixlist
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
from cannlint.rules.unmatched import AFTER_FUSION, GraphSearch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "MX201",
    "unknown-op-type",
    Severity.WARNING,
    (Kind.MIXLIST,),
    about=(UNKNOWN_TYPE,),
    fix=FixKind.UNSAFE,
    needs_library=True,
)


@RULE.check
def unknown_op_type(reading: Mixlist, lookups: Lookups) -> Iterator[Diagnostic]:
    """Report the first mention of every operator type that the selected SoCs do not have."""
    names = set(reading.requests())
    for unknown, part in lookups.parts_with(UNKNOWN_TYPE):
        spans = [mention.node.span for mention in part]
        note = "CANN accepts unknown names without a message; from {where}"
        finding = unknown_type(RULE, spans[0], unknown, lookups.operators, note)
        for span in spans[1:]:
            finding.also(span, "here again")
        offer_meant(finding, names, spans, json.dumps)
        yield finding


@RULE.revises
def not_in_the_model(
    reading: Mixlist, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Also report the first mention of every operator type that no operator of the model has."""
    yield from found
    told = {finding.span for finding in found}
    search = GraphSearch(uses, AFTER_FUSION)
    for op_type, (first, *others) in reading.requests().items() if reading.accepted else ():
        if first.node.span in told or not search.is_unmatched(op_type, is_type=True):
            continue
        note = "CANN looks up the type after fusion, and prints no message if no operator has it"
        finding = search.finding(RULE, first.node.span, op_type, True, note)
        for other in others:
            finding.also(other.node.span, "here again")
        yield finding
