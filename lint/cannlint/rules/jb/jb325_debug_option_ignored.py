"""With `op_debug_config`, CANN ignores `op_debug_option`.

The option has no effect. Both options set what the compiler adds to operators for debugging, and
the file takes precedence. Write everything into the file.

## Example

```job
[job.net]
front-end = "ge"
op_debug_config = "/etc/ascend/op_debug.cfg"
op_debug_option = "oom"
```

## Write instead

```job
[job.net]
front-end = "ge"
op_debug_config = "/etc/ascend/op_debug.cfg"
```

## What CANN does

CANN reads the file. It reads the option only if the file sets nothing, or if the environment
variable NPU_COLLECT_PATH is set. There is no message.

Source: manual/options.md#compile-cache-and-debugging
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB325",
    "debug-option-ignored",
    Severity.WARNING,
    JOB_KINDS,
    about=("op_debug_option",),
    stage=Stage.COMPILER,
)


@RULE.check
def debug_option_ignored(job: Job) -> Findings:
    """Report the option if the file is set."""
    option, file = effective(job, "op_debug_option"), effective(job, "op_debug_config")
    if option is not None and file is not None:
        yield RULE.at(
            option.span,
            "`{name}` has no effect when `{file}` is set",
            label="ignored",
            help="move it into the file, or remove it",
            note="CANN uses the option only if the file sets nothing or NPU_COLLECT_PATH is set",
            name=option_name(job, option),
            file=option_name(job, file),
            source=option.source,
        ).also(file.span, "takes effect", source=file.source)
