"""The flag `precision_reduce` is neither true nor false, so CANN cannot load the store.

The flag puts an operator in a mixed-precision list: `true` means the white list, `false` means the
black list. An operator without the flag is in the gray list.

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

CANN fails to load the store, which means every operator of that folder.

Source: manual/operator-libraries.md#files
"""

from __future__ import annotations

from cannlint.formats.ops_info.reading import BAD_FLAG, OpsInfo, place
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule("LB005", "bad-precision-reduce", Severity.ERROR, (Kind.OPS_INFO,), about=(BAD_FLAG,))

_MOST = 100
"""The most findings of one file."""


@RULE.check
def bad_precision_reduce(reading: OpsInfo) -> Findings:
    """Report every invalid flag."""
    for fault in reading.parts_with(BAD_FLAG)[:_MOST]:
        yield RULE.at(
            place(reading, fault.path),
            "invalid precision_reduce flag `{flag}`; CANN cannot initialise the operator `{op}`",
            label="neither true nor false",
            help="write true (white list), false (black list), or no flag at all (gray list)",
            note="CANN cannot load the whole store, so engine initialisation fails",
            flag=str(fault.values["flag"]),
            op=fault.path[0],
        )
