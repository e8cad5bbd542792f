r"""Both `precision_mode` and `precision_mode_v2` are set.

The job stops, because both options set the precision mode and only one of them is allowed. CANN
does not check the options of a graph: there `precision_mode` counts and `precision_mode_v2` has no
effect.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precision_mode=force_fp16 --precision_mode_v2=origin
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --precision_mode_v2=origin
```

## What CANN does

ATC and GE stop with E10056, which names `ge.exec.precision_mode` and `ge.exec.precision_mode_v2`.
The TensorFlow 1 adapter stops without a code. In the options of a graph the engine reads
`precision_mode` first, and then does not read the other one. MindSpore sets `precision_mode` for
every graph itself, so a mode in `ge_options` has no effect.

Source: manual/options.md#precision-modes
"""

from __future__ import annotations

from cannlint.cann.option_names import V2
from cannlint.jobs.conflicts import precision_modes_twice
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import option_name, stage_in, who_stops

RULE = JobRule(
    "JB302",
    "precision-mode-twice",
    Severity.ERROR,
    JOB_KINDS,
    about=(V2,),
    stage=Stage.COMPILER,
)

_NO_CODE = (FrontEnd.TF1,)


@RULE.check
def precision_mode_twice(job: Job) -> Findings:
    """Report the two options if a job sets both."""
    both = precision_modes_twice(job)
    if both is None or not job.compiles:
        return
    first, second = both
    of_a_graph = job.front_end is not FrontEnd.ATC and "graph" in (first.level, second.level)
    lost = job.front_end is FrontEnd.MINDSPORE or of_a_graph
    code = None if job.front_end in _NO_CODE else "E10056"
    stage = Stage.COMPILER if lost else stage_in(job, FrontEnd.ATC, FrontEnd.TF1)
    finding = RULE.at(
        second.span,
        "`{second}` is ignored because `{first}` is set"
        if lost
        else "`{first}` and `{second}` are both set",
        label="ignored" if lost else "keep only one",
        help="keep one of them",
        note=_note(lost, code),
        cann=code,
        severity=Severity.WARNING if lost else Severity.ERROR,
        stage=stage,
        first=option_name(job, first),
        second=option_name(job, second),
        who=who_stops(job, stage),
        code=code or "",
    ).also(first.span, "the other one", first.source)
    finding.source = second.source
    yield finding


def _note(lost: bool, code: str | None) -> str:
    if lost:
        return "CANN does not check this at graph level; the engine reads only `{first}`"
    return "{who} stops with {code}" if code else "{who} stops"
