r"""Two options for dynamic shapes cannot be combined.

ATC stops. Set only one of `--dynamic_batch_size`, `--dynamic_image_size`, `--dynamic_dims` and
`--input_shape_range`. An AIPP file (`--insert_op_conf`) cannot be combined with `--dynamic_dims`.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape='x:-1,3,-1,-1' --dynamic_batch_size=1,2 --dynamic_dims='1;2'
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape=x:-1,3,224,224 --dynamic_batch_size=1,2
```

## What CANN does

ATC stops with E10009, or with E10001 for AIPP.

Source: manual/options.md#shapes
"""

from __future__ import annotations

from cannlint.jobs.atc.job import Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB332",
    "exclusive-shape-options",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)


@RULE.check
def exclusive_shape_options(job: Job) -> Findings:
    """Report the options that are set together, at the last of them."""
    for refusal in refusals_of(job, Check.GEARS, Check.AIPP):
        first, *others = sorted(refusal.settings, key=lambda setting: -setting.span.start)
        finding = RULE.at(
            first.span,
            "`{name}` cannot be combined with `{other}`",
            label="keep only one",
            help="keep one of them",
            note="ATC stops with {code}",
            cann=refusal.code,
            name=option_name(job, first),
            other=option_name(job, others[0]),
            code=refusal.code or "",
        )
        for other in others:
            finding.also(other.span, "conflicts with it", other.source)
        yield finding
