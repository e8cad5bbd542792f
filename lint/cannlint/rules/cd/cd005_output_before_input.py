"""`OutputDtype` before `InputDtype`: CANN refuses the whole file.

When an entry has both lists, `InputDtype` must come first. CANN searches the whole line for the
keywords, names included. It therefore also refuses an entry with `InputDtype` whose name contains
`OutputDtype`.

## Example

```customize_dtypes
OpType::Relu:OutputDtype:float16,InputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stops with E20101 while the engine starts. It writes the reason only to its internal log.

Source: manual/customize-dtypes.md#lines, manual/customize-dtypes.md#lists-of-dtypes
"""

from __future__ import annotations

import re

from cannlint.formats.customize_dtypes.faults import Fault
from cannlint.formats.customize_dtypes.lines import INPUT_KEYWORD, OUTPUT_KEYWORD
from cannlint.formats.customize_dtypes.reading import OUTPUTS_FIRST, CustomizeDtypes, Record
from cannlint.rules.api import Edit, Findings, FixKind, Kind, Rule, Severity, Source, Span, replace

RULE = Rule(
    "CD005",
    "output-before-input",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(OUTPUTS_FIRST,),
    fix=FixKind.SAFE,
    cann="E20101",
)

_LIST = r"[:=](?:[\w \t,]*\w)?"
_LISTS = re.compile(
    rf"({OUTPUT_KEYWORD}{_LIST}?)[ \t,]*({INPUT_KEYWORD}{_LIST})[ \t,]*(?![ \t,])(?=\s*$)"
)
"""Both lists, with only dtypes and commas. Each match ends at the last dtype of its list."""


@RULE.check
def output_before_input(reading: CustomizeDtypes) -> Findings:
    """Report every line with `OutputDtype` before `InputDtype`."""
    for record, fault in reading.faults(OUTPUTS_FIRST):
        inputs_at = reading.source.text.index(INPUT_KEYWORD, fault.span.end)
        finding = RULE.at(
            fault.span,
            "`OutputDtype` before `InputDtype`: CANN refuses the whole file",
            label="must come after the inputs",
            help="write the inputs first",
            note="engine initialisation fails with E20101",
        ).also(Span(inputs_at, inputs_at + len(INPUT_KEYWORD)), "the inputs begin here")
        swap = _swap(reading.source, record, fault)
        yield finding.with_fix("put the inputs first", swap) if swap else finding


def _has_dtype(listed: str) -> bool:
    return listed[-1] not in ":="


def _swap(source: Source, record: Record, fault: Fault) -> Edit | None:
    """Return the edit that swaps the lists; None when the line has other text."""
    key = source.text[record.line.start : fault.span.start].rstrip()
    lists = _LISTS.match(source.text, fault.span.start, record.line.end)
    if lists is None or not key.endswith(":") or not (_has_dtype(lists[1]) or _has_dtype(lists[2])):
        return None
    return replace(Span(*lists.span()), f"{lists[2]},{lists[1]}")
