r"""`modify_mixlist` is set without a mixed precision mode.

The job stops, because only a mixed precision mode uses the lists. The mixed modes of
`precision_mode` are `allow_mix_precision`, `allow_mix_precision_fp16` and
`allow_mix_precision_bf16`. Those of `precision_mode_v2` are `mixed_float16`, `mixed_bfloat16` and
`mixed_hif8`. The default mode is not mixed.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --modify_mixlist=ops_info.json
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precision_mode=allow_mix_precision --modify_mixlist=ops_info.json
```

## What CANN does

ATC and GE stop with E10001, which names `--modify_mixlist`. The TensorFlow 1 adapter stops without
a code; it reads `precision_mode_v2` only if `precision_mode` is not set. CANN does not check the
options of a graph; there the lists have no effect.

Source: manual/options.md#precision-modes
"""

from __future__ import annotations

from cannlint.cann.option_names import MIXLIST
from cannlint.jobs.conflicts import mixlist_without_mixed_mode
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import is_refused_by_itself
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name, stage_in, who_stops

RULE = JobRule(
    "JB303",
    "mixlist-without-mixed-mode",
    Severity.ERROR,
    JOB_KINDS,
    about=(MIXLIST,),
    stage=Stage.COMPILER,
)


@RULE.check
def mixlist_without_mixed_mode_is_refused(job: Job) -> Findings:
    """Report the lists of a job if its mode does not use them."""
    found = mixlist_without_mixed_mode(job)
    if found is None or not job.compiles:
        return
    mixlist, mode = found
    if mode is not None and is_refused_by_itself(mode):
        return  # JB002 reports the mode: nobody can tell which one is meant
    unused = mixlist.level == "graph" and job.front_end is not FrontEnd.ATC
    code = None if job.front_end is FrontEnd.TF1 else "E10001"
    stage = Stage.COMPILER if unused else stage_in(job, FrontEnd.ATC, FrontEnd.TF1)
    finding = RULE.at(
        mixlist.span,
        "`{name}` needs a mixed precision mode, but `{mode}` is not one"
        if mode is not None
        else "`{name}` needs a mixed precision mode, but none is set",
        label="without a mixed precision mode",
        help="set `{option}` to allow_mix_precision, or remove the lists",
        note=_note(unused, code),
        cann=code,
        severity=Severity.WARNING if unused else Severity.ERROR,
        stage=stage,
        name=option_name(job, mixlist),
        mode=mode.value or "" if mode is not None else "",
        option=known_name(job, "precision_mode", mixlist.via),
        who=who_stops(job, stage),
        code=code or "",
    )
    finding.source = mixlist.source
    yield finding if mode is None else finding.also(mode.span, "the mode", mode.source)


def _note(unused: bool, code: str | None) -> str:
    if unused:
        return "CANN does not check this at graph level; the lists have no effect"
    return "{who} stops with {code}" if code else "{who} stops"
