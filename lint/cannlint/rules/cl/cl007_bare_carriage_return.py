"""A carriage return without a line feed does not end a line for CANN.

CANN ends a line only at a line feed. Files of old Macs, and texts that went through the wrong
converter, have only carriage returns. An editor then shows several lines where CANN reads one. In
JSON, both characters are whitespace.

## Example

```keep_dtype
conv1/Conv2D␍conv2/Conv2D
```

## Write instead

```keep_dtype
conv1/Conv2D
conv2/Conv2D
```

## What CANN does

CANN reads the text before and after the carriage return as one entry. The result is a name that
matches nothing, a mode that does not exist, or a data type that CANN refuses.

Source: manual/index.md#bytes-of-a-file
"""

from __future__ import annotations

import re

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.kinds import LINE_KINDS
from cannlint.reading.base import BARE_CARRIAGE_RETURN, Reading
from cannlint.rules.api import Findings, FixKind, Rule, Severity, Span, replace
from cannlint.rules.rule import READ_BY

RULE = Rule(
    "CL007",
    "bare-carriage-return",
    Severity.WARNING,
    LINE_KINDS,
    about=(BARE_CARRIAGE_RETURN,),
    fix=FixKind.UNSAFE,
)

_BLANKS = re.compile(r"(?<![^\S\n])[^\S\n]+(?=\S)")
"""A carriage return with text after it on the line; CANN removes those at the end of a line."""


@RULE.check
def bare_carriage_return(reading: Reading) -> Findings:
    """Report all carriage returns that look like line ends, as one finding."""
    if isinstance(reading, FusionSwitch) and reading.means_json:
        return
    source = reading.source
    if "\r" not in source.text:
        return
    last = len(source.text)
    if isinstance(reading, CustomizeDtypes) and reading.cut_off is not None:
        last = reading.cut_off.start
    found = [
        Span(at, at + 1)
        for blanks in _BLANKS.finditer(source.text, 0, last)
        for at in range(*blanks.span())
        if source.text[at] == "\r"
    ]
    if not found:
        return
    yield RULE.at(
        found[0],
        "for CANN, a carriage return without a line feed does not end the line"
        if len(found) == 1
        else "for CANN, {count} carriage returns without a line feed do not end their lines",
        label="the line continues",
        help="save the file with line feeds",
        note="CANN reads the text before and after it as one entry",
        stage=READ_BY.get(reading.kind),
        count=len(found),
    ).with_fix("write line feeds", *(replace(span, "\n") for span in found), safe=False)
