"""The file is not UTF-8.

CANN supports only UTF-8 and does not convert other encodings. It refuses JSON files in another
encoding. It compares the line formats byte by byte: it accepts a node name in GBK, but the name
matches nothing, because the names of a model are UTF-8.

## Example

```customize_dtypes
<byte bd><byte da><byte b5><byte e3>/Relu::InputDtype:float16
```

## Write instead

```customize_dtypes
节点/Relu::InputDtype:float16
```

## What CANN does

CANN refuses a JSON file (E21002 for modify_mixlist, E20003 for a fusion switch file). It reads the
bytes of the other formats unchanged, and cannlint then reports a warning.

Source: manual/index.md#bytes-of-a-file
"""

from __future__ import annotations

from cannlint.kinds import FORMATS
from cannlint.reading.base import UNDECODABLE_BYTE, Reading
from cannlint.rules.api import CONFIG_KINDS, LIBRARY_KINDS, Findings, Rule, Severity, Span
from cannlint.rules.rule import READ_BY

RULE = Rule(
    "CL004",
    "undecodable-file",
    Severity.ERROR,
    CONFIG_KINDS + LIBRARY_KINDS,
    about=(UNDECODABLE_BYTE,),
)


@RULE.check
def undecodable_file(reading: Reading) -> Findings:
    """Report the first byte that is not UTF-8."""
    source = reading.source
    at = source.bad_byte
    if at is None:
        return
    start = len(source.data[:at].decode("utf-8"))
    encoding = source.likely_encoding
    # of JSON, CANN accepts only UTF-8
    refused = not reading.accepted and FORMATS[reading.kind].is_meant_as_json(reading)
    yield RULE.at(
        Span(start, start + 1),
        "byte {number} is not UTF-8; the file looks like {encoding}"
        if encoding
        else "byte {number} is not UTF-8",
        label="0x{byte}",
        help="save the file as UTF-8",
        note="CANN refuses the file"
        if refused
        else "CANN compares bytes: a name in another encoding matches nothing",
        severity=Severity.ERROR if refused else Severity.WARNING,
        stage=READ_BY.get(reading.kind),
        cann=reading.codes[0] if reading.codes else None,
        number=at + 1,
        byte=f"{source.data[at]:02x}",
        encoding=encoding,
    )
