r"""`enable_compress_weight` and `compress_weight_conf` cannot be combined.

The job stops. `--enable_compress_weight=true` compresses all weights that can be compressed.
`--compress_weight_conf` compresses the weights of the nodes in a file, and is allowed with
`--enable_compress_weight=false`.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --enable_compress_weight=true --compress_weight_conf=nodes.conf
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --compress_weight_conf=nodes.conf
```

## What CANN does

ATC and GE stop with E10047. The TensorFlow 1 adapter aborts the process if both keys are set,
whatever their values. `NPURunConfig` always sets the first key, so its argument
`compress_weight_conf` can never be used.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.conflicts import compress_twice
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name, stage_in, who_stops

RULE = JobRule(
    "JB315",
    "exclusive-compress",
    Severity.ERROR,
    JOB_KINDS,
    about=("compress_weight_conf",),
    stage=Stage.COMPILER,
)


@RULE.check
def exclusive_compress(job: Job) -> Findings:
    """Report the two options if a job sets both."""
    both = compress_twice(job)
    if both is None:
        return
    switch, conf = both
    code = None if job.front_end is FrontEnd.TF1 else "E10047"
    by_itself = switch is conf
    stage = stage_in(job, FrontEnd.ATC, FrontEnd.TF1)
    finding = RULE.at(
        conf.span,
        "`{conf}` cannot be combined with `{switch}`",
        label="keep only one",
        help="remove it: NPURunConfig always sets `{switch}`"
        if by_itself
        else "remove one of them",
        note="{who} stops with {code}" if code else "{who} aborts the process",
        cann=code,
        stage=stage,
        conf=option_name(job, conf),
        switch=known_name(job, "enable_compress_weight"),
        who=who_stops(job, stage),
        code=code or "",
    )
    yield (
        finding if by_itself else finding.also(switch.span, "compresses everything", switch.source)
    )
