"""The file has a trailing comma, and CANN refuses the whole file.

In JSON, another entry must follow each comma. If you remove the last entry of a list, remove the
comma before it too.

## Example

```mixlist
{
  "black-list": {
    "to-add": [
      "Cast",
      "Xlog1py",
    ]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": [
      "Cast",
      "Xlog1py"
    ]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import TRAILING_COMMA
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.json_faults import fault_finding

RULE = Rule(
    "MX003",
    "trailing-comma",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(TRAILING_COMMA,),
    fix=FixKind.SAFE,
    cann="E21002",
)

_NOTE = (
    "CANN stops with E21002 while the engine starts; the message names the file but not the place"
)


@RULE.check
def trailing_comma(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report every comma before a closing bracket."""
    for fault in reading.parts_with(TRAILING_COMMA):
        yield fault_finding(RULE, reading.source, fault, _NOTE)
