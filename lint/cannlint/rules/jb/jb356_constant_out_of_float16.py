"""A constant of the model does not fit in float16, in which its operator runs.

cannlint plans the job with its graph, or with the model that the command names, and compares the
constant numbers of float32 with the range of float16. A small number that keeps a divisor from 0,
such as 1e-12, is 0 in float16.

## Example

```console
$ atc --model=bert.onnx --framework=5 --output=bert --soc_version=Ascend910B3
```

## Write instead

```keep_dtype
OpType::Add
```

## What CANN does

It casts the constant to float16: below 2^-25 it is 0, beyond 65504 it is infinity or 65504, as the
operator has it. Keep the operator in float32 (`--keep_dtype`, `--customize_dtypes`, or a mixed
precision mode with the operator on the black list), or change the number in the model.

Source: manual/models.md#constants
"""

from __future__ import annotations

from cannlint.jobs.jobs_reading import JobsReading
from cannlint.resolve.job_use import JobUse
from cannlint.resolve.lost_constants import LostConstant, lost_constants
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    Iterator,
    Kind,
    Rule,
    Sequence,
    Severity,
    Subject,
)

RULE = Rule(
    "JB356",
    "constant-out-of-float16",
    Severity.INFO,
    (Kind.ATC_COMMANDS, Kind.JOB),
    subject=Subject.PLANS,
    since="0.2.0",
)


@RULE.revises
def constant_out_of_float16(
    reading: JobsReading, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Findings:
    """Report each operator that gets another number, at the job."""
    told: set[tuple[int, str]] = set()
    for use in uses:
        for lost in _lost(use):
            key = use.job.span.start, lost.node.name
            if key not in told and len(told) < _MOST:
                told.add(key)
                yield RULE.at(
                    use.job.span,
                    "{what}",
                    label="this job",
                    help="keep `{node}` in float32 with `keep_dtype`, or change the number",
                    what=lost.message,
                    node=lost.node.name,
                ).about(lost.node.name)


def _lost(use: JobUse) -> Iterator[LostConstant]:
    """Return the constants; there is no plan where the header of the model has none."""
    header = use.job.header
    if use.job.graph is None and header is not None and not header.has_extremes:
        return
    plan = use.plan
    if plan is not None and plan.graph is not None and plan.dtypes is not None:
        yield from lost_constants(plan.graph, plan.dtypes.walks or ())


_MOST = 20
"""Operators that are told."""
