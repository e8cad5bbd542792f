"""`optypelist_for_implmode` names an operator type that the operator library does not have.

The entry has no effect unless your model has an operator of this type. The option is a list of
operator types, separated by commas. It does not accept node names, files or other separators.

An unknown type is misspelt, belongs to another SoC or release, or is a custom operator. List your
custom operators under `extra-ops` in cannlint.toml. cannlint reports nothing if CANN does not read
the list.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
optypelist_for_implmode = "SoftMaxV2"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_precision_mode = "net.ini"
```

```file net.ini
SoftmaxV2=high_precision
```

## What CANN does

CANN accepts any name without a message. The mode has no effect if the model has no node of this
type.

Source: manual/implementation-modes.md#which-source-counts, manual/operator-libraries.md#releases
"""

from __future__ import annotations

from cannlint.cann.option_names import LIST
from cannlint.formats.op_precision.lookup import is_known
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.lookup import unknown_type as look_up_type
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import listed_types
from cannlint.rules.unknown_type import unknown_type

RULE = JobRule(
    "JB201",
    "unknown-op-type",
    Severity.WARNING,
    JOB_KINDS,
    about=(LIST,),
    needs_library=True,
    stage=Stage.COMPILER,
)


@RULE.check
def unknown_op_type(job: Job, operators: Operators) -> Findings:
    """Report every item of the list that is not an operator of the selected SoCs."""
    found = listed_types(job)
    for op_type, span in found[1].items(",") if found is not None else ():
        if not operators.everywhere(op_type) and is_known(op_type, operators):
            continue  # all_ops_impl_mode.ini of the release lists it
        unknown = look_up_type(op_type, operators)
        if unknown is not None:
            note = "CANN takes any name in the list without a message; from {where}"
            finding = unknown_type(RULE, span, unknown, operators, note)
            finding.source = found[1].source if found is not None else None
            yield finding
