"""A config file that an option names is not there.

Relative paths are tried from the folder of the script, from the working folder and from the root
of the project; those of cannlint.toml from its own folder. Only config files are looked for, and
only by relative paths: models, weights and absolute paths live on other machines. Nothing is said
where the script changes its folder or seems to write the file itself.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "conf/exceptionlist.cfg"
```

```file conf/keep.cfg
OpType::SoftmaxV2
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "conf/keep.cfg"
```

```file conf/keep.cfg
OpType::SoftmaxV2
```

## What CANN does

It stops where the file is really missing: E10001 for keep_dtype and op_precision_mode, E20101 for
customize_dtypes and op_debug_config, E21001 for modify_mixlist and fusion_switch_file. Whether it
is missing where CANN runs cannot be seen from here, so this is a warning.

Source: options.md 4
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.model import FrontEnd, Job, Setting
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.naming import option_name
from cannlint.rules.rule import Rule

RULE = Rule("JB004", "missing-file", Severity.WARNING, JOB_KINDS, stage=Stage.COMPILER)


@RULE.check
def missing_file(job: Job) -> Iterator[Diagnostic]:
    """Every config file of the job that is in none of the places."""
    for setting in job.missing:
        if _is_refused_here(job, setting):
            continue
        yield RULE.at(
            setting.value_span,
            "the file `{path}` of `{name}` does not exist",
            label="not found",
            help="correct the path, or add the file",
            note="CANN stops if the file is missing where it runs",
            stage=_stage(job, setting),
            path=setting.value,
            name=option_name(job, setting),
            source=setting.source,
        )


def _stage(job: Job, setting: Setting) -> Stage:
    """ATC opens some files itself; every other file is opened by the compiler."""
    is_opened = job.front_end is FrontEnd.ATC and _is_input(setting)
    return Stage.FRONT_END if is_opened else Stage.COMPILER


def _is_refused_here(job: Job, setting: Setting) -> bool:
    """Whether ATC itself looks for the file of a command line that is to run here: JB015."""
    return isinstance(job, AtcJob) and job.folder is not None and _is_input(setting)


def _is_input(setting: Setting) -> bool:
    return setting.spec is not None and setting.spec.entry.get("path") == "in"
