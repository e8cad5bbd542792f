"""The text file contains a NUL byte.

A NUL byte is not text: the file is damaged, or it is UTF-16 without a byte order mark. In a
customize_dtypes file, CANN does not see the rest of the line. In the other line formats, the byte
becomes part of a name, which then matches nothing. In JSON, MX001 and FS001 report the byte.

## Example

```keep_dtype
Relu␀_1
```

## Write instead

```keep_dtype
Relu_1
```

## What CANN does

CANN reads the byte as the end of the line (customize_dtypes) or as a character of a name.

Source: manual/index.md#bytes-of-a-file
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.kinds import FORMATS, LINE_KINDS
from cannlint.reading.base import NUL_BYTE, Reading
from cannlint.rules.api import Findings, Rule, Severity, Span
from cannlint.rules.rule import READ_BY

_KINDS = tuple(kind for kind in LINE_KINDS if not FORMATS[kind].is_json)

RULE = Rule("CL006", "nul-byte", Severity.WARNING, _KINDS, about=(NUL_BYTE,))


@RULE.check
def nul_byte(reading: Reading) -> Findings:
    """Report the first NUL byte of a file in a line format."""
    at = reading.source.text.find("\0")
    if at < 0:
        return
    cuts = isinstance(reading, CustomizeDtypes)
    if isinstance(reading, CustomizeDtypes) and reading.cut_off and at >= reading.cut_off.start:
        return
    yield RULE.at(
        Span(at, at + 1),
        "the line has a NUL byte; CANN does not read the rest of the line"
        if cuts
        else "the line has a NUL byte, which is not text",
        label="NUL",
        help="remove the byte, or save the file as UTF-8",
        note=None if cuts else "a name with a NUL byte matches nothing",
        stage=READ_BY.get(reading.kind),
    )
