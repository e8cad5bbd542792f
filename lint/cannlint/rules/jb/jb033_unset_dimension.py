r"""An input of the model has a dimension without a size, and no option sets it.

A model may leave sizes open, such as that of the batch. `--input_shape` then has to list the input
with its sizes, or with -1 or a range where they vary. cannlint looks into the model that `--model`
names, where the file is there.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:1,3,224,224"
```

## What CANN does

ATC stops with E10001 after the model is parsed, unless a shape of `--input_shape` has -1 or a
range: then other inputs keep their open sizes. With `--dynamic_dims`, every input with an open size
has to be listed (E10001). With `--dynamic_batch_size` one that is not listed may only leave the
first dimension open (E10018), and with `--dynamic_image_size` only height and width (E10019). JB031
reports an input that is listed under a wrong name.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import UNSET_DIMENSION
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact

RULE = JobRule(
    "JB033",
    "unset-dimension",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(UNSET_DIMENSION,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_SHOWN = 5
"""Inputs that the message names."""


@RULE.check
def unset_dimension(job: Job) -> Findings:
    """Report the inputs of the model whose sizes nothing sets."""
    for mismatch in of_fact(job, UNSET_DIMENSION):
        message = "inputs of the model have dimensions without a size, and no option sets them"
        help = "list these inputs in `--input_shape`, with a size for each dimension"
        if mismatch.near:
            message = "input `{near}` is [{dims}], and no option gives `{unknown}` a size"
            if len(mismatch.near) > 1:
                message = "no option sets the open sizes of the inputs {near}"
            help = "add `{own}` to `--input_shape`, with a size in place of `{unknown}`"
        label = "not all inputs" if mismatch.setting is not None else "no `--input_shape`"
        dims = mismatch.own.removeprefix(f"{mismatch.name}:")
        yield finding_at(RULE, job, mismatch, message, label, help, near=_SHOWN, dims=dims)
