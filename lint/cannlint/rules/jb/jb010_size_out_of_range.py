"""An engine has a name that GE does not know.

`stream_max_parallel_num` says how many streams an engine may use. The names of older manuals,
`DNN_VM_TF` and `DNN_V100`, are no engines of GE now.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["stream_max_parallel_num"].s = b"DNN_V100:2,DSAEngine:3"
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["stream_max_parallel_num"].s = b"AIcoreEngine:2,DSAEngine:3"
```

## What CANN does

GE logs a warning for the engine, and uses the others. Its engines: AIcoreEngine, VectorEngine,
DNN_VM_AICPU, DNN_VM_AICPU_ASCEND, DNN_VM_AICPU_FFTS_PLUS, DNN_VM_AICPU_ASCEND_FFTS_PLUS,
DNN_VM_GE_LOCAL, DNN_VM_HOST_CPU, DNN_VM_RTS, DNN_VM_RTS_FFTS_PLUS, DNN_VM_DVPP, DNN_HCCL,
DSAEngine, ffts_plus, TS_1, and since 9.0 DNN_VM_CUSTOM.

Source: manual/options.md#what-ge-does-with-a-value
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.value_checks import ENGINES
from cannlint.jobs.values import verdict
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB010",
    "size-out-of-range",
    Severity.INFO,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("stream_max_parallel_num",),
    stage=Stage.COMPILER,
)

_UNSEEN = "GE only logs a warning for the engine"


@RULE.check
def size_out_of_range(job: Job) -> Findings:
    """Report the engines that GE does not know."""
    streams = job.get("stream_max_parallel_num")
    if streams is not None and job.reads(streams) and verdict(streams) is None:
        yield from _engines(streams)


def _engines(setting: Setting) -> Findings:
    """Report the unknown engines beside known ones; JB002 tells where all are unknown."""
    at = 0
    for part in (setting.value or "").split(","):
        engine = part.partition(":")[0].strip(" ")
        if part and engine not in ENGINES:
            yield RULE.at(
                setting.part(at, at + len(part)),
                "GE has no engine `{engine}`",
                label="unknown engine",
                help="name one of GE's engines, such as `AIcoreEngine` or `DNN_VM_AICPU`",
                note=_UNSEEN,
                engine=engine,
                source=setting.source,
            )
        at += len(part) + 1
