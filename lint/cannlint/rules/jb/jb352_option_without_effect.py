"""The front end accepts this option, and nothing reads it.

Nothing that the option asks for happens.

## Example

```tf_script
config = NPURunConfig(enable_reduce_precision=True)
```

## Write instead

```tf_script
config = NPURunConfig(precision_mode="allow_mix_precision")
```

## What CANN does

* GE drops `graph_memory_max_size` and `variable_memory_max_size`: no known release reads them.
  `device_type` is read nowhere, `graph_exec_timeout` and the logical device only where a model is
  spread over several devices. `variable_format_optimize` never reaches GE in words that it knows.
  `compress_weight_conf` is for models that ATC or an application builds.
* Options that the published parts of GE do not read are an info: closed parts may.
* Some keys of GE count for a session only, not for all sessions: `ge.streamMaxParallelNum`.
* Nothing reads `enable_reduce_precision`. The estimator never passes on `recompute`.
* If one argument of `DynamicInputConfig` is None, the estimator drops all of them.
* With `use_off_line` set to False the graph runs on the CPU of the host.
* With `job` set to `ps` or `default` the adapter skips the whole graph, and every other option.

Source: manual/tensorflow.md#options-without-effect, manual/options.md#what-ge-does-with-a-value
"""

from __future__ import annotations

from cannlint.jobs.facts import UNREAD_OPTION
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import compiler_spec, table_of
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB352",
    "option-without-effect",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("tf1", "mslite", UNREAD_OPTION),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def option_without_effect(job: Job) -> Findings:
    """Report options that nothing reads, and what makes all of a group have no effect."""
    for setting in job.settings:
        unread = _why_unread(setting)
        if unread is not None:
            yield _unread(job, setting, *unread)
        elif setting.via in table_of(job.front_end).whole and setting.value_type == "none":
            yield _dropped(setting)
    skipping = job.get("job")
    if skipping is not None and not job.compiles and len(job.settings) > 1:
        yield _skipped(skipping)
    host = job.get("use_off_line")
    if host is not None and host.read_value == "False" and _sets_more(job, host):
        yield _on_host(host)


def _sets_more(job: Job, host: Setting) -> bool:
    """Whether any other option is set that is for the NPU."""
    return any(other.option != host.option for other in job.settings)


def _on_host(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.value_span,
        "the other options have no effect because `{name}` is False",
        label="the graph runs on the host",
        help="set `{name}` to True, or remove it",
        note="with False the graph runs on the CPU of the host",
        stage=Stage.COMPILER,
        name=setting.key,
        source=setting.source,
    )


def _why_unread(setting: Setting) -> tuple[str, Stage, Severity] | None:
    """Why nothing reads an option, who does not (the front end, or GE which gets it), how sure."""
    spec = setting.spec
    if spec is None or setting.value_type == "none":
        return None
    if spec.ignored is not None and spec.front_end is not FrontEnd.GE:
        stage = Stage.COMPILER if spec.ignored_by else Stage.FRONT_END
        return spec.ignored, stage, Severity.WARNING
    passed_on = compiler_spec(setting)
    is_sent = setting.via != "parameter_map" or setting.type == spec.field
    if passed_on is None or passed_on.ignored is None or not is_sent:
        return None
    severity = Severity.INFO if passed_on.unread == "info" else Severity.WARNING
    return passed_on.ignored, Stage.COMPILER, severity


def _unread(
    job: Job, setting: Setting, effect: str, stage: Stage, severity: Severity
) -> Diagnostic:
    return RULE.at(
        setting.span,
        "`{name}` has no effect",
        label="never read",
        help="remove it",
        note="{effect}",
        stage=stage,
        severity=severity,
        name=option_name(job, setting),
        effect=Phrase(effect),
        source=setting.source,
    )


def _dropped(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.span,
        "`{call}` has no effect because `{name}` is None",
        label="drops all arguments",
        help="give `{name}` a value, or remove `{call}`",
        note="the estimator sets the options only if none of the arguments is None",
        call=setting.via,
        name=setting.key,
        source=setting.source,
    )


def _skipped(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.value_span,
        "the adapter ignores all other options because `job` is `{value}`",
        label="skips the graph",
        help="set `job` to the name of a worker, or remove it",
        note="the adapter does not touch the graphs of such a job",
        value=setting.value or "",
        source=setting.source,
    )
