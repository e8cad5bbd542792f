"""The manual does not list this operator for `optypelist_for_implmode`.

The mode works for this operator all the same. The manual of the TensorFlow adapter lists Pooling,
SoftmaxV2, LRN and ROIAlign only, but the compiler accepts any type. A type has the mode if the
release lists it among the operators with several implementations.

## Example

```job
[job.net]
front-end = "tf1"
op_select_implmode = "high_precision"
optypelist_for_implmode = "Pooling,Gelu"
```

## Write instead

```job
[job.net]
front-end = "tf1"
op_precision_mode = "net.ini"
```

```file net.ini
Gelu=high_precision
```

## What CANN does

The engine sets the mode for the type and passes it to the kernel.

Source: manual/implementation-modes.md#modes
"""

from __future__ import annotations

from cannlint.cann.option_names import LIST
from cannlint.formats.op_precision.lookup import modes_of
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.library.operators import Operators
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import listed_types

RULE = JobRule(
    "JB321", "list-beyond-documented", Severity.INFO, JOB_KINDS, about=(LIST,), needs_library=True
)

_DOCUMENTED = ("Pooling", "SoftmaxV2", "LRN", "ROIAlign")
_DOCUMENTED_FOR = (FrontEnd.TF1, FrontEnd.TF2)


@RULE.check
def list_beyond_documented(job: Job, operators: Operators) -> Findings:
    """Report every operator of the list that has the mode but is not in the manual."""
    found = listed_types(job)
    if found is None or job.front_end not in _DOCUMENTED_FOR:
        return
    select, listed = found
    for op_type, span in listed.items(","):
        modes = modes_of(op_type, operators)
        if op_type in _DOCUMENTED or select.value not in modes:
            continue
        yield RULE.at(
            span,
            "the manual does not list `{op}` for this option",
            label="works anyway",
            help="use a file of op_precision_mode, which may name any operator",
            note="all_ops_impl_mode.ini lists {modes} for it; from {where}",
            op=op_type,
            modes=modes,
            where=operators.where,
            source=listed.source,
        )
