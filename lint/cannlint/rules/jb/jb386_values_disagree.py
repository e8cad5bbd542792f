"""Two places of the script say different things about the same.

One of the two values has no effect, or the adapter compares them.

## Example

```tf_script
os.environ["ASCEND_DEVICE_ID"] = "1"
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["session_device_id"].i = 0
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["session_device_id"].i = 0
```

## What CANN does

* `iterations_per_loop` has to be the number that `set_iteration_per_loop` gets.
* `is_tailing_optimization` has to be that of `NPUOptimizer`.
* `session_device_id` wins over the environment variable ASCEND_DEVICE_ID.
* GE starts once in a process: of ONNX Runtime's sessions for CANN the first one that compiles
  decides `precision_mode`, `op_select_impl_mode` and `optypelist_for_implmode`; those of others are
  ignored without a message.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

from cannlint.jobs.facts import NOT_FIRST
from cannlint.jobs.model import Job
from cannlint.jobs.tables import table_of
from cannlint.jobs.values import differ
from cannlint.rules.api import Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB386",
    "values-disagree",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT),
    about=("set_iteration_per_loop", "npu_optimizer_tailing", "ASCEND_DEVICE_ID", NOT_FIRST),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_PROCESS = "process"


@RULE.check
def values_disagree(job: Job) -> Findings:
    """Report each pair of options that are to have the same value, and do not."""
    for pair in table_of(job.front_end).agree if job.compiles else ():
        first, second = job.get(pair["first"]), job.get(pair["second"])
        if first is None or second is None or not differ(first, second):
            continue
        yield RULE.at(
            second.span,
            "`{name}` is {value} here, and `{other}` is {other_value}",
            label="another value",
            help="{advice}",
            note="{effect}",
            name=option_name(job, second),
            value=second.value or "",
            other=option_name(job, first),
            other_value=first.value or "",
            advice=Phrase(pair["help"]),
            effect=Phrase(pair["effect"]),
            source=second.source,
        ).also(first.span, "the other value", first.source)
    yield from _not_of_the_first(job)


def _not_of_the_first(job: Job) -> Findings:
    """Report the options of a session that another one of the process has decided."""
    for setting in job.settings if job.earlier is not None else ():
        if setting.spec is None or setting.spec.repeat != _PROCESS or setting.value is None:
            continue
        before = next((one for one in job.earlier or () if one.key == setting.key), None)
        if before is not None and not differ(before, setting):
            continue
        finding = RULE.at(
            setting.span,
            "`{name}` is {value} here, but the first session of the process decides",
            label="not of the first session",
            help="give all sessions the same value, or run them in processes of their own",
            note="GE starts once in a process: the value is ignored without a message",
            name=option_name(job, setting),
            value=setting.value,
            source=setting.source,
        )
        yield finding if before is None else finding.also(before.span, "the first", before.source)
