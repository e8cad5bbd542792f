"""keep_dtype is redundant: the precision mode already keeps all dtypes.

Remove the file. With `must_keep_origin_dtype`, or with `origin` of precision_mode_v2, CANN does not
lower the precision of any operator. KD301 reports the same for a file that is checked without its
job.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
keep_dtype = "keep.cfg"
```

```file keep.cfg
OpType::SoftmaxV2
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
```

## What CANN does

The manual says that keep_dtype has no effect in this mode. In fact CANN still marks the operators.
If no kernel of a marked operator keeps all of its dtypes, the operator may become float16. The mode
alone would not allow that.

Source: manual/options.md#keep_dtype-and-customize_dtypes
"""

from __future__ import annotations

from cannlint.cann.option_names import KEEP
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, keeps_origin, precision_setting
from cannlint.rules.jb.naming import option_name

RULE = JobRule("JB306", "keep-dtype-redundant", Severity.INFO, JOB_KINDS, about=(KEEP,))


@RULE.check
def keep_dtype_redundant(job: Job) -> Findings:
    """Report a keep_dtype file in a mode that keeps all dtypes."""
    keep, mode = effective(job, KEEP), precision_setting(job)
    if keep is None or mode is None or not keeps_origin(job):
        return
    yield RULE.at(
        keep.span,
        "`{name}` is redundant: `{mode}` keeps the dtypes of every operator",
        label="redundant",
        help="remove `{name}`",
        note="an operator of the file may even become float16 if no kernel keeps all of its dtypes",
        name=option_name(job, keep),
        mode=mode.value,
        source=keep.source,
    ).also(mode.span, "keeps every dtype", source=mode.source)
