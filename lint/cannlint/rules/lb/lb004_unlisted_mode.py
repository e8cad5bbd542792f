"""A built-in mode file sets a mode for an operator that the list of modes does not have.

`all_ops_impl_mode.ini` lists the modes that operators are built for. CANN itself does not read it,
so the entry counts, but nothing shows that the operator has such a mode. cannlint reports this
only if the list is in the folder of the mode file.

## Example

```console
$ grep -h RotaryMulGrad high_precision.ini all_ops_impl_mode.ini
RotaryMulGrad=high_precision
```

## Write instead

```console
$ grep -h Gelu= high_precision.ini all_ops_impl_mode.ini
Gelu=high_precision
Gelu=high_performance,high_precision
```

## What CANN does

CANN passes the mode to the kernel and does not check whether the kernel has it.

Source: manual/implementation-modes.md#modes
"""

from __future__ import annotations

from cannlint.cann.modes import MODE_LIST
from cannlint.formats.impl_mode.reading import UNLISTED_OPERATOR, ImplMode
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule("LB004", "unlisted-mode", Severity.INFO, (Kind.IMPL_MODE,), about=(UNLISTED_OPERATOR,))


@RULE.check
def unlisted_mode(reading: ImplMode) -> Findings:
    """Report every effective entry whose operator is not in the list."""
    for record in reading.parts_with(UNLISTED_OPERATOR):
        if record.line.key is not None:
            yield RULE.at(
                record.line.key,
                "`{op}` is not in `{mode_list}`, so its kernel may not have this mode",
                label="not in the list",
                help="check whether the kernel of `{op}` has `{mode}`",
                note="CANN does not read the list; it passes the mode to the kernel unchecked",
                op=record.line.name,
                mode=record.line.mode,
                mode_list=MODE_LIST,
            )
