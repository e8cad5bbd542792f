"""`--input_format` does not fit the framework of the model.

ATC stops. It accepts NCHW and ND for Caffe models; NCHW, ND and NCDHW for ONNX models; NCHW, NHWC,
ND, NCDHW and NDHWC for TensorFlow models. The value is case-sensitive. ATC does not check the
format of MindSpore models.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --input_format=NHWC
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --input_format=NCHW
```

## What CANN does

ATC stops with E10001, before it reads the model.

Source: manual/atc.md#the-order-of-checks
"""

from __future__ import annotations

from cannlint.graphs.header import FRAMEWORKS
from cannlint.jobs.atc.job import Check
from cannlint.jobs.atc.refusals import INPUT_FORMATS, refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB330",
    "format-of-framework",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)


@RULE.check
def format_of_framework(job: Job) -> Findings:
    """Report the format if the framework does not have it."""
    for refusal in refusals_of(job, Check.FORMAT):
        layout, framework = refusal.settings
        yield RULE.at(
            layout.value_span,
            "`{layout}` is not an input format of {framework} models",
            label="not for {framework}",
            help="write one of: {expected}",
            note="ATC stops with E10001",
            cann="E10001",
            layout=layout.value or "",
            framework=FRAMEWORKS[framework.value or ""],
            expected=INPUT_FORMATS[framework.value or ""],
            source=layout.source,
        ).also(framework.span, "the framework")
