"""`--out_nodes` names a node or a tensor that the model does not have.

An entry is the name of a node with the number of its output (`Conv_3:0`), or for ONNX the name of
an output of the model. cannlint looks into the model that `--model` names, where the file is there.

## Example

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --out_nodes="Conv3:0"
```

## Write instead

```console
$ atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --out_nodes="Conv_3:0"
```

## What CANN does

ATC stops with E10016 for a node that is not there. It does not take blanks off the names. For a
tensor that is no output of the ONNX model the parser stops with E19999.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import UNKNOWN_OUTPUT
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, FixKind, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact, with_near_name

RULE = JobRule(
    "JB035",
    "unknown-output",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(UNKNOWN_OUTPUT,),
    fix=FixKind.UNSAFE,
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_TENSOR = "E19999"


@RULE.check
def unknown_output(job: Job) -> Findings:
    """Report each entry that is not in the model."""
    for mismatch in of_fact(job, UNKNOWN_OUTPUT):
        message = "the model has no node `{name}`"
        help = "write the name of a node of the model"
        if mismatch.code == _TENSOR:
            message = "the model has no output `{name}`"
            help = "write an output of the model, or a node and the number of its output: `node:0`"
        help = "write `{near}`" if mismatch.near else help
        finding = finding_at(RULE, job, mismatch, message, "not in the model", help)
        yield with_near_name(finding, mismatch)
