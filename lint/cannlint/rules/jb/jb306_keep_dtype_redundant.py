"""keep_dtype beside a precision mode that keeps every dtype as it is.

With `must_keep_origin_dtype`, or `origin` of precision_mode_v2, nothing is lowered that the file
could keep. Where the file is checked without the job, KD301 says this.

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

The manual says that keep_dtype has no effect in this mode. That is not quite so: the operators
are still marked, and one without a kernel that keeps all of its dtypes may then come out in
float16, where the mode alone would not allow it.

Source: options.md 2 X7 and 8
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.option_names import KEEP
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.asked import chosen, keeps_origin, precision_setting
from cannlint.rules.jb.naming import option_name
from cannlint.rules.rule import Rule

RULE = Rule("JB306", "keep-dtype-redundant", Severity.INFO, JOB_KINDS)


@RULE.check
def keep_dtype_redundant(job: Job) -> Iterator[Diagnostic]:
    """A keep_dtype file in a mode that keeps everything."""
    keep, mode = chosen(job, KEEP), precision_setting(job)
    if keep is None or mode is None or not keeps_origin(job):
        return
    yield RULE.at(
        keep.span,
        "`{name}` is redundant: `{mode}` keeps the dtypes of every operator",
        label="redundant",
        help="remove `{name}`",
        note="a kept operator may even fall back to float16 where no kernel keeps its dtypes",
        name=option_name(job, keep),
        mode=mode.value,
        source=keep.source,
    ).also(mode.span, "keeps everything", source=mode.source)
