"""converter_lite refuses these gears for the shapes of the inputs.

`dynamic_dims` in `[ascend_context]` lists the sizes of the dimensions that are -1 in `input_shape`.
MindSpore Lite makes either batch sizes or image sizes of them. So an input with a dimension of -1
has four dimensions, and either only the batch is -1, or exactly two of the others are.

## Example

```mslite_config
[ascend_context]
input_shape=input:[-1,64]
dynamic_dims=[1],[2]
```

## Write instead

```mslite_config
[ascend_context]
input_shape=input:[-1,64,64,3]
dynamic_dims=[1],[2]
```

## What CANN does

converter_lite stops with RET_ERROR (-1) and converts nothing.

Source: MindSpore Lite, acl_option_param_parser.cc
"""

from __future__ import annotations

from cannlint.cann.option_names import DIMS, SHAPE
from cannlint.jobs.lite_gears import fault_of
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import verdict
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB052",
    "refused-gears",
    Severity.ERROR,
    (Kind.MSLITE_CONFIG,),
    about=(DIMS,),
    stage=Stage.FRONT_END,
)

_SECTION = "ascend_context"


@RULE.check
def refused_gears(job: Job) -> Findings:
    """Report gears that do not fit the shapes beside them."""
    shapes, gears = job.get(SHAPE), job.get(DIMS)
    if job.front_end is not FrontEnd.MSLITE or shapes is None or gears is None:
        return
    if shapes.via != _SECTION or gears.via != _SECTION or verdict(shapes) is not None:
        return
    fault = fault_of(shapes.value, gears.value) if shapes.value and gears.value else None
    if fault is not None:
        yield RULE.at(
            gears.value_span,
            "MindSpore Lite cannot make these gears",
            label="refused",
            help="change `dynamic_dims` or `input_shape`",
            note="{fault}",
            fault=fault,
            source=gears.source,
        ).also(shapes.value_span, "the shapes", shapes.source)
