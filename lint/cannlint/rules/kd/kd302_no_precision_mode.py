"""keep_dtype without a precision mode.

keep_dtype exempts operators from the effect of the precision mode. The manual uses it together
with a mode that lowers the precision. When the job sets no mode, the mode depends on the front
end, on training or inference, and on the SoC. Set the mode.

## Example

```job
[job.net]
front-end = "atc"
keep_dtype = "keep.cfg"
```

```file keep.cfg
OpType::SoftmaxV2
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
```

```file keep.cfg
OpType::SoftmaxV2
```

## What CANN does

CANN uses its default mode. For inference this is `force_fp16`, and ATC always compiles for
inference. For training it is `must_keep_origin_dtype` or `allow_fp32_to_fp16`, depending on the
SoC.

Source: manual/keep-dtype.md#effect, manual/dtype-selection.md#precision-modes
"""

from __future__ import annotations

from cannlint.cann.option_names import KEEP
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, sets_no_precision
from cannlint.rules.jb.naming import known_name, option_name

RULE = JobRule("KD302", "no-precision-mode", Severity.INFO, JOB_KINDS, about=(KEEP,))


@RULE.check
def no_precision_mode(job: Job) -> Findings:
    """Report a keep_dtype file in a job that is known to set no precision mode."""
    keep = effective(job, KEEP)
    if keep is not None and sets_no_precision(job):
        yield RULE.at(
            keep.span,
            "`{name}` is set without a precision mode",
            label="no precision mode",
            help="set `{mode}`",
            note="ATC uses force_fp16 by default"
            if job.front_end is FrontEnd.ATC
            else "the default mode depends on training or inference, and on the SoC",
            name=option_name(job, keep),
            mode=known_name(job, "precision_mode"),
            source=keep.source,
        )
