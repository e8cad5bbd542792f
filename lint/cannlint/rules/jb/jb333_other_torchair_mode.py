"""torchair does not use this option in the selected mode.

The option may have no effect. In the mode `max-autotune` torchair compiles the graph with GE. In
the mode `reduce-overhead` it captures the kernels of an eager run, so most options of GE have no
effect. Some options are for `reduce-overhead` only.

## Example

```job
[job.net]
front-end = "torchair"
mode = "reduce-overhead"
"ge_config.oo_level" = "O1"
```

## Write instead

```job
[job.net]
front-end = "torchair"
mode = "max-autotune"
"ge_config.oo_level" = "O1"
```

## What CANN does

torchair warns once that these options may not take effect or may fail, and continues. With
`oo_level = "O1"` it sends a topological order of its own instead of `topology_sorting_strategy`,
without a warning.

Source: manual/torch.md#torchair
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.values import normal_text, verdict
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Severity, Stage

RULE = JobRule(
    "JB333",
    "other-torchair-mode",
    Severity.WARNING,
    JOB_KINDS,
    about=("torchair",),
    stage=Stage.FRONT_END,
)

_MODE = "torchair_mode"
_DEFAULT_MODE = "max-autotune"


@RULE.check
def other_torchair_mode(job: Job) -> Findings:
    """Report every option that another one takes the effect from (tables: `unused_with`)."""
    if job.front_end is not FrontEnd.TORCHAIR:
        return
    for setting in job.settings:
        is_known = setting.value is not None or setting.value_type is not None
        if setting.spec is None or not is_known or setting.value_type == "none":
            continue
        if verdict(setting) is not None:
            continue
        for option, values in setting.spec.unused_with.items():
            chosen = job.get(option)
            value = _value(job, option)
            unused = values.get(value or "")
            is_read = option == _MODE or _value(job, _MODE) == _DEFAULT_MODE
            if is_read and unused is not None and _is_among(setting, unused):
                yield _finding(setting, option, value or "", chosen)


def _is_among(setting: Setting, values: list[str]) -> bool:
    return not values or normal_text(setting) in values


def _value(job: Job, option: str) -> str | None:
    """The value of an option in a job; the mode has a default."""
    if option == _MODE and job.lacks(option):
        return _DEFAULT_MODE
    return job.value(option)


def _finding(setting: Setting, option: str, value: str, chosen: Setting | None) -> Diagnostic:
    is_mode = option == _MODE
    finding = RULE.at(
        setting.span,
        "`{key}` is not for the mode `{value}`"
        if is_mode
        else "`{key}` has no effect beside `{option}` `{value}`",
        label="may have no effect" if is_mode else "no effect",
        help="remove it, or choose the other mode" if is_mode else "remove it",
        note="torchair warns that it may not take effect or may fail"
        if is_mode
        else "torchair sends another value instead, without a message",
        key=setting.key,
        option=option,
        value=value,
        source=setting.source,
    )
    if chosen is not None:
        finding.also(chosen.span, "the mode" if is_mode else "this one", source=chosen.source)
    return finding
