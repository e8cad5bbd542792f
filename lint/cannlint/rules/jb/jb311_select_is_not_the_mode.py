"""`op_select_implmode` selects a file in which operators may have the other mode.

Some operators do not get the mode that the name of the option suggests. For example, in CANN
8.1.RC1 `high_performance.ini` sets 22 of its 60 operators to `high_precision`. A list of operators
has the mode for each of them. cannlint reports this for front ends without `op_precision_mode`; for
the others JB313 says it.

## Example

```torch_script
import torch_npu
torch_npu.npu.set_option({"ACL_OP_SELECT_IMPL_MODE": "high_performance"})
```

## Write instead

```torch_script
import torch_npu
torch_npu.npu.set_option(
    {"ACL_OP_SELECT_IMPL_MODE": "high_performance", "ACL_OPTYPELIST_FOR_IMPLMODE": "Gelu"}
)
```

## What CANN does

CANN gives each operator the mode that the built-in file names for it.

Source: manual/implementation-modes.md#built-in-files
"""

from __future__ import annotations

from cannlint.cann.modes import SELECT_PLAIN
from cannlint.cann.option_names import FILE, LIST, SELECT
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import has_option, implmode_setting

RULE = JobRule(
    "JB311", "select-is-not-the-mode", Severity.INFO, JOB_KINDS, about=(SELECT,), needs_library=True
)

_NAMED = 6
"""The note names at most this many operators."""


@RULE.check
def select_is_not_the_mode(job: Job, operators: Operators) -> Findings:
    """Report a mode whose built-in file sets operators to the other mode."""
    select = implmode_setting(job)
    if select is None or select.value not in SELECT_PLAIN or job.get(LIST) is not None:
        return
    entries = operators.library.mode_files.get(select.value, {})
    others = [op for op, mode in entries.items() if mode in SELECT_PLAIN and mode != select.value]
    if others and not has_option(job, FILE):
        yield RULE.at(
            select.value_span,
            "{count} of the {total} operators of {file}.ini get `{other}`",
            label="not the mode of every operator",
            help="`cannlint library show` lists the modes of an operator",
            note="{names} and more; from {where}" if len(others) > _NAMED else "{names}; {where}",
            count=len(others),
            total=len(entries),
            file=select.value,
            other=next(mode for mode in SELECT_PLAIN if mode != select.value),
            names=tuple(others[:_NAMED]),
            where=operators.where,
            source=select.source,
        )
