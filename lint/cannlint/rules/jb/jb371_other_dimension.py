r"""A shape differs from the fixed sizes that the input has in the model.

CANN takes the shape of the command. The model may have constants that were made for the other size:
the target shape of a Reshape, for example. cannlint looks into the model that `--model` names,
where the file is there.

## Example

```console
$ atc --model=bs1.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:8,3,224,224"
```

## Write instead

```console
$ atc --model=bs8.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:8,3,224,224"
```

## What CANN does

The parsers of ONNX and TensorFlow replace the shape of the model. The shapes of the other operators
are inferred from it later: where a constant does not fit, the compile stops, or the output has a
shape that you do not expect.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import OTHER_DIMENSION
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity
from cannlint.rules.jb.against_model import finding_at, of_fact

RULE = JobRule(
    "JB371",
    "other-dimension",
    Severity.INFO,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(OTHER_DIMENSION,),
    since="0.2.0",
)


@RULE.check
def other_dimension(job: Job) -> Findings:
    """Report each shape that replaces fixed sizes of the model."""
    for mismatch in of_fact(job, OTHER_DIMENSION):
        yield finding_at(
            RULE,
            job,
            mismatch,
            "`{name}` has the shape `{own}` in the model, and the command sets `{asked}`",
            "another size than in the model",
            "export the model with open sizes, or with these",
            note="CANN takes `{asked}`; constants of the model may not fit it",
        )
