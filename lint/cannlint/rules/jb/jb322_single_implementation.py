"""A listed operator does not have the selected mode.

The mode has no effect on this operator. `all_ops_impl_mode.ini` of the release lists the operators
with several implementations and their modes. An operator that is not in it has one implementation
only.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
optypelist_for_implmode = "Gelu,Relu"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_precision_mode = "net.ini"
```

```file net.ini
Gelu=high_precision
```

## What CANN does

CANN passes the mode to the kernel and does not check whether the kernel supports it. According to
the manual, an operator with one implementation runs that one.

Source: manual/implementation-modes.md#modes
"""

from __future__ import annotations

from cannlint.cann.option_names import LIST
from cannlint.formats.op_precision.lookup import has_no_modes, modes_of
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import listed_types

RULE = JobRule(
    "JB322",
    "single-implementation",
    Severity.WARNING,
    JOB_KINDS,
    about=(LIST,),
    needs_library=True,
    stage=Stage.COMPILER,
)


@RULE.check
def single_implementation(job: Job, operators: Operators) -> Findings:
    """Report every operator of the list that does not have the mode."""
    found = listed_types(job)
    if found is None:
        return
    select, listed = found
    for op_type, span in listed.items(","):
        modes = modes_of(op_type, operators)
        if modes and select.value in modes:
            continue
        if modes or has_no_modes(op_type, operators):
            yield RULE.at(
                span,
                "`{op}` has no implementation for `{mode}`",
                label="the mode has no effect",
                help="remove it from the list",
                note="all_ops_impl_mode.ini lists {modes} for it; from {where}"
                if modes
                else "all_ops_impl_mode.ini does not list it; from {where}",
                op=op_type,
                mode=select.value,
                modes=modes,
                where=operators.where,
                source=listed.source,
            )
