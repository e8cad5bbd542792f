"""ATC does not accept the path: it has a wrong character, is too long, or has no file name.

A path may contain ASCII letters, digits, `.`, `_`, `-`, `/` and Chinese characters. For an input
file, ATC checks the absolute path, so a space in the name of a parent folder is also refused. For
an output file, ATC checks only the path as you write it. The engine opens the files of
`modify_mixlist`, `customize_dtypes`, `fusion_switch_file` and `op_debug_config`, and accepts any
character.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net@fp16 --soc_version=Ascend910B3
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net_fp16 --soc_version=Ascend910B3
```

## What CANN does

ATC stops with E10001. It stops with E10022 if `--output` ends in a slash. Its message does not list
`/`, but `/` is allowed.

Source: manual/atc.md#paths
"""

from __future__ import annotations

import re

from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.paths import BAD_CHARACTER, MISSING_FILE, NO_FILE_NAME, BadPath, path_fault
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name, slipped

RULE = JobRule(
    "JB005",
    "illegal-path-character",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)

_CHARACTERS = (
    "ATC stops with {code}: a path may have letters, digits, `.`, `_`, `-`, `/` and Chinese "
    "characters"
)

_GLUED = re.compile(r"\w--[a-z]\w*=", re.ASCII)
"""Another flag right behind the path."""


@RULE.check
def illegal_path_character(job: Job) -> Findings:
    """Report every path that ATC refuses because of how it is written."""
    for refusal in refusals_of(job, Check.PATH):
        [setting] = refusal.settings
        assert isinstance(job, AtcJob)
        fault = path_fault(job, setting)
        if fault is not None and fault.reason != MISSING_FILE and not slipped(job, setting):
            yield _finding(job, setting, fault)


def _finding(job: Job, setting: Setting, fault: BadPath) -> Diagnostic:
    message, label, help = _texts(setting, fault)
    return RULE.at(
        setting.value_span,
        message,
        label=label,
        help=help,
        note=_CHARACTERS if fault.reason == BAD_CHARACTER else "ATC stops with {code}",
        cann=fault.code,
        name=option_name(job, setting),
        path=setting.value or "",
        part=fault.part,
        code=fault.code,
        source=setting.source,
    )


def _texts(setting: Setting, fault: BadPath) -> tuple[str, str, str]:
    if fault.reason == NO_FILE_NAME:
        return (
            "`{name}` names a folder: the file name is missing",
            "no file name after the slash",
            "add a file name after the slash",
        )
    if fault.reason != BAD_CHARACTER:
        return "the path of `{name}` is too long", "4096 bytes or more", "use a shorter path"
    if _GLUED.search(setting.value or ""):
        return (
            "`{part}` is not allowed in the path of `{name}`",
            "another option is part of the path",
            "write a blank before `--`",
        )
    if fault.part in (setting.value or ""):
        return (
            "`{part}` is not allowed in the path of `{name}`",
            "`{part}` is not allowed",
            "rename the file or the folder",
        )
    return (
        "`{part}` is not allowed in the absolute path of `{name}`",
        "a parent folder contains `{part}`",
        "move the file to a folder without this character",
    )
