"""The SoC has no AI Core kernel for some operators of the model, whatever the job sets.

cannlint plans the job with its graph, or with the model that the command names. It reports the
operators that the AI Core of the SoC takes neither with the settings of the job nor without them,
and counts them. It says nothing about a type that no SoC of the release has: it may run on the
AI CPU on each of them.

## Example

```console
$ atc --model=lanes.onnx --framework=5 --output=lanes --soc_version=Ascend310B4
```

## Write instead

```console
$ atc --model=lanes.onnx --framework=5 --output=lanes --soc_version=Ascend310P3
```

## What CANN does

An operator that no kernel library of the AI Core takes goes to the AI CPU, if that has the
operator for its dtypes, and that is slow. If no engine takes it, the compile stops with EZ3002 or
EZ3003.

Source: manual/dtype-selection.md#is-the-operator-taken, manual/operator-libraries.md#columns
"""

from __future__ import annotations

from cannlint.cann.option_names import MODEL
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.resolve.job_use import JobUse
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    Rule,
    Sequence,
    Severity,
    Stage,
    Subject,
)
from cannlint.rules.jb.off_the_ai_core import ELSEWHERE, place_of, values_of

RULE = Rule(
    "JB104",
    "no-kernel-on-the-soc",
    Severity.WARNING,
    JOB_KINDS,
    stage=Stage.COMPILER,
    subject=Subject.PLANS,
    since="0.2.0",
)


@RULE.revises
def no_kernel_on_the_soc(
    reading: JobsReading, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Findings:
    """Report the operators at the option that names the model."""
    told: set[object] = set()
    for use in uses:
        for lost in use.losses.operators if use.losses is not None else ():
            source, span = place_of(use.job, MODEL)
            values = values_of(lost.nodes, use)
            key = span, values["soc"], lost.is_unknown
            if lost.causes or source is not reading.source or key in told:
                continue
            told.add(key)
            yield RULE.at(
                span,
                _message(len(lost.nodes), lost.is_unknown),
                label="this model",
                help="run the model on a SoC that has them, or replace them in the model",
                note=ELSEWHERE,
                source=source,
                **values,
            ).about(*(node.name for node in lost.nodes))


def _message(number: int, is_unknown: bool) -> str:
    if is_unknown:
        return (
            "the AI Core of {soc} has no operator of the type of `{node}` in {graph}: {operators}"
            if number == 1
            else "the AI Core of {soc} has no operators of the types of {number} in {graph}: "
            "{operators}"
        )
    return (
        "the AI Core of {soc} has no kernel for the dtypes of `{node}` in {graph}: {operators}"
        if number == 1
        else "the AI Core of {soc} has no kernels for the dtypes of {number} operators of "
        "{graph}: {operators}"
    )
