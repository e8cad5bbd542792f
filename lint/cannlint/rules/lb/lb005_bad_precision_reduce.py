"""A `precision_reduce` flag that is neither true nor false: CANN cannot load the store.

The flag puts an operator into a mixed-precision list: `true` into the white list, `false` into
the black list. An operator without the flag is in the gray list.

## Example

```ops_info
{
  "MyOp": {"precision_reduce": {"flag": "gray"}}
}
```

## Write instead

```ops_info
{
  "MyOp": {"opFile": {"value": "my_op"}}
}
```

## What CANN does

It fails to load the store, which is every operator of that folder.

Source: resolution.md 1.2
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.ops_info import OpsInfo, place
from cannlint.rules.rule import Rule

RULE = Rule("LB005", "bad-precision-reduce", Severity.ERROR, (Kind.OPS_INFO,))

_MOST = 100
"""Findings of one file."""


@RULE.check
def bad_precision_reduce(reading: OpsInfo) -> Iterator[Diagnostic]:
    """Every flag that puts its operator into no list."""
    for fault in reading.parts_with(Fact.BAD_FLAG)[:_MOST]:
        yield RULE.at(
            place(reading, fault.path),
            "invalid precision_reduce flag `{flag}`; operator `{op}` cannot be initialised",
            label="neither true nor false",
            help="write true (white list), false (black list), or no flag at all (gray list)",
            note="the whole store fails to load, and engine initialisation with it",
            flag=str(fault.values["flag"]),
            op=fault.path[0],
        )
