"""CANN overwrites `enable_small_channel`.

The value has no effect. In online inference (`graph_run_mode` 0) the TensorFlow adapters always
turn the option on. With `oo_level` O1 the engine turns it off when it compiles the graph.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["graph_run_mode"].i = 0
custom_op.parameter_map["enable_small_channel"].i = 0
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["graph_run_mode"].i = 0
```

## What CANN does

The adapter sets the value to 1, or the engine sets it to 0, without a message.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB309",
    "small-channel-forced",
    Severity.WARNING,
    JOB_KINDS,
    about=("enable_small_channel",),
    stage=Stage.COMPILER,
)

_OFF = ("0", "False")
_FORCING = (FrontEnd.TF1, FrontEnd.TF2)


@RULE.check
def small_channel_forced(job: Job) -> Findings:
    """Report a value that the adapter or the engine overwrites."""
    small, mode, level = map(job.get, ("enable_small_channel", "graph_run_mode", "oo_level"))
    if small is None:
        return
    if level is not None and level.value == "O1" and job.is_on("enable_small_channel"):
        yield _finding(job, small, level, "off", Stage.COMPILER)
    forces = mode is not None and mode.value == "0" and job.front_end in _FORCING
    if mode is not None and forces and small.value in _OFF:
        yield _finding(job, small, mode, "on", Stage.FRONT_END)


def _finding(job: Job, small: Setting, by: Setting, state: str, stage: Stage) -> Diagnostic:
    return RULE.at(
        small.value_span,
        "`{name}` is always {state} here: `{by}` is {value}",
        label="overwritten",
        help="remove it, or change `{by}`",
        note="CANN overwrites it without a message",
        stage=stage,
        name=option_name(job, small),
        state=state,
        by=option_name(job, by),
        value=by.value,
        source=small.source,
    ).also(by.span, "sets the value", by.source)
