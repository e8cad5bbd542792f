"""MindSpore ignores a precision mode in `ge_options`.

Set `precision_mode` in `ascend_config` instead. MindSpore sets `precision_mode` for every graph
itself, to the value in `ascend_config` or to its default. The engine prefers the options of a graph
to those in `ge_options`, and reads `precision_mode_v2` only if `precision_mode` is empty.

## Example

```torch_script
import mindspore as ms
ge_options = {"global": {"ge.exec.precision_mode_v2": "mixed_float16"}}
ms.set_context(ascend_config={"ge_options": ge_options})
```

## Write instead

```torch_script
import mindspore as ms
ms.set_context(ascend_config={"precision_mode": "allow_mix_precision"})
```

## What CANN does

The engine uses the mode of the graph, without a message.

Source: manual/mindspore.md
"""

from __future__ import annotations

from cannlint.cann.option_names import V1, V2
from cannlint.jobs.conflicts import precision_modes_twice
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB334",
    "mindspore-mode-lost",
    Severity.WARNING,
    (Kind.TORCH_MINDSPORE_SCRIPT,),
    about=("mindspore",),
    stage=Stage.FRONT_END,
)

_VIA = "ge_options"


@RULE.check
def mindspore_mode_lost(job: Job) -> Findings:
    """Report every mode in ge_options, unless JB302 reports it."""
    if job.front_end is not FrontEnd.MINDSPORE or precision_modes_twice(job) is not None:
        return
    for setting in job.settings:
        if setting.via == _VIA and setting.option in (V1, V2):
            yield RULE.at(
                setting.span,
                "`{key}` in ge_options has no effect: MindSpore sets a mode for each graph",
                label="ignored",
                help="set precision_mode of ascend_config instead",
                note="otherwise MindSpore uses its default, which depends on the SoC",
                key=setting.key,
                source=setting.source,
            )
