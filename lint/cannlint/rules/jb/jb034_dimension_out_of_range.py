r"""A range does not have the fixed size that the input has in the model.

With -1 or a range in `--input_shape`, every size is a range, also a single number. The fixed sizes
of the model have to lie in these ranges. cannlint looks into the model that `--model` names, where
the file is there.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:-1,1,224,224"
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:-1,3,224,224"
```

## What CANN does

ATC compares the ranges with the shape of the model after it is parsed, and stops with E10050.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import DIMENSION_OUT_OF_RANGE
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact

RULE = JobRule(
    "JB034",
    "dimension-out-of-range",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(DIMENSION_OUT_OF_RANGE,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def dimension_out_of_range(job: Job) -> Findings:
    """Report each shape with a range that leaves out the size of the model."""
    for mismatch in of_fact(job, DIMENSION_OUT_OF_RANGE):
        message = "the ranges `{asked}` leave out a fixed size of `{name}`"
        help = "write ranges that have the sizes of the model"
        if mismatch.own:
            message = "the ranges `{asked}` leave out a fixed size of `{name}`, which is `{own}`"
            help = "write ranges that have the sizes of the model: `{own}`"
        yield finding_at(RULE, job, mismatch, message, "outside of the range", help)
