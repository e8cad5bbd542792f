r"""A shape has another number of dimensions than the input of the model.

The shape of an input has to have as many dimensions as the model says, if it says anything.
cannlint looks into the model that `--model` names, where the file is there.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:3,224,224"
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:1,3,224,224"
```

## What CANN does

The parser of an ONNX model stops with E11010, that of TensorFlow with E19999. Ranges with `-1` or
`~` are compared after the model is parsed: ATC stops with E10049. A scalar input, or one without a
shape in the model, takes any shape, and so does an input of Caffe without ranges.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import OTHER_RANK
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact

RULE = JobRule(
    "JB032",
    "other-rank",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(OTHER_RANK,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def other_rank(job: Job) -> Findings:
    """Report each shape with too many or too few dimensions."""
    for mismatch in of_fact(job, OTHER_RANK):
        if mismatch.own:
            message = "the shape `{asked}` has {count} dimensions, and `{name}` has {own_count}"
            help = "write as many sizes as the input has in the model: `{own}`"
        else:
            message = "the shape `{asked}` has another number of dimensions than `{name}`"
            help = "write as many sizes as the input has in the model"
        yield finding_at(
            RULE,
            job,
            mismatch,
            message,
            "another number of dimensions",
            help,
        )
