"""HF32 in a precision mode that leaves no float32 for it.

HF32 is a way to compute float32 in the matrix unit. With `force_fp16`, or `fp16` of
precision_mode_v2, matrix products and convolutions get float16, and there is nothing to compute
in HF32. ATC's default is `force_fp16`, too. Nothing is said where keep_dtype or customize_dtypes
may leave operators in float32.

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

It accepts both; the option has no effect, and there is no message.

Source: options.md 1.5
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.option_names import HF32
from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.asked import asks_for_hf32, chosen, leaves_no_float32, precision_setting
from cannlint.rules.jb.naming import option_name
from cannlint.rules.rule import Rule

RULE = Rule("JB307", "hf32-without-float32", Severity.WARNING, JOB_KINDS, stage=Stage.COMPILER)


@RULE.check
def hf32_without_float32(job: Job) -> Iterator[Diagnostic]:
    """allow_hf32 that is turned on while every float32 becomes float16."""
    hf32 = chosen(job, HF32)
    if hf32 is None or not (asks_for_hf32(hf32) and leaves_no_float32(job)):
        return
    mode = precision_setting(job)
    finding = RULE.at(
        hf32.span,
        "`{name}` has no effect: `{mode}` leaves no float32 to compute in HF32",
        label="nothing to speed up",
        help="remove it, or choose a mode that keeps float32, such as must_keep_origin_dtype",
        note="the job sets `{mode}`" if mode else "`{mode}` is ATC's default",
        name=option_name(job, hf32),
        mode=mode.value if mode else "force_fp16",
        source=hf32.source,
    )
    if mode is not None:
        finding.also(mode.span, "makes it float16", source=mode.source)
    yield finding
