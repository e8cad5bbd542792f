r"""An option names an input that the model does not have.

The names of inputs are those of the model: of an ONNX model the inputs of its graph that have no
initializer, of TensorFlow the placeholders without `:0`, of Caffe the input layers. cannlint looks
into the model that `--model` names, where the file is there.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="image:1,3,224,224"
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --input_shape="images:1,3,224,224"
```

## What CANN does

After the model is parsed, ATC looks up the names of `--input_shape`, `--input_shape_range` and
`--input_fp16_nodes` in it. It stops with E10016 for a name that no node has, and with E10017 for
that of a node that is no input. But it looks for open sizes first: if a name is wrong in a static
`--input_shape` and the input that is meant has an open size, it stops with E10001.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import UNKNOWN_INPUT
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, FixKind, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact, with_near_name

RULE = JobRule(
    "JB031",
    "unknown-input",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(UNKNOWN_INPUT,),
    fix=FixKind.UNSAFE,
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_IS_NODE = "E10017"
_SHOWN = 10
"""Inputs that the help names."""


@RULE.check
def unknown_input(job: Job) -> Findings:
    """Report each name of an input that is none."""
    for mismatch in of_fact(job, UNKNOWN_INPUT):
        message = "the model has no input `{name}`"
        if mismatch.code == _IS_NODE:
            message = "`{name}` is a node of the model, but no input"
        help = "write the name of an input of the model"
        if len(mismatch.near) == 1:
            help = "write `{near}`"
        elif mismatch.near:
            help = "write the name of an input: {near}"
        finding = finding_at(RULE, job, mismatch, message, "no input", help, near=_SHOWN)
        yield with_near_name(finding, mismatch)
