"""Line of 1024 bytes or more: CANN drops it and the rest of the file.

CANN reads each line into a buffer of 1024 bytes. When a line does not fit, CANN stops reading as
if the file ended before it. The line end does not count, and a Chinese character has three bytes.
Shorten the line, or name the operator by its type.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16
<pad 1024>::InputDtype:float16
OpType::Add:InputDtype:float16,float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16
OpType::Add:InputDtype:float16,float16
```

## What CANN does

CANN accepts the file with only the entries above this line. It gives no message and writes no log
line.

Source: manual/customize-dtypes.md#lines
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lines import LINE_BUFFER
from cannlint.formats.customize_dtypes.reading import LONG_LINE, CustomizeDtypes
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "CD101", "line-too-long", Severity.WARNING, (Kind.CUSTOMIZE_DTYPES,), about=(LONG_LINE,)
)


@RULE.check
def line_too_long(reading: CustomizeDtypes) -> Findings:
    """Report the first line that does not fit into CANN's buffer."""
    source = reading.source
    for line in reading.parts_with(LONG_LINE):
        following = len(list(source.lines())) - source.position(line.start)[0]
        yield RULE.at(
            line,
            "this line has {length} bytes; CANN drops it and the rest of the file"
            if following
            else "this line has {length} bytes; CANN drops it",
            label="CANN reads up to here",
            help="shorten the line to less than {limit} bytes, or name the operator by its type",
            note="CANN reads lines into a buffer of {limit} bytes, and stops at a line that "
            "does not fit",
            length=len(source.slice(line).encode("utf-8", "surrogateescape")),
            following=following,
            limit=LINE_BUFFER,
        )
