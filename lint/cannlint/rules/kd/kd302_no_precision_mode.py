"""keep_dtype without a precision mode.

keep_dtype takes operators out of what a precision mode does to all of them. The manual has it
beside a mode that lowers precision; which one is in force without any depends on the front end,
on training or inference, and on the SoC.

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

It uses its default mode: `force_fp16` for inference, and so for ATC; in training
`must_keep_origin_dtype` or `allow_fp32_to_fp16`, by the SoC.

Source: options.md 1.1 and 3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.option_names import KEEP
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.model import FrontEnd, Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.effective_options import effective, sets_no_precision
from cannlint.rules.jb.naming import known_name, option_name
from cannlint.rules.rule import Rule

RULE = Rule("KD302", "no-precision-mode", Severity.INFO, JOB_KINDS)


@RULE.check
def no_precision_mode(job: Job) -> Iterator[Diagnostic]:
    """A keep_dtype file in a job that certainly sets no mode."""
    keep = effective(job, KEEP)
    if keep is not None and sets_no_precision(job):
        yield RULE.at(
            keep.span,
            "`{name}` is meant to be used beside a precision mode",
            label="no mode is set",
            help="set `{mode}`",
            note="ATC's default is force_fp16"
            if job.front_end is FrontEnd.ATC
            else "the default depends on training or inference and on the SoC",
            name=option_name(job, keep),
            mode=known_name(job, "precision_mode"),
            source=keep.source,
        )
