"""`enable_dump` and `enable_dump_debug` are both on.

The manual does not allow data dump and overflow dump at the same time. Switch one of them off.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["enable_dump"].b = True
custom_op.parameter_map["enable_dump_debug"].b = True
custom_op.parameter_map["dump_path"].s = tf.compat.as_bytes("/home/user/dump")
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["enable_dump"].b = True
custom_op.parameter_map["dump_path"].s = tf.compat.as_bytes("/home/user/dump")
```

## What CANN does

The adapter accepts both without a check. The manual does not say what is dumped then.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB316",
    "dump-exclusive",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("enable_dump",),
    stage=Stage.COMPILER,
)


@RULE.check
def dump_exclusive(job: Job) -> Findings:
    """Report the second switch if both are on."""
    dump, debug = job.get("enable_dump"), job.get("enable_dump_debug")
    if dump is None or debug is None:
        return
    if not (job.is_on("enable_dump") and job.is_on("enable_dump_debug")):
        return
    first, second = sorted((dump, debug), key=lambda setting: setting.span.start)
    yield RULE.at(
        second.key_span,
        "`{second}` and `{first}` cannot both be on",
        label="the second dump",
        help="switch one of them off",
        note="CANN does not check this; the manual does not say what is dumped then",
        first=option_name(job, first),
        second=option_name(job, second),
        source=second.source,
    ).also(first.span, "the first dump", first.source)
