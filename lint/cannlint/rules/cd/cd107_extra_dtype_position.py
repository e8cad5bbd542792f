"""A comma too many: it makes a position that was not meant.

Every comma separates two positions, and an empty position leaves its tensor to the precision
mode. One comma before `OutputDtype` ends the input list; a second one, or one at the end of
the line, stands for a further tensor without a dtype. Nothing is said where the operator library
knows that the operator has that tensor: then the comma may well be meant.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16,
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It reads a list with one position more, open. No message.

Source: resolution.md 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Phrase, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.dtype_line import dtypes_of
from cannlint.rules.cd.columns import tensor_count
from cannlint.rules.rule import Rule
from cannlint.syntax.customize_dtypes import DtypeEntry
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators

RULE = Rule(
    "CD107",
    "extra-dtype-position",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    needs_library=True,
)


@RULE.check
def extra_dtype_position(reading: CustomizeDtypes, operators: Operators) -> Iterator[Diagnostic]:
    """Every list that ends in a comma of its own, beyond what the operator is known to have."""
    for record, entry in reading.entries_with(Fact.OPEN_POSITION):
        if not record.counts or record.is_comment:
            continue
        for side, count, commas in _final_commas(entry):
            if _has_tensor(operators, entry, side, count):
                continue
            yield RULE.at(
                commas,
                "the comma at the end of the {side}s makes {side} {count}, which is left open",
                label="one position more",
                help="remove the comma, unless the operator has that many {side}s",
                note="the comma before `OutputDtype` already ends the inputs"
                if side == "input" and entry.outputs is not None
                else None,
                side=Phrase(side),
                count=count,
            )


def _has_tensor(operators: Operators, entry: DtypeEntry, side: str, count: int) -> bool:
    """Whether the operator has so many inputs or outputs on one of the SoCs."""
    found = operators.entries(entry.name) if entry.is_type else {}
    counts = [
        tensor_count(operator.inputs if side == "input" else operator.outputs)
        for operator in found.values()
    ]
    return any(known is None or count <= known for known in counts)


def _final_commas(entry: DtypeEntry) -> Iterator[tuple[str, int, Span]]:
    """Of each list that ends in commas: the side, the last position, and the commas.

    A list of open positions only is one on purpose.
    """
    lists = (
        ("input", entry.inputs, entry.inputs_span, entry.outputs is not None),
        ("output", entry.outputs, entry.outputs_span, False),
    )
    for side, text, span, has_delimiter in lists:
        body = (text or "").rstrip(C_BLANKS)
        if has_delimiter and body.endswith(","):
            body = body[:-1].rstrip(C_BLANKS)
        if body.endswith(",") and any(dtypes_of(body)):
            first = body.index(",", len(body.rstrip(C_BLANKS + ",")))
            yield side, body.count(",") + 1, Span(span.start + first, span.start + len(body))
