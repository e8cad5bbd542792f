r"""ATC cannot read the input shapes or the dynamic sizes.

ATC stops. Its front end reads `--input_shape` only if the value has a `-1` or a range with `~`, or
if `--dynamic_batch_size`, `--dynamic_image_size` or `--dynamic_dims` is set. The parser of the
model reads a static shape later.

With `--dynamic_batch_size` only the first dimension may be -1. With `--dynamic_image_size` only the
height and width of a four-dimensional input may be -1. JB009 checks whether the gears of
`--dynamic_dims` match the shapes. `--input_hint_shape` cannot be used with any of the three
options.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape='x:1,3,224,224' --dynamic_batch_size='1,8'
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape='x:-1,3,224,224' --dynamic_batch_size='1,8'
```

## What CANN does

ATC stops with one of these codes: E10002 and E10048 for a shape that it cannot read; E10018 and
E10031 for the batch size; E10019 and E10020 for the image size; E10003 for batch sizes that are not
numbers, and for image sizes in a format other than NCHW and NHWC; E10040 for a range together with
gears; E10004 for gears without shapes. ATC does not report a second -1 in one input (E10018) if
another input has -1 only as its batch size.

Source: manual/atc.md#the-order-of-checks, manual/options.md#shapes
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import BATCH, DIMS, IMAGE
from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.atc.shapes import FORMAT, has_wrong_gear, shape_fault
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.jobs.verdicts import is_written
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB016",
    "malformed-shape",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)

_TEXTS = {
    "E10001": (
        "no dimension of the input shapes is -1",
        "write -1 for each dimension whose size varies",
    ),
    "E10002": ("ATC cannot read the shape `{part}`", "write each input like `name:1,3,224,224`"),
    "E10003": ("`{part}` is not a list of sizes", "write digits, with commas between them"),
    "E10004": (
        "sizes are set without input shapes",
        "set `--input_shape`, with -1 for each dimension whose size varies",
    ),
    "E10012": ("the input `{part}` has no dimensions", "give it a shape that begins with -1"),
    "E10013": ("the number `{part}` is too large", "write a smaller number"),
    "E10014": ("`{part}` is not a number", "write digits"),
    "E10018": (
        "the input `{part}` has -1 in other dimensions than the first",
        "keep -1 in the first dimension only",
    ),
    "E10019": (
        "only height and width may be -1 with `--dynamic_image_size`",
        "write -1 for height and width of a four-dimensional input, as `--input_format` has them",
    ),
    "E10020": ("`{part}` is not a pair of height and width", "write `height,width;height,width`"),
    "E10031": ("no input has -1 as its batch size", "write -1 as the first dimension"),
    "E10040": ("a shape range cannot be combined with sizes", "write -1 in place of the range"),
    "E10048": (
        "ATC cannot read the range `{part}`",
        "write each input like `name:[1~8,3,224,224]`",
    ),
    "E10058": ("`--dynamic_dims` lists no sizes", "write them as `1,2;4,8`"),
}
_IN_BRACKETS = re.compile(r" *\[[-0-9~, ]+\] *")

_TEXTS_OF_OPTION = {
    ("E10001", DIMS): ("`{part}` is not a size", "write digits"),
    ("E10003", DIMS): (
        "`{part}` does not have one size for each `-1` of `--input_shape`",
        "give every gear one size for each `-1` of `--input_shape`",
    ),
    ("E10003", FORMAT): (
        "`--dynamic_image_size` cannot be used with the format `{part}`",
        "write NCHW or NHWC",
    ),
}


@RULE.check
def malformed_shape(job: Job) -> Findings:
    """Report the first fault that ATC finds in the shapes."""
    for refusal in refusals_of(job, Check.SHAPE):
        assert isinstance(job, AtcJob)
        fault = shape_fault(job)
        assert fault is not None
        if has_wrong_gear(job) and _is_readable(job):
            continue  # JB009 reports every wrong gear
        gears = next((s for name in (BATCH, IMAGE, DIMS) if (s := job.get(name))), None)
        place = refusal.settings[0] if refusal.settings else gears
        message, help = _TEXTS_OF_OPTION.get((fault.code, fault.option)) or _TEXTS[fault.code]
        if fault.option == DIMS and not fault.part:
            message, help = _TEXTS["E10058"]
        if fault.code == "E10002" and not fault.part:
            message = "one of the input shapes is empty"
        elif fault.code == "E10002" and _IN_BRACKETS.fullmatch(fault.part):
            help = "write the sizes without brackets: `{sizes}`"
        yield RULE.at(
            place.value_span if place is not None else job.span,
            message,
            label="ATC refuses this",
            help=help,
            note="ATC stops with {code}",
            cann=fault.code,
            part=fault.part,
            code=fault.code,
            sizes=fault.part.strip("[] "),
        )


def _is_readable(job: AtcJob) -> bool:
    return is_written(job.get("input_shape"), "input_shape") and is_written(job.get(DIMS), DIMS)
