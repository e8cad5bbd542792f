"""Dtypes that no kernel of the operator has together.

The operator library lists the combinations of dtypes that an operator supports, one column for
each. An entry has to match a column in all the dtypes that it names; positions left open match
any. Operators whose kernel decides while compiling are not judged, see CD205.

## Example

```customize_dtypes
OpType::Sub:InputDtype:float16,float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::Sub:InputDtype:float32,float32,OutputDtype:float32
```

## What CANN does

It takes the operator from the AI Core, and writes the dtypes onto its tensors whether or not
the other engine can run them; or the operator fails to compile, where only a later step finds
out. A dtype for an optional tensor counts only where the node has the tensor.

Source: resolution.md 3.2 and 3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.cd.columns import matching, nearest_columns
from cannlint.rules.cd.typed import known_entries
from cannlint.rules.rule import Rule
from cannlint.syntax.customize_dtypes import DtypeEntry
from cannlint.text.span import Span

RULE = Rule(
    "CD204",
    "unsupported-combination",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    needs_library=True,
)

_HELP = (
    "write `{first}`",
    "write `{first}` or `{second}`",
    "write `{first}`, `{second}` or `{third}`",
)
_NOTE = "the operator leaves the AI Core, or the compile fails; from {where}"


@RULE.check
def unsupported_combination(reading: CustomizeDtypes, operators: Operators) -> Iterator[Diagnostic]:
    """Every entry whose dtypes no column has, on all SoCs or on one that is asked for."""
    for entry, found in known_entries(reading, operators):
        failing = [folder for folder in found if matching(entry, found[folder]) == ()]
        if not failing or (len(failing) < len(found) and not operators.socs):
            continue
        combinations = nearest_columns(entry, [found[folder] for folder in failing], len(_HELP))
        first, second, third = (*combinations, "", "")[: len(_HELP)]
        yield RULE.at(
            _lists(entry),
            _message(len(failing), len(found)),
            label="no such combination",
            help=_HELP[len(combinations) - 1],
            note=_NOTE,
            op=entry.name,
            folders=tuple(failing),
            first=(first,),  # tuples: an entry to write must not be shortened
            second=(second,),
            third=(third,),
            where=operators.where,
        )


def _message(failing: int, considered: int) -> str:
    if failing < considered:
        return "`{op}` has no kernel with these dtypes on {folders}"
    return "`{op}` has no kernel with these dtypes"


def _lists(entry: DtypeEntry) -> Span:
    """From the first dtype to the last."""
    spans = [span for span in (entry.inputs_span, entry.outputs_span) if span.start < span.end]
    return Span(spans[0].start, spans[-1].end)
