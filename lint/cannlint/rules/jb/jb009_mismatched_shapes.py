"""The gears of `dynamic_dims` do not match the dynamic dimensions of `input_shape`.

The compile stops. Each `-1` in `input_shape` is a dynamic dimension. Each gear in `dynamic_dims`
gives one size for each of them, in the same order. A `;` separates the gears. CANN requires at
least two gears.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["input_shape"].s = tf.compat.as_bytes("data:1,1,40,-1;label:1,-1")
custom_op.parameter_map["dynamic_dims"].s = tf.compat.as_bytes("20,20;40,40,40")
custom_op.parameter_map["dynamic_node_type"].i = 0
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["input_shape"].s = tf.compat.as_bytes("data:1,1,40,-1;label:1,-1")
custom_op.parameter_map["dynamic_dims"].s = tf.compat.as_bytes("20,20;40,40")
custom_op.parameter_map["dynamic_node_type"].i = 0
```

## What CANN does

ATC stops with E10003 if a gear has the wrong number of sizes. The TensorFlow adapter stops when it
compiles the graph. ATC does not check for a single gear; the compiler refuses it later.

Source: manual/options.md#shapes, the vendor's page of session configurations
"""

from __future__ import annotations

from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.atc.shapes import has_wrong_gear
from cannlint.jobs.input_shapes import code_of_gears, gears_of, has_one_gear, wrong_gears
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import option_name, stage_in

RULE = JobRule(
    "JB009",
    "mismatched-shapes",
    Severity.ERROR,
    JOB_KINDS,
    about=("dynamic_dims",),
    stage=Stage.COMPILER,
)

_STOPS = "the compile stops: every gear must have one size for each dynamic dimension"


@RULE.check
def mismatched_shapes(job: Job) -> Findings:
    """Report every gear with a wrong number of sizes, and a list with one gear only."""
    gears = gears_of(job)
    if gears is None:
        return
    shapes = job.get("input_shape")
    if shapes is not None:
        yield from _wrong_gears(job, shapes, gears)
    if has_one_gear(gears) and job.front_end is not FrontEnd.MSLITE:
        yield RULE.at(
            gears.value_span,
            "`{name}` has one gear; CANN requires at least two",
            label="one gear",
            help="add a gear after `;`, or write the sizes into `input_shape`",
            note=_STOPS,
            severity=Severity.WARNING if job.front_end is FrontEnd.ATC else Severity.ERROR,
            cann="E10035",
            name=option_name(job, gears),
            source=gears.source,
        )


def _wrong_gears(job: Job, shapes: Setting, gears: Setting) -> Findings:
    if isinstance(job, AtcJob) and not has_wrong_gear(job):
        return  # ATC accepts the gears, or stops earlier: JB016 reports that
    dynamic, wrong = wrong_gears(job, gears)
    for start, gear in wrong:
        yield RULE.at(
            gears.part(start, start + len(gear)),
            "the gear `{gear}` does not match `input_shape`: number of sizes "
            "{sizes}, number of `-1` {dynamic}",
            label="sizes: {sizes}",
            help="give every gear one size for each `-1` of `input_shape`",
            note=_STOPS,
            cann=code_of_gears(job, gears),
            stage=stage_in(job, FrontEnd.ATC),
            gear=gear,
            sizes=len(gear.split(",")),
            dynamic=dynamic,
        ).also(shapes.value_span, "`-1` here: {dynamic}", shapes.source)
