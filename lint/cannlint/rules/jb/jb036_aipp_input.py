r"""The AIPP file of `--insert_op_conf` is about an input that cannot have it.

Each group `aipp_op` of the file is about one input of the model: `related_input_rank` is its
number, from 0, and 0 if it is not set. cannlint looks into the model that `--model` names and into
the AIPP file, where they are there.

## Example

```console
$ grep related_input aipp.cfg
    related_input_rank: 1
$ atc --model=one_input.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --insert_op_conf=aipp.cfg
```

## Write instead

```console
$ grep related_input aipp.cfg
    related_input_rank: 0
$ atc --model=one_input.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --insert_op_conf=aipp.cfg
```

## What CANN does

GE stops with E10052 if the model has no input of that number, and with E10034 if
`--input_fp16_nodes` names the input, too.

Source: manual/models.md#the-command-and-the-model
"""

from __future__ import annotations

from cannlint.jobs.mismatch import AIPP_INPUT
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.against_model import finding_at, of_fact

RULE = JobRule(
    "JB036",
    "aipp-input",
    Severity.ERROR,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(AIPP_INPUT,),
    stage=Stage.COMPILER,
    since="0.2.0",
)

_HALF = "E10034"


@RULE.check
def aipp_input(job: Job) -> Findings:
    """Report each input of the AIPP file that the model does not have, or that is float16."""
    for mismatch in of_fact(job, AIPP_INPUT):
        message = "the AIPP file is about input {name}, which the model does not have"
        help = "set `related_input_rank` to the number of an input, from 0"
        if mismatch.own:
            message = "the AIPP file is about input {name}, and the last one of the model is {own}"
        if mismatch.code == _HALF:
            message = "the input `{name}` has AIPP, and `--input_fp16_nodes` names it"
            help = "remove it from `--input_fp16_nodes`"
        yield finding_at(RULE, job, mismatch, message, "this file", help, "GE stops with {code}")
