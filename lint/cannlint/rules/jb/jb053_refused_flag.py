"""converter_lite stops at a flag without a value, or one that is given twice.

A flag of converter_lite is `--name=value`, with the `=`, and stands on the command line once. The
framework, `--fmk`, must be there.

## Example

```atc_script
converter_lite --fmk=ONNX --modelFile=net.onnx --outputFile=net --configFile convert.ini
```

## Write instead

```atc_script
converter_lite --fmk=ONNX --modelFile=net.onnx --outputFile=net --configFile=convert.ini
```

## What CANN does

converter_lite prints how it is used, and exits with RET_INPUT_PARAM_INVALID (-600).

Source: MindSpore Lite, converter_flags.cc
"""

from __future__ import annotations

from cannlint.formats.scripts import CONVERTER
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB053",
    "refused-flag",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.TORCH_MINDSPORE_SCRIPT),
    about=("mslite",),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_FRAMEWORK = "lite_fmk"


@RULE.check
def refused_flag(job: Job) -> Findings:
    """Report every flag without `=`, every one that is there a second time, and a missing one."""
    if any(setting.via == CONVERTER for setting in job.settings) and job.lacks(_FRAMEWORK):
        yield RULE.at(
            job.span,
            "`--fmk` is not set",
            label="no framework",
            help="add `--fmk`: TF, TFLITE, CAFFE, MINDIR, ONNX or PYTORCH",
            note="converter_lite exits with RET_INPUT_PARAM_INVALID (-600)",
            source=job.source,
        )
    first: dict[str, Setting] = {}
    for setting in job.settings:
        if setting.via != CONVERTER:
            continue
        before = first.setdefault(setting.key, setting)
        has_sign = "=" in setting.source.slice(setting.span) or setting.value != ""
        if has_sign and before is setting:
            continue
        finding = RULE.at(
            setting.span,
            "`--{name}` is given twice" if has_sign else "`--{name}` has no `=`",
            label="given again" if has_sign else "no value",
            help="remove one of the two" if has_sign else "write `--{name}=value`",
            note="converter_lite exits with RET_INPUT_PARAM_INVALID (-600)",
            name=setting.key,
            source=setting.source,
        )
        yield finding.also(before.span, "first given here") if has_sign else finding
