"""OutputDtype before InputDtype: CANN refuses the whole file.

When a line has both lists, the inputs come first.

## Example

```customize_dtypes
OpType::Relu:OutputDtype:float16,InputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It stops with E20101 while the engine starts. The reason is written to the internal log only.

Source: resolution.md 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, Refusal
from cannlint.rules.rule import FixKind, Rule
from cannlint.syntax.customize_dtypes import INPUT_KEYWORD
from cannlint.text.edits import replace
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

RULE = Rule(
    "CD005",
    "output-before-input",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    fix=FixKind.SAFE,
    cann="E20101",
)


@RULE.check
def output_before_input(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every line whose lists stand in the wrong order."""
    text = reading.source.text
    for record, fault in reading.faults(Refusal.OUTPUT_FIRST):
        inputs_at = text.find(INPUT_KEYWORD, fault.span.end, record.line.end)
        inputs = trimmed(text, inputs_at, record.line.end, C_BLANKS + ",")
        outputs = trimmed(text, fault.span.start, inputs_at, C_BLANKS + ",")
        swapped = f"{reading.source.slice(inputs)},{reading.source.slice(outputs)}"
        yield (
            RULE.at(
                fault.span,
                "`OutputDtype` stands before `InputDtype`; CANN refuses the whole file",
                label="comes after the inputs",
                help="write the inputs first",
                note="engine initialisation fails with E20101",
            )
            .also(Span(inputs_at, inputs_at + len(INPUT_KEYWORD)), "the inputs begin here")
            .mend("put the inputs first", replace(Span(outputs.start, inputs.end), swapped))
        )
