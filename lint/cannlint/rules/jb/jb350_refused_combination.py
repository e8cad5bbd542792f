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
* `ge.AllowMultiGraphParallelCompile` with `ge.exec.variable_acc`: GE refuses it when it starts.
* `NPURunConfig` allows one iteration in each loop only with `mix_compile_mode`.
* ATC up to 8.5 stops with E10001 for a model of Caffe on a SoC of the families 910B and 910_93.
* ATC since 9.0 stops with E10001 for `--input_hint_shape` beside an option for shape gears.

Source: manual/tensorflow.md#combinations-that-are-refused
"""

from __future__ import annotations

from cannlint.jobs.chosen_release import OF_CANN
from cannlint.jobs.conflicts import Combination, combinations
from cannlint.jobs.facts import REFUSED_TOGETHER
from cannlint.jobs.model import Job
from cannlint.jobs.releases import is_within, release_of
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.library.snapshot import EMBEDDED
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Message, Phrase, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.tables import Together

RULE = JobRule(
    "JB350",
    "refused-combination",
    Severity.ERROR,
    (
        *(Kind.ATC_COMMANDS, Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT),
        *(Kind.MSLITE_CONFIG, Kind.MINDFORMERS_YAML, Kind.JOB),
    ),
    about=(REFUSED_TOGETHER,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def refused_combination(job: Job) -> Findings:
    """Report each combination at the option that is written last."""
    for combination in combinations(job):
        yield _finding(job, combination)


def _name_of(job: Job, option: str, last: Setting) -> str:
    other = job.get(option)
    return known_name(job, option, last.via) if other is None else option_name(job, other)


def _finding(job: Job, combination: Combination) -> Diagnostic:
    row, settings = combination.row, combination.settings
    last = max(settings, key=lambda setting: setting.span.start)
    others = [option for option in row["options"] if option != last.option]
    finding = RULE.at(
        last.span,
        "`{name}` cannot be used with {others} as they are here",
        label="refused together",
        help="change one of them",
        note="{effect}{in_release}",
        cann=row.get("code"),
        severity=Severity.ERROR if combination.is_certain else Severity.INFO,
        stage=Stage.COMPILER if job.front_end is FrontEnd.MINDSPORE else Stage.FRONT_END,
        name=option_name(job, last),
        others=tuple(f"`{_name_of(job, option, last)}`" for option in others),
        effect=Phrase(row["effect"]),
        in_release="" if combination.is_certain else _releases(row),
        source=last.source,
    )
    if not combination.is_certain and job.front_end in OF_CANN:
        since, until = row.get("since"), row.get("until")
        holding = (name for name in EMBEDDED if is_within(since, until, release_of(name)))
        finding.releases = tuple(holding)
    for setting in settings:
        if setting is not last:
            finding = finding.also(setting.span, "set here", setting.source)
    return finding


def _releases(row: Together) -> Message:
    """In which releases it is so, where none is chosen."""
    if "until" in row:
        return Message.of("; so it is up to release {release}", release=row["until"])
    return Message.of("; so it is from release {release} on", release=row["since"])
