"""customize_dtypes takes effect in every precision mode, although the manual says it does not.

The operators of the file do not keep their dtypes. The manual of the TensorFlow adapter says that
customize_dtypes has no effect with `must_keep_origin_dtype` or `origin`. The compiler applies it in
every mode.

## Example

```job
[job.net]
front-end = "tf1"
precision_mode_v2 = "origin"
customize_dtypes = "customize_dtypes.cfg"
```

```file customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```job
[job.net]
front-end = "tf1"
precision_mode_v2 = "origin"
```

## What CANN does

For the operators of the file, the compiler applies the dtypes of the file before the mode. All
other operators keep their dtypes.

Source: manual/options.md#keep_dtype-and-customize_dtypes
"""

from __future__ import annotations

from cannlint.cann.option_names import CUSTOMIZE
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, keeps_origin, precision_setting
from cannlint.rules.jb.naming import option_name

RULE = JobRule("JB324", "customize-under-origin", Severity.INFO, JOB_KINDS, about=(CUSTOMIZE,))


@RULE.check
def customize_under_origin(job: Job) -> Findings:
    """Report customize_dtypes in a mode in which the manual says that it has no effect."""
    file, mode = effective(job, CUSTOMIZE), precision_setting(job)
    if job.front_end not in (FrontEnd.TF1, FrontEnd.TF2) or not keeps_origin(job):
        return
    if file is not None and mode is not None:
        yield RULE.at(
            file.span,
            "`{name}` also takes effect with `{mode}`, although the manual says that it does not",
            label="takes effect",
            help="remove `{name}` if all operators must keep their dtypes",
            note="the compiler applies the file before the mode, in every mode",
            name=option_name(job, file),
            mode=mode.value,
            source=file.source,
        ).also(mode.span, "applies to all other operators", source=mode.source)
