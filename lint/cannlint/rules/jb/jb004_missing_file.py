"""A config file of the job does not exist.

CANN stops if it cannot open the file. A relative path starts at the folder that the script runs in.
cannlint looks for the file in the working folder and in all folders from the script up to the root
of the project: the folder of cannlint.toml, the git repository or the folder that is checked. It
also looks in the folders that the script, a README or another script of these folders changes to
with `cd`. A path from cannlint.toml starts at the folder of cannlint.toml.

cannlint does not look for models, weights and absolute paths, because they can be on another
machine. It reports nothing if the script changes to a folder that is not known, or seems to write
the file itself.

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

CANN stops: with E10001 for keep_dtype and op_precision_mode, with E20101 for customize_dtypes and
op_debug_config, and with E21001 for modify_mixlist and fusion_switch_file. This is a warning
because the file may exist on the machine where CANN runs. In a config file of another program, such
as MindSpore Lite's ini file, it is an info: the file does not tell in which folder that runs. So it
is for `aoe` and `omg`, whose own checks are not known, and for the files that `msit convert` hands
on without a look: msit reports a success whatever happened. A folder that neither the script nor a
file beside it makes is an error: GE does not make `debug_dir` (E40023) and
`graph_compiler_cache_dir` (E13026), msit does not make its folders, and npugraph_ex does not make
`data_dump_dir`.

Source: manual/atc.md#paths
"""

from __future__ import annotations

import os
from functools import lru_cache

from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.facts import MISSING_FILE
from cannlint.jobs.linking import names_folder
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import compiler_spec, table_of
from cannlint.nearest import nearest
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Sequence, Severity, Stage
from cannlint.rules.jb.naming import option_name, slipped, who

RULE = JobRule(
    "JB004",
    "missing-file",
    Severity.WARNING,
    JOB_KINDS,
    about=(MISSING_FILE,),
    stage=Stage.COMPILER,
)

_MOST_SHOWN = 6
_MOST_BESIDE = 50
"""Names of a folder that are compared with one that is missing."""


@RULE.check
def missing_file(job: Job) -> Findings:
    """Report every config file of the job that was not found."""
    for setting in job.missing:
        if _is_refused_here(job, setting) or _is_no_path(setting) or slipped(job, setting):
            continue
        beside = near(setting.value or "", job.searched)
        yield RULE.at(
            setting.value_span,
            "the folder `{path}` of `{name}` does not exist"
            if names_folder(setting)
            else "the file `{path}` of `{name}` does not exist",
            label="not found",
            help="write `{beside}`, which is in the same folder"
            if beside
            else "correct the path, or add the file; it is in none of these folders: {folders}"
            if len(job.searched) > 1
            else "correct the path, or add the file",
            note="{who} opens the folder and does not make it"
            if names_folder(setting)
            else "CANN stops if the file does not exist on the machine where it runs",
            severity=_severity(job, setting),
            cann=_code(setting),
            stage=_stage(job, setting),
            path=setting.value,
            who="GE" if _code(setting) is not None else who(job),
            beside=beside,
            folders=_shown(job.searched),
            name=option_name(job, setting),
            source=setting.source,
        )


def near(value: str, folders: Sequence[str]) -> str | None:
    """The path of a file whose name is nearly that of a missing one, in its folder."""
    folder, name = os.path.split(value)
    for base in folders:
        place = os.path.join(base, folder)
        try:
            changed = os.stat(place or os.curdir).st_mtime_ns
        except OSError:
            continue
        found = nearest(name, _names(os.path.abspath(place), os.path.splitext(name)[1], changed))
        if found is not None:
            return os.path.join(folder, found)
    return None


@lru_cache(maxsize=32)
def _names(folder: str, suffix: str, _changed: int) -> list[str]:
    """The names in a folder that end so; none where there are many: nobody is told which.

    Cached, because many commands may name a file that is not there.
    """
    try:
        names = [name for name in os.listdir(folder) if os.path.splitext(name)[1] == suffix]
    except OSError:
        return []
    return sorted(names) if len(names) <= _MOST_BESIDE else []


def _is_no_path(setting: Setting) -> bool:
    """Whether JB045 reports it: GE gets a text that is not meant as the name of one file."""
    value = setting.value or ""
    return _code(setting) is not None and ("," in value or value != value.rstrip(" "))


def _severity(job: Job, setting: Setting) -> Severity:
    is_handed_on = job.front_end is FrontEnd.MSIT and (
        setting.via is None or not _is_input(setting)
    )
    if is_handed_on or table_of(job.front_end).elsewhere:
        return Severity.INFO
    return Severity.ERROR if names_folder(setting) else Severity.WARNING


def _code(setting: Setting) -> str | None:
    """The code of GE, where it opens the file itself."""
    passed_on = compiler_spec(setting)
    return passed_on.faults.get("missing", {}).get("code") if passed_on is not None else None


def _shown(folders: tuple[str, ...]) -> tuple[str, ...]:
    return folders if len(folders) <= _MOST_SHOWN else (*folders[:_MOST_SHOWN], "…")


def _stage(job: Job, setting: Setting) -> Stage:
    """ATC opens some files itself; every other file is opened by the compiler."""
    is_opened = job.front_end is FrontEnd.ATC and _is_input(setting)
    return Stage.FRONT_END if is_opened else Stage.COMPILER


def _is_refused_here(job: Job, setting: Setting) -> bool:
    """Whether JB015 reports it: ATC opens this file itself, for a command that runs here."""
    return isinstance(job, AtcJob) and job.folder is not None and _is_input(setting)


def _is_input(setting: Setting) -> bool:
    return setting.spec is not None and setting.spec.path == "in"
