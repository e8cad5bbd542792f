"""The manual excludes this precision mode for quantised models.

The manual says not to convert a model that AMCT has quantised with `force_fp32`,
`must_keep_origin_dtype`, `origin` or `op_select_implmode=high_precision`. cannlint can only see
from the name that a model is quantised: AMCT writes `..._deploy_model` and `..._quant...`.

## Example

```job
[job.net]
front-end = "atc"
model = "resnet50_deploy_model.onnx"
precision_mode = "force_fp32"
```

## Write instead

```job
[job.net]
front-end = "atc"
model = "resnet50_deploy_model.onnx"
precision_mode = "allow_fp32_to_fp16"
```

## What CANN does

CANN does not check this.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import SELECT, V1, V2
from cannlint.cann.precision import Strategy
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import JOB_KINDS, Findings, Iterator, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, precision_setting, precision_strategy

RULE = JobRule(
    "JB329", "quantised-model-precision", Severity.INFO, JOB_KINDS, about=(V1, V2, SELECT)
)

_QUANTISED = re.compile(
    r"_deploy_model\b|(?<![a-z])amct(?![a-z])|(?<![a-z])quant(?:i[sz]ed)?_?(?:model)?\.",
    re.IGNORECASE,
)
_EXCLUDED = (Strategy.FORCE_FP32, Strategy.MUST_KEEP)


@RULE.check
def quantised_model_precision(job: Job) -> Findings:
    """Report a mode that is not for quantised models, if the name of the model looks quantised."""
    model = effective(job, "model")
    if job.front_end is not FrontEnd.ATC or model is None:
        return
    if not _QUANTISED.search(model.value or ""):
        return
    for setting in _excluded(job):
        yield RULE.at(
            setting.span,
            "`{value}` is not for quantised models",
            label="not for this model",
            help="write another mode, if AMCT has quantised the model",
            note="the manual says so; CANN does not check it",
            value=setting.value,
            source=setting.source,
        ).also(model.span, "looks quantised", source=model.source)


def _excluded(job: Job) -> Iterator[Setting]:
    mode, select = precision_setting(job), effective(job, SELECT)
    if mode is not None and precision_strategy(job) in _EXCLUDED:
        yield mode
    if select is not None and select.value == "high_precision":
        yield select
