"""With a `_for_all` mode, CANN ignores `optypelist_for_implmode`.

The list has no effect: a mode that ends in `_for_all` applies to all operators of its built-in
file. Use `high_precision` or `high_performance` to set the mode for the operators of the list only.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision_for_all"
optypelist_for_implmode = "Gelu"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision_for_all"
```

## What CANN does

CANN loads the built-in file of the mode and does not read the list, without a message.

Source: manual/implementation-modes.md#which-source-counts
"""

from __future__ import annotations

from cannlint.cann.modes import SELECT_IMPLMODES
from cannlint.cann.option_names import LIST
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective, implmode_setting
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB304",
    "for-all-ignores-list",
    Severity.WARNING,
    JOB_KINDS,
    about=(LIST,),
    stage=Stage.COMPILER,
)


@RULE.check
def for_all_ignores_list(job: Job) -> Findings:
    """Report a list that the mode does not use."""
    select, listed = implmode_setting(job), effective(job, LIST)
    if select is None or listed is None or select.value not in SELECT_IMPLMODES:
        return
    yield RULE.at(
        listed.span,
        "`{name}` is ignored: `{mode}` applies to all operators of its built-in file",
        label="ignored",
        help="write `{plain}` to select these operators only, or remove the list",
        note="CANN loads the whole built-in file {mode}.ini, without a message",
        name=option_name(job, listed),
        mode=select.value,
        plain=(select.value or "").removesuffix("_for_all"),
        source=listed.source,
    ).also(select.span, "applies to all operators", source=select.source)
