"""The TensorFlow 2 adapter breaks the last switch of `optimization_switch`.

The last switch has no effect. The adapter appends a switch of its own without a semicolon. The last
switch then has a value that is neither `on` nor `off`, so the compiler ignores both switches. End
the value with a semicolon.

## Example

```job
[job.net]
front-end = "tf2"
optimization_switch = "AddNFusionPass:off"
```

## Write instead

```job
[job.net]
front-end = "tf2"
optimization_switch = "AddNFusionPass:off;"
```

## What CANN does

The compiler reads `AddNFusionPass:offforbidden_close_pass:on`, writes a warning to its log and
ignores it.

Source: manual/options.md#fusion
"""

from __future__ import annotations

from cannlint.cann.option_names import SWITCH
from cannlint.jobs.model import Job
from cannlint.jobs.python_types import CONTAINERS
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Edit,
    Findings,
    FixKind,
    JobRule,
    Severity,
    Span,
    Stage,
)
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB326",
    "last-switch-dropped",
    Severity.WARNING,
    JOB_KINDS,
    about=(SWITCH,),
    fix=FixKind.SAFE,
    stage=Stage.FRONT_END,
)


@RULE.check
def last_switch_dropped(job: Job) -> Findings:
    """Report a value that does not end in a semicolon."""
    setting = job.get(SWITCH) if job.front_end is FrontEnd.TF2 else None
    if setting is None or setting.value_type == "none":
        return
    if setting.value_type in CONTAINERS:
        yield _printed(job, setting)
    if not setting.value:
        return
    parts = list(setting.items(";"))
    if setting.value.endswith(";") or not parts:
        return
    part, span = parts[-1]
    finding = RULE.at(
        span,
        "`{part}` is ignored: the adapter appends to `{name}` without a semicolon",
        label="ignored",
        help="end the value with a semicolon",
        note="the compiler reads {part}forbidden_close_pass:on, which is not a "
        "switch, and only logs it",
        part=part,
        name=option_name(job, setting),
        source=setting.source,
    )
    if setting.source.slice(span) == part:
        finding.with_fix("end the value with a semicolon", Edit(Span(span.end, span.end), ";"))
    yield finding


def _printed(job: Job, setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.value_span,
        "`{name}` takes a string, not a value of type {type}",
        label="ignored",
        help="write the switches in a string, each with a semicolon: `PassName:on;`",
        note="the adapter passes on the value as Python prints it, and the compiler only logs it",
        name=option_name(job, setting),
        type=setting.value_type,
        source=setting.source,
    )
