"""The TensorFlow adapter refuses these options together.

Each option is legal by itself. Together the adapter refuses them, and most of these checks run
late: when the session runs its graph for the first time.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["dynamic_input"].b = True
custom_op.parameter_map["dynamic_graph_execute_mode"].s = tf.compat.as_bytes("lazy_recompile")
custom_op.parameter_map["iterations_per_loop"].i = 10
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["dynamic_input"].b = True
custom_op.parameter_map["dynamic_graph_execute_mode"].s = tf.compat.as_bytes("lazy_recompile")
custom_op.parameter_map["iterations_per_loop"].i = 1
```

## What CANN does

* `dynamic_input` with `lazy_recompile` runs one iteration in each loop only.
* The three options for shape gears (`input_shape`, `dynamic_dims`, `dynamic_node_type`) cannot be
  used with `mix_compile_mode`, `compile_dynamic_mode` or `aoe_mode`.
* `compile_dynamic_mode` cannot be used with `dynamic_input`.
* `in_out_pair` needs `mix_compile_mode`.
* `experimental_accelerate_train_mode` changes the precision mode itself: `precision_mode` can only
  be `allow_fp32_to_fp16` or `must_keep_origin_dtype`, `precision_mode_v2` only `origin`.
* `NPURunConfig` allows one iteration in each loop only with `mix_compile_mode`.

Source: manual/tensorflow.md#combinations-that-are-refused
"""

from __future__ import annotations

from cannlint.jobs.conflicts import refused_combinations
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name

RULE = JobRule(
    "JB350",
    "refused-combination",
    Severity.ERROR,
    (
        Kind.TF_SCRIPT,
        Kind.TORCH_MINDSPORE_SCRIPT,
        Kind.MSLITE_CONFIG,
        Kind.MINDFORMERS_YAML,
        Kind.JOB,
    ),
    about=("tf1", "mindformers", "mslite", "vllm_ascend"),
    stage=Stage.FRONT_END,
)


@RULE.check
def refused_combination(job: Job) -> Findings:
    """Report each combination at the option that is written last."""
    for options, settings, effect in refused_combinations(job):
        yield _finding(job, options, settings, effect)


def _name_of(job: Job, option: str, last: Setting) -> str:
    other = job.get(option)
    return known_name(job, option, last.via) if other is None else option_name(job, other)


def _finding(job: Job, options: list[str], settings: list[Setting], effect: str) -> Diagnostic:
    last = max(settings, key=lambda setting: setting.span.start)
    others = [option for option in options if option != last.option]
    finding = RULE.at(
        last.span,
        "`{name}` cannot be used with {others} as they are here",
        label="refused together",
        help="change one of them",
        note="{effect}",
        name=option_name(job, last),
        others=tuple(f"`{_name_of(job, option, last)}`" for option in others),
        effect=Phrase(effect),
        source=last.source,
    )
    for setting in settings:
        if setting is not last:
            finding = finding.also(setting.span, "set here", setting.source)
    return finding
