"""HF32 has no effect: the precision mode leaves no float32 to compute.

HF32 is a fast way to compute float32 in matrix products and convolutions. With `force_fp16`, or
with `fp16` of precision_mode_v2, these operators compute in float16. `force_fp16` is also the
default of ATC. Choose a mode that keeps float32 to use HF32.

cannlint reports nothing if keep_dtype or customize_dtypes may keep operators in float32.

## Example

```job
[job.net]
front-end = "atc"
allow_hf32 = true
```

## Write instead

```job
[job.net]
front-end = "atc"
allow_hf32 = true
precision_mode = "must_keep_origin_dtype"
```

## What CANN does

CANN accepts both options and ignores HF32, without a message.

Source: manual/implementation-modes.md#hf32
"""

from __future__ import annotations

from cannlint.cann.option_names import HF32
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import (
    asks_for_hf32,
    effective,
    leaves_no_float32,
    precision_setting,
)
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB307",
    "hf32-without-float32",
    Severity.WARNING,
    JOB_KINDS,
    about=(HF32,),
    stage=Stage.COMPILER,
)


@RULE.check
def hf32_without_float32(job: Job) -> Findings:
    """Report allow_hf32 if every float32 becomes float16."""
    hf32 = effective(job, HF32)
    if hf32 is None or not (asks_for_hf32(hf32) and leaves_no_float32(job)):
        return
    mode = precision_setting(job)
    finding = RULE.at(
        hf32.span,
        "`{name}` has no effect: `{mode}` leaves no float32 to compute in HF32",
        label="no float32 to speed up",
        help="remove it, or choose a mode that keeps float32, such as must_keep_origin_dtype",
        note="the job sets `{mode}`" if mode else "`{mode}` is ATC's default",
        name=option_name(job, hf32),
        mode=mode.value if mode else "force_fp16",
        source=hf32.source,
    )
    if mode is not None:
        finding.also(mode.span, "computes in float16", source=mode.source)
    yield finding
