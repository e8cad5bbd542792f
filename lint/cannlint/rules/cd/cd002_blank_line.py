"""Blank line: CANN refuses the whole file.

A customize_dtypes file must not contain blank lines: every line must be an entry. A line with only
whitespace is a blank line, and so is an empty line after the last entry. Remove the line.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16

OpType::Add:InputDtype:float16,float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
OpType::Add:InputDtype:float16,float16,OutputDtype:float16
```

## What CANN does

CANN stops with E20101 while the engine starts, before it compiles the model. The message names the
file but not the line.

Source: manual/customize-dtypes.md#lines
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import BLANK_LINE, CustomizeDtypes
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, delete_line

RULE = Rule(
    "CD002",
    "blank-line",
    Severity.ERROR,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(BLANK_LINE,),
    fix=FixKind.SAFE,
    cann="E20101",
)


@RULE.check
def blank_line(reading: CustomizeDtypes) -> Findings:
    """Report every blank line."""
    for record, fault in reading.faults(BLANK_LINE):
        yield RULE.at(
            fault.span,
            "a blank line makes CANN refuse the whole file",
            label="CANN stops reading here",
            help="remove the line",
            note="engine initialisation fails with E20101; this format has no blank lines "
            "and no comments",
        ).with_fix("remove the line", delete_line(reading.source, record.line))
