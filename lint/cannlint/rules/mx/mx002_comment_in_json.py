"""The file contains a comment, and CANN refuses the whole file.

JSON has no comments. The samples in the vendor's manual explain each list with `//` comments, so
they do not work if you copy them unchanged.

## Example

```mixlist
{
  "black-list": {
    "to-add": ["Xlog1py"] // keep float32
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Xlog1py"]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. It reports the error twice. A comment after the
last bracket does no harm, because CANN does not read it (see MX105).

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import JSON_COMMENT
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.json_faults import fault_finding

RULE = Rule(
    "MX002",
    "comment-in-json",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(JSON_COMMENT,),
    fix=FixKind.SAFE,
    cann="E21002",
)

_NOTE = (
    "CANN stops with E21002 while the engine starts, also for the vendor's own samples "
    "with comments"
)


@RULE.check
def comment_in_json(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report every comment before the end of the value."""
    for fault in reading.parts_with(JSON_COMMENT):
        yield fault_finding(RULE, reading.source, fault, _NOTE)
