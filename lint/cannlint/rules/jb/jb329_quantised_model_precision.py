"""The manual excludes this precision mode for quantised models.

The manual says not to convert a model that AMCT has quantised with `force_fp32`,
`must_keep_origin_dtype`, `origin` or `op_select_implmode=high_precision`. If the model is there,
its operators tell: AMCT puts `AscendQuant` and `AscendDequant` in it. If it is not, cannlint can
only see from the name that it is quantised: AMCT writes `..._deploy_model` and `..._quant...`.

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
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    Iterator,
    JobRule,
    Sequence,
    Severity,
)
from cannlint.rules.jb.effective_options import effective, precision_setting, precision_strategy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Census
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.resolve.job_use import JobUse

RULE = JobRule(
    "JB329", "quantised-model-precision", Severity.INFO, JOB_KINDS, about=(V1, V2, SELECT)
)

_QUANTISED = re.compile(
    r"_deploy_model\b|(?<![a-z])amct(?![a-z])|(?<![a-z])quant(?:i[sz]ed)?_?(?:model)?\.",
    re.IGNORECASE,
)
_EXCLUDED = (Strategy.FORCE_FP32, Strategy.MUST_KEEP)


_OF_AMCT = ("AscendQuant", "AscendDequant", "AscendWeightQuant", "AscendAntiQuant")
"""Operators that only a quantised model has."""


@RULE.check
def quantised_model_precision(job: Job) -> Findings:
    """Report a mode that is not for quantised models, if the name of the model looks quantised."""
    model = effective(job, "model")
    if job.front_end is FrontEnd.ATC and model is not None and _QUANTISED.search(model.value or ""):
        yield from _found(job, "looks quantised")


@RULE.revises
def as_the_model_tells(_: JobsReading, uses: Sequence[JobUse], found: list[Diagnostic]) -> Findings:
    """Go by the operators of the models that are there, and by the names of the others."""
    censuses = [(use.job, use.census) for use in uses if any(_excluded(use.job))]
    known = [(job, census) for job, census in censuses if census is not None]
    places = {(one.source, one.span) for job, _ in known for one in _excluded(job)}
    yield from (one for one in found if (one.source, one.span) not in places)
    quantised = dict.fromkeys(job for job, census in known if _is_quantised(census))
    for job in quantised:
        yield from _found(job, "is quantised")


def _is_quantised(census: Census) -> bool:
    return any(op_type in census.by_type for op_type in _OF_AMCT)


def _found(job: Job, why: str) -> Findings:
    """Return the modes of a job that are not for quantised models."""
    model = effective(job, "model")
    for setting in _excluded(job):
        finding = RULE.at(
            setting.span,
            "`{value}` is not for quantised models",
            label="not for this model",
            help="write another mode, if AMCT has quantised the model",
            note="the manual says so; CANN does not check it",
            value=setting.value,
            source=setting.source,
        )
        yield finding.also(model.span, why, source=model.source) if model is not None else finding


def _excluded(job: Job) -> Iterator[Setting]:
    mode, select = precision_setting(job), effective(job, SELECT)
    if mode is not None and precision_strategy(job) in _EXCLUDED:
        yield mode
    if select is not None and select.value == "high_precision":
        yield select
