"""Entry without any dtype: the compile fails.

The operator does not compile when its entry has no dtype at all. An empty position leaves its
tensor to the precision mode, but at least one position needs a dtype. Give one position a dtype,
or remove the entry. With the graph of the model, nothing is reported of an entry that is for none
of its operators.

## Example

```customize_dtypes
OpType::Relu:InputDtype:,OutputDtype:
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:
```

## What CANN does

CANN reads the entry without a message, and its check whether the operator is supported passes.
CANN then finds no column for the operator when it chooses a kernel. The operator does not compile,
and the only code is the internal code E29999.

Source: manual/customize-dtypes.md#effect
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lines import DtypeEntry
from cannlint.formats.customize_dtypes.reading import (
    OPEN_POSITION,
    CustomizeDtypes,
    has_concrete_dtype,
)
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Sequence, Severity
from cannlint.rules.cd.names import MeantKeys, is_misread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "CD007",
    "no-concrete-dtype",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(OPEN_POSITION,),
    cann="E29999",
)


@RULE.check
def no_concrete_dtype(reading: CustomizeDtypes) -> Findings:
    """Report every effective entry without a dtype."""
    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(OPEN_POSITION):
        if has_concrete_dtype(entry) or not record.counts or not keys.is_as_meant(entry):
            continue
        if not is_misread(reading.source, record, entry):
            yield RULE.at(
                entry.key,
                "the entry for `{name}` has no dtype; the operator will not compile",
                label="every position is empty",
                help="give at least one position a dtype, or remove the line",
                note="CANN accepts the entry but finds no kernel for the operator; the only "
                "code is E29999",
                name=entry.name,
            )


@RULE.revises
def unless_the_model_has_none(
    reading: CustomizeDtypes, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Leave out the entries that no operator of the models is for, as CANN compiles them."""
    from cannlint.rules.unmatched import AFTER_FUSION, GraphSearch

    search = GraphSearch(uses, AFTER_FUSION)
    entries = {entry.key: entry for _, entry in reading.entries_with(OPEN_POSITION)}
    for finding in found:
        entry = entries.get(finding.span)
        if entry is None or not (
            search.is_unmatched(entry.name, entry.is_type) or _is_for_none(entry, uses)
        ):
            yield finding


def _is_for_none(entry: DtypeEntry, uses: Sequence[JobUse]) -> bool:
    """Whether the plans show no operator for an entry: passes may have changed those it named."""
    for use in uses:
        if use.effects is None or use.effects.customized(entry.name, entry.is_type):
            return False
        census = use.effects.census
        if census.has_unknown if entry.is_type else census.may_name(entry.name):
            return False
    return bool(uses)
