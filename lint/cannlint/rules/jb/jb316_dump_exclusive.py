"""`enable_dump` and `enable_dump_debug` are both on.

A data dump and an overflow dump cannot run at the same time. Switch one of them off.

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

The front end accepts both without a check. GE refuses the session with E10001.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.conflicts import both_dumps
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB316",
    "dump-exclusive",
    Severity.ERROR,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("enable_dump",),
    stage=Stage.COMPILER,
)


@RULE.check
def dump_exclusive(job: Job) -> Findings:
    """Report the second switch if both are on."""
    both = both_dumps(job)
    if both is None:
        return
    first, second = both
    yield RULE.at(
        second.key_span,
        "`{second}` and `{first}` cannot both be on",
        label="the second dump",
        help="switch one of them off",
        note="GE refuses it with E10001 when the session is made",
        cann="E10001",
        first=option_name(job, first),
        second=option_name(job, second),
        source=second.source,
    ).also(first.span, "the first dump", first.source)
