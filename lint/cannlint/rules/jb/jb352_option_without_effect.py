"""The TensorFlow adapter accepts this option, and nothing reads it.

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

* Nothing reads `enable_reduce_precision`. The estimator never passes on `recompute`.
* If one argument of `DynamicInputConfig` is None, the estimator drops all of them.
* With `job` set to `ps` or `default` the adapter skips the whole graph, and every other option.

Source: manual/tensorflow.md#options-without-effect
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.tables import table_of
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB352",
    "option-without-effect",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("tf1",),
    stage=Stage.FRONT_END,
)


@RULE.check
def option_without_effect(job: Job) -> Findings:
    """Report options that nothing reads, and what makes all of a group have no effect."""
    for setting in job.settings:
        if setting.spec is not None and setting.spec.ignored is not None:
            yield _unread(job, setting, setting.spec.ignored)
        elif setting.via in table_of(job.front_end).whole and setting.value_type == "none":
            yield _dropped(setting)
    skipping = job.get("job")
    if skipping is not None and not job.compiles and len(job.settings) > 1:
        yield _skipped(skipping)


def _unread(job: Job, setting: Setting, effect: str) -> Diagnostic:
    return RULE.at(
        setting.span,
        "`{name}` has no effect",
        label="never read",
        help="remove it",
        note="{effect}",
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
