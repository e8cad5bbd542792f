"""converter_lite refuses these gears for the shapes of the inputs.

`dynamic_dims` in `[ascend_context]` lists the sizes of the dimensions that are -1 in `input_shape`.
MindSpore Lite makes either batch sizes or image sizes of them. So an input with a dimension of -1
has four dimensions, and either only the batch is -1, or exactly two of the others are.
`dynamic_dims` has a part for each input, with `;` between them. It is the same for all inputs that
have a dimension of -1. If there is one, neither of the two options can stand without the other.

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
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.values import verdict
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB052",
    "refused-gears",
    Severity.ERROR,
    (Kind.MSLITE_CONFIG,),
    about=("mslite",),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_SECTION = "ascend_context"


@RULE.check
def refused_gears(job: Job) -> Findings:
    """Report gears that do not fit the shapes beside them."""
    if job.front_end is not FrontEnd.MSLITE:
        return
    shapes, gears = _in_context(job, SHAPE), _in_context(job, DIMS)
    given = gears or shapes
    if given is None or (shapes is not None and verdict(shapes) is not None):
        return
    written = shapes.value if shapes is not None else ""
    asked = gears.value if gears is not None else ""
    fault = fault_of(written, asked) if written is not None and asked is not None else None
    if fault is None:
        return
    finding = RULE.at(
        given.value_span,
        "MindSpore Lite cannot make these gears"
        if gears is not None
        else "MindSpore Lite cannot make gears",
        label="refused",
        help="change `dynamic_dims` or `input_shape`",
        note="{fault}",
        fault=fault,
        source=given.source,
    )
    if shapes is not None and gears is not None:
        finding.also(shapes.value_span, "the shapes", shapes.source)
    yield finding


def _in_context(job: Job, option: str) -> Setting | None:
    """What the section sets for the gears that MindSpore Lite makes itself."""
    setting = job.get(option)
    return setting if setting is not None and setting.via == _SECTION else None
