"""The option is set again further on: this value has no effect.

The last value that a script sets before the session starts, the device opens or the graph is
compiled counts.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("force_fp16")
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
```

## What CANN does

A parameter_map has one value for each key and field, `npu.global_options()` one for each attribute,
and each `ms.set_context(ascend_config={...})` puts its keys in the place of those before. Nothing
is said of the same value twice, of branches, of the objects that `JitConfig(...)` makes, each of
which has its own, and of torch_npu and torchair, whose options may change while a script runs.

Source: manual/tensorflow.md#session-options-of-tensorflow-1
"""

from __future__ import annotations

from cannlint.jobs.facts import SET_AGAIN
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.values import differ
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB385",
    "overwritten-setting",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT),
    about=(SET_AGAIN,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_FRONT_ENDS = (FrontEnd.TF1, FrontEnd.TF2, FrontEnd.MINDSPORE)
_OBJECT = "JitConfig"
"""What makes an object of its own at each call."""


@RULE.check
def overwritten_setting(job: Job) -> Findings:
    """Report each value that another one of the same key replaces."""
    if job.front_end not in _FRONT_ENDS:
        return
    last: dict[tuple[str, str, str | None, str | None], Setting] = {}
    for setting in reversed(job.settings):
        spec = setting.spec
        if spec is None or spec.first_wins or spec.repeat or setting.via == _OBJECT:
            continue
        field = setting.type if setting.via == "parameter_map" else ""
        key = (setting.key, field, setting.via, setting.level)
        later = last.setdefault(key, setting)
        if _is_before(setting, later) and differ(setting, later):
            yield RULE.at(
                setting.span,
                "`{name}` is set again below: this value has no effect",
                label="overwritten",
                help="keep one of the two",
                note="the last value counts",
                name=option_name(job, setting),
                source=setting.source,
            ).also(later.span, "set again here", later.source)


def _is_before(setting: Setting, later: Setting) -> bool:
    return setting.source is later.source and setting.span.start < later.span.start
