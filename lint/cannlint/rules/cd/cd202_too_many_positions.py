"""More dtypes than the operator has tensors: CANN ignores the extra ones.

The n-th dtype of a list is for the n-th input or output of the operator, in the order of the
operator library. Optional inputs and outputs count. CANN ignores the dtypes after the last tensor.
When all dtypes of an entry are extra, the compile fails. The rule reports this as an error when
the SoC is given.

Empty positions at the end do no harm. An operator with a dynamic input or output accepts any
number of dtypes.

## Example

```customize_dtypes
OpType::Gelu:InputDtype:float16,float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Gelu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN ignores the extra dtypes without a message. When all dtypes of an entry are extra, CANN finds
no supported combination. The operator does not compile, and the only code is E29999.

Source: manual/customize-dtypes.md#lists-of-dtypes
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.columns import dtypes_by_side
from cannlint.formats.customize_dtypes.lines import items
from cannlint.formats.customize_dtypes.lookup import TOO_MANY_POSITIONS, EntryLookup
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.rules.api import Findings, Kind, Lookups, Phrase, Rule, Severity, Span
from cannlint.rules.cd.columns import clear_entries

RULE = Rule(
    "CD202",
    "too-many-positions",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(TOO_MANY_POSITIONS,),
    cann="E29999",
    needs_library=True,
)

_ONE_IGNORED = "`{op}` has {count} {side}; CANN ignores the extra dtypes"
_ONE_MAY_FAIL = "`{op}` has {count} {side}; all dtypes here are extra, and the compile may fail"
_ONE_FAILS = "`{op}` has {count} {side}; all dtypes here are extra, and the compile fails"
_IGNORED = "`{op}` has {count} {side}s; CANN ignores the extra dtypes"
_MAY_FAIL = "`{op}` has {count} {side}s; all dtypes here are extra, and the compile may fail"
_FAILS = "`{op}` has {count} {side}s; all dtypes here are extra, and the compile fails"


@RULE.check
def too_many_positions(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every list with more dtypes than the operator has tensors on any SoC."""
    for found in clear_entries(reading, lookups, TOO_MANY_POSITIONS):
        entry, counts, given = found.entry, found.counts, dtypes_by_side(found.lists)
        inside = [any(side[:count]) for side, count in zip(given, counts, strict=True)]
        fails = not any(inside) and _is_certain(found, lookups)
        spans = (entry.inputs_span, entry.outputs_span)
        for side, span, count, dtypes in zip(
            ("input", "output"), spans, counts, given, strict=True
        ):
            if count is None or not any(dtypes[count:]):
                continue
            yield RULE.at(
                _beyond(reading.source.text, span, count),
                _message(count, any(inside), fails),
                label="no such {side}",
                help="remove the extra dtypes",
                note="from {where}",
                severity=Severity.ERROR if fails else Severity.WARNING,
                op=entry.name,
                count=count,
                side=Phrase(side),
                where=lookups.operators.where,
            )


def _is_certain(found: EntryLookup, lookups: Lookups) -> bool:
    """Return whether the library has the tensors of the operator for each given SoC."""
    operators, library = lookups.operators, lookups.operators.library
    is_known = bool(operators.socs) and all(
        folder in found.operators and library.is_complete_in(folder)
        for folder in map(library.folder_of, operators.socs)
    )
    return is_known and not library.refused


def _message(count: int, has_effect: bool, fails: bool) -> str:
    if has_effect:
        return _ONE_IGNORED if count == 1 else _IGNORED
    if fails:
        return _ONE_FAILS if count == 1 else _FAILS
    return _ONE_MAY_FAIL if count == 1 else _MAY_FAIL


def _beyond(text: str, span: Span, count: int) -> Span:
    """Return the span from the first extra dtype to the last one."""
    excess = [item for item in items(text, span)[count:] if item.start < item.end]
    return Span(excess[0].start, excess[-1].end)
