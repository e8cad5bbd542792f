"""keep_dtype and customize_dtypes name the same operator: customize_dtypes takes precedence.

The keep_dtype entry has no effect on the dtypes that customize_dtypes sets. A job may set both
files, but an operator type or node should be in one of them only. CD301 reports the same for a
config file that is checked without its job.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
customize_dtypes = "customize_dtypes.cfg"
```

```file keep.cfg
OpType::Relu
```

```file customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
customize_dtypes = "customize_dtypes.cfg"
```

```file keep.cfg
OpType::SoftmaxV2
```

```file customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN applies the dtypes of customize_dtypes first. keep_dtype then only chooses among the supported
combinations that are left. There is no message.

Source: manual/options.md#keep_dtype-and-customize_dtypes
"""

from __future__ import annotations

from cannlint.cann.option_names import KEEP
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.both_files import named_twice

RULE = JobRule(
    "JB305", "customize-over-keep", Severity.WARNING, JOB_KINDS, about=(KEEP,), stage=Stage.COMPILER
)


@RULE.check
def customize_over_keep(job: Job) -> Findings:
    """Report every operator that is in both files."""
    return named_twice(RULE, job)
