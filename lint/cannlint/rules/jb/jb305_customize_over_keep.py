"""An operator in both keep_dtype and customize_dtypes: customize_dtypes wins.

Both files may be set together; for an operator type or a node that both name, the dtypes of
customize_dtypes count. Where the config file is checked without the job, CD301 says this.

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

The dtypes of customize_dtypes are looked at first; keeping the operator only chooses among the
supported combinations that are left. There is no message.

Source: options.md 2 X8, resolution.md 3.4
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.both_files import named_twice
from cannlint.rules.rule import Rule

RULE = Rule("JB305", "customize-over-keep", Severity.WARNING, JOB_KINDS, stage=Stage.COMPILER)


@RULE.check
def customize_over_keep(job: Job) -> Iterator[Diagnostic]:
    """Every operator that both files name."""
    return named_twice(RULE, job)
