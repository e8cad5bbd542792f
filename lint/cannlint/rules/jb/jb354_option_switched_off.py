"""The value is not read, because the option that turns it on is not set or is off.

The job runs, and the value has no effect. If the value is illegal, the front end refuses it as soon
as the switch is turned on: then this is a warning. It is one, too, where GE gets the value and does
not look at it, and for a few options without their switch, such as `profiling_options`.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["dump_mode"].s = tf.compat.as_bytes("all")
custom_op.parameter_map["dump_step"].s = tf.compat.as_bytes("0|5")
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["enable_dump"].b = True
custom_op.parameter_map["dump_path"].s = tf.compat.as_bytes("/home/user/dump")
custom_op.parameter_map["dump_mode"].s = tf.compat.as_bytes("all")
custom_op.parameter_map["dump_step"].s = tf.compat.as_bytes("0|5")
```

## What CANN does

The adapter reads `dump_path`, `dump_mode` and `dump_step` only with `enable_dump` (`dump_path` also
with `enable_dump_debug`), `dump_debug_mode` with `enable_dump_debug`, `profiling_options` with
`profiling_mode`, `work_path` and `distribute_config` with `aoe_mode` (or the environment variable
AOE_MODE), and the two other options of dynamic inputs with `dynamic_input`. One finding tells about
all options of a switch.

Source: manual/tensorflow.md#options-without-effect
"""

from __future__ import annotations

from cannlint.jobs.conditions import holds, options_in
from cannlint.jobs.facts import NEEDS_SWITCH
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import compiler_spec
from cannlint.jobs.values import sent_text, verdict
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.conditions import Condition

RULE = JobRule(
    "JB354",
    "option-switched-off",
    Severity.INFO,
    (
        Kind.TF_SCRIPT,
        Kind.TORCH_MINDSPORE_SCRIPT,
        Kind.MSLITE_CONFIG,
        Kind.MINDFORMERS_YAML,
        Kind.JOB,
    ),
    about=(NEEDS_SWITCH,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def option_switched_off(job: Job) -> Findings:
    """Report the first option of each switch, and every illegal value."""
    told: set[str] = set()
    for setting in job.settings if job.compiles else ():
        condition = _switch_of_compiler(job, setting)
        if condition is not None:
            yield _unread_by_compiler(job, setting, options_in(condition))
            continue
        condition = setting.spec.when if setting.spec is not None else None
        if condition is None or not _is_off(job, setting):
            continue
        switches = options_in(condition)
        is_illegal = _would_be_refused(job, setting, switches[0])
        if is_illegal or switches[0] not in told:
            yield _finding(job, setting, switches, is_illegal)
        told.update(switches)


def _switch_of_compiler(job: Job, setting: Setting) -> Condition | None:
    """The condition that does not hold, under which GE would look at what the front end sends."""
    passed_on = compiler_spec(setting)
    if passed_on is None or not passed_on.when or job.get(setting.option) is not setting:
        return None
    is_told = setting.spec is not None and bool(setting.spec.missing)  # JB008 tells of the switch
    if is_told or not sent_text(setting) or not job.reads(setting):
        return None
    return passed_on.when if holds(job, passed_on.when) is False else None


def _unread_by_compiler(job: Job, setting: Setting, switches: list[str]) -> Diagnostic:
    finding = RULE.at(
        setting.span,
        "`{name}` has no effect: `{switch}` is not set"
        if job.get(switches[0]) is None
        else "`{name}` has no effect because of `{switch}`",
        label="no effect",
        help="remove it, or change `{switch}`",
        note="GE gets the value and does not look at it",
        severity=Severity.WARNING,
        stage=Stage.COMPILER,
        name=option_name(job, setting),
        switch=_name_of(job, switches[0], setting),
        source=setting.source,
    )
    for other in filter(None, map(job.get, switches)):
        finding = finding.also(other.span, "the switch", other.source)
    return finding


def _is_off(job: Job, setting: Setting) -> bool:
    """Whether the value is certainly not read because of a switch."""
    spec = setting.spec
    if spec is None or not spec.when or spec.missing:
        return False
    if setting.via == "os.environ":
        return False
    if job.get(setting.option) is not setting or setting.value_type == "none":
        return False
    is_read = setting.via != "parameter_map" or setting.type == spec.field
    return is_read and holds(job, spec.when) is False


def _name_of(job: Job, switch: str, setting: Setting) -> str:
    other = job.get(switch)
    return known_name(job, switch, setting.via) if other is None else option_name(job, other)


def _would_be_refused(job: Job, setting: Setting, switch: str) -> bool:
    """Whether the switch alone saves an illegal value: the adapter of TensorFlow 1 checks late."""
    is_checked_late = job.front_end is FrontEnd.TF1 and not job.is_on(switch)
    return is_checked_late and verdict(setting) is not None


def _finding(job: Job, setting: Setting, switches: list[str], is_illegal: bool) -> Diagnostic:
    warns = setting.spec is not None and setting.spec.unread is not None and setting.value != ""
    is_lost = warns and job.get(switches[0]) is None
    finding = RULE.at(
        setting.span,
        "`{name}` is not read here, and its value is illegal"
        if is_illegal
        else "`{name}` is not read: `{switch}` is not set"
        if job.get(switches[0]) is None
        else "`{name}` is not read because of `{switch}`",
        label="no effect",
        help="remove it, or turn `{switch}` on",
        note="the front end refuses the value as soon as it reads it"
        if is_illegal
        else "the front end accepts it and does not look at it",
        severity=Severity.WARNING if is_illegal or is_lost else Severity.INFO,
        name=option_name(job, setting),
        switch=_name_of(job, switches[0], setting),
        source=setting.source,
    )
    for switch in switches:
        other = job.get(switch)
        if other is not None:
            finding = finding.also(other.span, "the switch", other.source)
    return finding
