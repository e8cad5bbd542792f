"""A comma separates two inputs of `--input_shape`: ATC reads both as one input.

A semicolon ends the shape of an input. ATC splits each part at its last colon, so everything before
this colon is the name of the input, also the shape of the input before it.

## Example

```atc_script
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3 --input_shape="a:1,3,b:1,4"
```

## Write instead

```atc_script
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3 --input_shape="a:1,3;b:1,4"
```

## What CANN does

ATC's front end accepts the value. It then looks for an input that is called `a:1,3,b`.

Source: manual/atc.md#words-of-the-command-line
"""

from __future__ import annotations

from cannlint.cann.option_names import SHAPES
from cannlint.jobs.atc.job import Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.atc.shapes import commas_between_inputs
from cannlint.jobs.facts import INPUTS_IN_ONE_NAME
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import Findings, FixKind, JobRule, Kind, Severity, Stage, replace
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB102",
    "inputs-in-one-name",
    Severity.WARNING,
    (Kind.ATC_COMMANDS, Kind.JOB),
    about=(INPUTS_IN_ONE_NAME,),
    fix=FixKind.UNSAFE,
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def inputs_in_one_name(job: Job) -> Findings:
    """Report the first comma of a value that stands between two inputs."""
    if job.front_end is not FrontEnd.ATC or refusals_of(job, Check.SHAPE):
        return
    for setting in filter(None, (effective(job, option) for option in SHAPES)):
        commas = commas_between_inputs(setting.value or "")
        if not commas:
            continue
        places = [setting.part(at, at + 1) for at in commas]
        parts = (setting.value or "").split(";")
        name = next(part for part in parts if commas_between_inputs(part)).rpartition(":")[0]
        finding = RULE.at(
            places[0],
            "the comma does not end the shape: ATC reads one input with the name `{name}`",
            label="not a separator of inputs",
            help="write `;` between the inputs of `{option}`, and quote the value",
            note="ATC splits at the last colon",
            name=name,
            option=option_name(job, setting),
            source=setting.source,
        )
        for place in places[1:]:
            finding.also(place, "the same here", source=setting.source)
        if setting.is_literal and _is_quoted(setting.source.text, setting.value_span.start):
            finding.with_fix("write `;`", *(replace(place, ";") for place in places), safe=False)
        yield finding


def _is_quoted(text: str, start: int) -> bool:
    """Whether a value begins in quotes, so that a semicolon does not end the command."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line.count('"') % 2 == 1 or line.count("'") % 2 == 1
