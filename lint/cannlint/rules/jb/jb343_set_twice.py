"""MindSpore does not let the script set this option a second time.

The functions of `device_context.ascend` set an option once in a program. A second call with the
same value has no effect for most of them. A second call with another value raises an exception.
`op_tuning.op_compile` and `op_tuning.aclnn_cache` can never be called twice.

## Example

```torch_script
import mindspore as ms
ms.device_context.ascend.op_precision.precision_mode("force_fp16")
ms.device_context.ascend.op_precision.precision_mode("force_fp32")
```

## Write instead

```torch_script
import mindspore as ms
ms.device_context.ascend.op_precision.precision_mode("force_fp32")
```

## What CANN does

MindSpore raises RuntimeError: "can not be set repeatedly".

Source: manual/mindspore.md
"""

from __future__ import annotations

from cannlint.jobs.facts import SET_ONCE
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.values import differ, verdict
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB343",
    "set-twice",
    Severity.ERROR,
    (Kind.TORCH_MINDSPORE_SCRIPT,),
    about=(SET_ONCE,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_NEVER = "never"


@RULE.check
def set_twice(job: Job) -> Findings:
    """Report every later call of a function that was called before."""
    first: dict[str, Setting] = {}
    for setting in job.settings:
        repeat = setting.spec.repeat if setting.spec is not None else None
        if repeat is None or verdict(setting) is not None or not setting.value:
            continue
        before = first.setdefault(setting.key, setting)
        if before is not setting and (repeat == _NEVER or differ(before, setting)):
            yield RULE.at(
                setting.span,
                "`{name}` is already set",
                label="set again",
                help="remove one of the two calls",
                note="MindSpore raises RuntimeError: it cannot be set repeatedly",
                name=setting.key,
                source=setting.source,
            ).also(before.span, "first set here", source=before.source)
