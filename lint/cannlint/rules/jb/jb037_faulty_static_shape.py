r"""A static `--input_shape` is not a list of inputs with positive sizes.

ATC reads a shape without -1 and `~` when it reads the model, so that the front end accepts it.
JB016 is about shapes that the front end reads itself.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape='x:0,3,224,224'
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape='x:1,3,224,224'
```

## What CANN does

ATC stops before it parses the model: with E10002 for an input without a name or a size that is no
integer, with E10011 for a size that is not positive, with E10013 for a number that is too large,
and with E10014 for what is no number. With `--framework=1` it does not read the shape.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.cann.option_names import SHAPE
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.atc.shapes import refused_static_shape
from cannlint.jobs.facts import FAULTY_STATIC_SHAPE
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB037",
    "faulty-static-shape",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(FAULTY_STATIC_SHAPE,),
    stage=Stage.COMPILER,
    since="0.2.0",
)

_TEXTS = {
    "E10002": (
        "ATC cannot read the shape `{part}`",
        "write each input like `name:1,3,224,224`",
    ),
    "E10011": ("the size `{part}` is not positive", "write a positive size, or -1 if it varies"),
    "E10013": ("the number `{part}` is too large", "write a smaller number"),
    "E10014": ("`{part}` is not a number", "write digits"),
}


@RULE.check
def faulty_static_shape(job: Job) -> Findings:
    """Report the first fault in a shape that is read with the model."""
    setting = job.get(SHAPE)
    if setting is None or not isinstance(job, AtcJob):
        return
    fault = refused_static_shape(job)
    if fault is None:
        return
    message, help = _TEXTS[fault.code]
    if not fault.part:
        message = "one of the sizes or shapes is empty"
    yield RULE.at(
        setting.value_span,
        message,
        label="ATC refuses this",
        help=help,
        note="ATC stops with {code} when it reads the model",
        cann=fault.code,
        part=fault.part,
        code=fault.code,
        source=setting.source,
    )
