"""A dtype that CANN does not know: it refuses the whole file.

CANN takes its own names only, in any case: `float16`, `bfloat16`, `float32` (or `float`),
`int8` and so on. The short names of other frameworks, `fp16`, `bf16`, `half`, are refused,
and so is `undefined`. To leave a position open write nothing between the commas.

## Example

```customize_dtypes
OpType::MatMulV2:InputDtype:fp16,fp16,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float32
```

## What CANN does

It reports E20003 with the dtype, then stops with E20101 for the file.

Source: resolution.md 1.3 and 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts.dtypes import DTYPES, MISTAKEN
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, Refusal
from cannlint.rules.nearest import nearest
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.edits import replace

RULE = Rule(
    "CD004",
    "unknown-dtype",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    fix=FixKind.UNSAFE,
    cann="E20003",
)


@RULE.check
def unknown_dtype(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every item of a list that is no dtype."""
    for _, fault in reading.faults(Refusal.UNKNOWN_DTYPE):
        written = reading.source.slice(fault.span)
        meant = MISTAKEN.get(written.lower()) or nearest(written, DTYPES)
        finding = RULE.at(
            fault.span,
            "`{written}` is no dtype of CANN",
            label="did you mean `{meant}`?" if meant else "not a dtype",
            help="write `{meant}`" if meant else _HELP,
            note="CANN reports E20003 for the dtype and E20101 for the file, and stops",
            written=written,
            meant=meant,
        )
        yield (
            finding.mend("write `{meant}`", replace(fault.span, meant), safe=False)
            if meant
            else finding
        )


_HELP = "write CANN's name (float16, bfloat16, float32, int8, ...), or nothing to leave it open"
