"""Operator in both customize_dtypes and keep_dtype: customize_dtypes wins.

The job names this operator in its keep_dtype file too. Name the operator in only one of the two
files. This rule is JB305 for a config file that you check without its job, in an editor or a
commit hook. The rule takes the job from the cannlint.toml that applies to the file.

## Example

```customize_dtypes name=conf/customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

```file cannlint.toml
[job.net]
precision_mode = "force_fp16"
keep_dtype = "conf/keep.cfg"
customize_dtypes = "conf/customize_dtypes.cfg"
```

```file conf/keep.cfg
OpType::Relu
```

## Write instead

```customize_dtypes name=conf/customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

```file cannlint.toml
[job.net]
precision_mode = "force_fp16"
customize_dtypes = "conf/customize_dtypes.cfg"
```

## What CANN does

CANN applies the dtypes of customize_dtypes first. keep_dtype then only chooses among the supported
combinations that are left. CANN gives no message.

Source: manual/options.md#keep_dtype-and-customize_dtypes
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, Kind, Rule, Severity, Subject
from cannlint.rules.jb.both_files import named_twice

RULE = Rule(
    "CD301",
    "overrides-keep-dtype",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    subject=Subject.FILE_OF_JOB,
)


@RULE.check
def overrides_keep_dtype(job: Job) -> Findings:
    """Report every entry whose operator is also in the keep_dtype file of the job."""
    return named_twice(RULE, job)
