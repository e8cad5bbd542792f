"""The file is not JSON: CANN refuses it.

CANN reads a mixlist with a strict JSON reader. Its message names the file; this rule names
every place, and goes on after each. Comments and commas before a closing bracket have rules
of their own, MX002 and MX003.

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

It stops with E21002, which it reports twice, while the engine starts.

Source: resolution.md 5.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.json_faults import fault_finding
from cannlint.rules.rule import FixKind, Rule

RULE = Rule(
    "MX001",
    "invalid-json",
    Severity.ERROR,
    (Kind.MIXLIST,),
    fix=FixKind.UNSAFE,
    cann="E21002",
)

_NOTE = "engine initialisation fails with E21002; the message names the file, not the place"


@RULE.check
def invalid_json(reading: Mixlist) -> Iterator[Diagnostic]:
    """Every fault but comments and commas at the end."""
    for fault in reading.parts_with(Fact.INVALID_JSON):
        yield fault_finding(RULE, reading.source, fault, _NOTE)
