"""Another option makes the TensorFlow adapter ignore or change this one.

The adapter accepts both options, and the value of the first one never reaches GE.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["shape_generalization_mode"].s = tf.compat.as_bytes("FULL")
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["jit_compile"].s = tf.compat.as_bytes("true")
custom_op.parameter_map["shape_generalization_mode"].s = tf.compat.as_bytes("FULL")
```

## What CANN does

* The adapter reads `shape_generalization_mode` only if `jit_compile` is `true`; the default of
  `jit_compile` is `auto`.
* With `dynamic_input` the adapter compiles as if `jit_compile` were `true`.

Source: manual/tensorflow.md#options-without-effect
"""

from __future__ import annotations

from cannlint.jobs.conditions import holds
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.tables import table_of
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.tables import Together

RULE = JobRule(
    "JB351",
    "overridden-option",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("tf1", "onnxruntime"),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def overridden_option(job: Job) -> Findings:
    """Report each option whose value another one overrides."""
    for change in table_of(job.front_end).changed_together if job.compiles else ():
        setting = job.get(change["option"])
        if setting is not None and holds(job, change["options"]):
            yield _finding(job, setting, change)


def _finding(job: Job, setting: Setting, change: Together) -> Diagnostic:
    finding = RULE.at(
        setting.value_span,
        "`{name}` has no effect here",
        label="ignored",
        help="{advice}",
        note="{effect}",
        name=option_name(job, setting),
        advice=Phrase(change["help"]),
        effect=Phrase(change["effect"]),
        source=setting.source,
    )
    for option in change["options"]:
        other = job.get(option)
        if other is not None and other is not setting:
            finding = finding.also(other.span, "set here", other.source)
    return finding
