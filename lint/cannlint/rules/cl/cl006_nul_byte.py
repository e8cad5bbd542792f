"""A NUL byte in a text file.

A NUL byte is no text: the file was damaged, or it is UTF-16 without its mark. In a
customize_dtypes file CANN does not see the rest of the line; in the other line formats the
byte becomes part of a name, which then matches nothing; JSON files are refused.

## Example

```keep_dtype
Relu␀_1
```

## Write instead

```keep_dtype
Relu_1
```

## What CANN does

It takes the byte for the end of the line (customize_dtypes), for a character of a name, or
refuses the file (JSON).

Source: resolution.md 3.1, 4.2 and 5.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.reading.base import Reading
from cannlint.rules.rule import Rule
from cannlint.text.span import Span

RULE = Rule("CL006", "nul-byte", Severity.WARNING, CONFIG_KINDS)


@RULE.check
def nul_byte(reading: Reading) -> Iterator[Diagnostic]:
    """The first NUL byte."""
    at = reading.source.text.find("\0")
    if at < 0:
        return
    cuts = reading.kind is Kind.CUSTOMIZE_DTYPES
    yield RULE.at(
        Span(at, at + 1),
        "a NUL byte; CANN does not see the rest of the line"
        if cuts
        else "a NUL byte, which is no text",
        label="NUL",
        help="remove the byte, or save the file as UTF-8",
        note=None if cuts or not reading.accepted else "a name with a NUL byte matches nothing",
    )
