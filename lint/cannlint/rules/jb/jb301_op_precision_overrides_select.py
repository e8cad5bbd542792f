"""With `op_precision_mode`, CANN ignores `op_select_implmode`.

CANN also ignores the operators of `optypelist_for_implmode`. Operators that the file does not name
use the default of their kernels, not the selected mode.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
op_precision_mode = "op_precision.ini"
```

```file op_precision.ini
Gelu=high_performance
```

## Write instead

```job
[job.net]
front-end = "atc"
op_precision_mode = "op_precision.ini"
```

```file op_precision.ini
Gelu=high_performance
```

## What CANN does

CANN applies the file only, without a message. ATC still checks the value of `--op_select_implmode`.

Source: manual/implementation-modes.md#which-source-counts
"""

from __future__ import annotations

from cannlint.cann.option_names import FILE, LIST, SELECT
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import BUILT_IN, effective
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB301",
    "op-precision-overrides-select",
    Severity.WARNING,
    JOB_KINDS,
    about=(FILE,),
    stage=Stage.COMPILER,
)


@RULE.check
def op_precision_overrides_select(job: Job) -> Findings:
    """Report the options that the file overrides: the mode and its list in one finding."""
    file, select, listed = (effective(job, option) for option in (FILE, SELECT, LIST))
    void = select or listed
    if file is None or void is None:
        return
    finding = RULE.at(
        void.span,
        "`{name}` has no effect when `{file}` is set",
        label="ignored",
        help="remove `{name}`, or put its operators into {path}",
        note="operators that the file does not name use the default of their "
        "kernels, not {mode}.ini"
        if select is not None and select.value in BUILT_IN
        else "operators that the file does not name use the default of their kernels",
        name=option_name(job, void),
        file=option_name(job, file),
        path=file.value,
        mode=void.value,
        source=void.source,
    ).also(file.span, "only this file takes effect", source=file.source)
    if select is not None and listed is not None:
        finding.also(listed.span, "also ignored", source=listed.source)
    yield finding
