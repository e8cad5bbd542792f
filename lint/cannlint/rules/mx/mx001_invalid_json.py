"""The file is not valid JSON, and CANN refuses it.

CANN reads a mixlist with a strict JSON reader, and its message names only the file. cannlint
reports the place of every mistake. Comments and trailing commas have their own rules, MX002 and
MX003.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Cast" "Xlog1py"]
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Cast", "Xlog1py"]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import INVALID_JSON
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.json_faults import fault_finding

RULE = Rule(
    "MX001",
    "invalid-json",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(INVALID_JSON,),
    fix=FixKind.UNSAFE,
    cann="E21002",
)

_NOTE = (
    "CANN stops with E21002 while the engine starts; the message names the file but not the place"
)


@RULE.check
def invalid_json(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report every syntax error except comments and trailing commas."""
    for fault in reading.parts_with(INVALID_JSON):
        yield fault_finding(RULE, reading.source, fault, _NOTE)
