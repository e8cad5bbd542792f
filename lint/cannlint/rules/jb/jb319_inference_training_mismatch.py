"""The option is for training only, but the job is inference, or the other way round.

The option may have no effect. For each session option the manual says whether it is for training,
for online inference or for both. `graph_run_mode` sets which of them the session is. cannlint does
not report a value that equals the default.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["graph_run_mode"].i = 0
custom_op.parameter_map["hccl_timeout"].i = 600
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["graph_run_mode"].i = 1
custom_op.parameter_map["hccl_timeout"].i = 600
```

## What CANN does

CANN accepts the option. The manual does not describe its effect in this kind of session.

Source: the vendor's page of session configurations
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.profiling import TRACE, profiling_object
from cannlint.jobs.settings import Setting
from cannlint.jobs.values import verdict
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name
from cannlint.syntax.json_nodes import Node

RULE = JobRule(
    "JB319",
    "inference-training-mismatch",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("graph_run_mode",),
    stage=Stage.COMPILER,
)

_USES = {"0": "inference", "1": "training"}
_TRAINING = Phrase("training")
_INFERENCE = Phrase("online inference")


@RULE.check
def inference_training_mismatch(job: Job) -> Findings:
    """Report every option for the other use, if the job sets graph_run_mode."""
    mode = job.get("graph_run_mode")
    use = _USES.get(mode.value or "") if mode is not None else None
    if mode is None or use is None:
        return
    for setting in job.settings:
        is_told = verdict(setting) is not None  # CANN may refuse the value: JB002 reports it
        if _is_for_other(setting, use) and not is_told and not _is_default(setting):
            yield RULE.at(
                setting.key_span,
                "according to the manual, `{name}` is for {other} only, but this job is {use}",
                label="for {other}",
                help="remove it, or set `graph_run_mode` to what the script does",
                note="CANN accepts it; its effect here is not documented",
                name=option_name(job, setting),
                other=_TRAINING if use == "inference" else _INFERENCE,
                use=_TRAINING if use == "training" else _INFERENCE,
                source=setting.source,
            ).also(mode.span, "set here", mode.source)
    profiling = profiling_object(job) if use == "inference" else None
    trace = profiling[1].last(TRACE) if profiling is not None else None
    if profiling is not None and trace is not None and trace.plain == "on":
        yield _training_trace(profiling[0], trace).also(mode.span, "set here", mode.source)


def _training_trace(setting: Setting, trace: Node) -> Diagnostic:
    return RULE.at(
        setting.part(trace.span.start, trace.span.end),
        "`{trace}` of `{name}` is for training only; this is online inference",
        label="for training",
        help="remove it, or use task_trace and aicpu",
        note="CANN accepts it, but there are no iterations to record",
        trace=TRACE,
        name=setting.key,
    )


def _is_for_other(setting: Setting, use: str) -> bool:
    uses = setting.spec.use if setting.spec is not None else ()
    return bool(uses) and use not in uses


def _is_default(setting: Setting) -> bool:
    """Whether the value is unknown or the default."""
    spec = setting.spec
    known = (spec.default, spec.manual_default) if spec is not None else ()
    return setting.value is None or setting.value in (*known, "False")
