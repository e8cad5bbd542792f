"""A call sets the same option to another value, and takes precedence.

MindSpore has two ways to set an option: `ascend_config` of `set_context`, and the functions of
`device_context.ascend`. If a script uses both, the function counts, whichever comes first.

## Example

```torch_script
import mindspore as ms
ms.set_context(ascend_config={"precision_mode": "force_fp16"})
ms.device_context.ascend.op_precision.precision_mode("force_fp32")
```

## Write instead

```torch_script
import mindspore as ms
ms.device_context.ascend.op_precision.precision_mode("force_fp32")
```

## What CANN does

MindSpore uses the value of the function, without a message.

Source: manual/mindspore.md
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import differ, verdict
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB345",
    "overridden-by-call",
    Severity.WARNING,
    (Kind.TORCH_MINDSPORE_SCRIPT,),
    about=("mindspore",),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_WEAKER, _STRONGER = "ascend_config", "call"


@RULE.check
def overridden_by_call(job: Job) -> Findings:
    """Report every entry of ascend_config that a function sets to another value."""
    if job.front_end is not FrontEnd.MINDSPORE:
        return
    for setting in job.settings:
        counts = job.get(setting.option)
        if setting.via != _WEAKER or counts is None or counts.via != _STRONGER:
            continue
        if verdict(setting) is None and verdict(counts) is None and differ(setting, counts):
            yield RULE.at(
                setting.span,
                "`{name}` has no effect: a call of `{function}` sets it, too",
                label="overridden",
                help="remove it",
                note="MindSpore uses the value of the function, without a message",
                name=setting.key,
                function=counts.key,
                source=setting.source,
            ).also(counts.span, "this one takes effect", source=counts.source)
