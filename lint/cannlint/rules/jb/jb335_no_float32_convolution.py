"""The precision mode keeps float32, but the SoC has no convolution in float32.

`must_keep_origin_dtype` (`origin` of precision_mode_v2) does not lower any dtype. If the model has
the reported operators in float32, as most models do, no kernel of the SoC takes them. This is
advice as long as cannlint cannot see the model; where it can, JB103 reports the operators of the
model that leave the AI Core, and this rule says nothing.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "Ascend310P3"
precision_mode = "must_keep_origin_dtype"
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend310P3"
precision_mode = "allow_fp32_to_fp16"
```

## What CANN does

The matrix unit of the SoC does not compute in float32. An operator with float32 inputs that has
float16 kernels only is taken by no store of the AI Core: the compile fails, unless another engine
has the operator.

Source: manual/socs.md#what-a-soc-can-do, manual/dtype-selection.md#is-the-operator-taken
"""

from __future__ import annotations

from cannlint.cann.option_names import SOC, V1, V2
from cannlint.cann.precision import CUBE_OPERATORS
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.library.model import Library
from cannlint.library.operators import Operators
from cannlint.library.socs import hardware_of
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Sequence, Severity
from cannlint.rules.jb.effective_options import effective, keeps_origin, precision_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = JobRule(
    "JB335",
    "no-float32-convolution",
    Severity.INFO,
    JOB_KINDS,
    about=(V1, V2),
    needs_library=True,
    since="0.2.0",
)

_LOWERING = {"origin": "mixed_float16"}
"""The mode to write for one of precision_mode_v2; for the other it is allow_fp32_to_fp16."""


@RULE.check
def no_float32_convolution(job: Job, operators: Operators) -> Findings:
    """Report the mode if the job names a SoC without float32 in its matrix unit."""
    mode, soc = precision_setting(job), effective(job, SOC)
    if mode is None or soc is None or not keeps_origin(job):
        return
    hardware = hardware_of(operators.library, soc.value or "")
    if hardware is None or hardware.fp32_cube:
        return
    lacking = _without_float32(operators.library, soc.value or "")
    if not lacking:
        return
    yield RULE.at(
        mode.value_span,
        "`{mode}` keeps float32, in which {soc} has no kernel for {lacking}",
        label="keeps float32",
        help="write `{instead}`, unless the model is in float16",
        note="such an operator leaves the AI Core, or the compile fails",
        mode=mode.value,
        soc=soc.value,
        lacking=lacking,
        instead=_LOWERING.get(mode.value or "", "allow_fp32_to_fp16"),
        source=mode.source,
    ).also(soc.span, "the SoC", source=soc.source)


def _without_float32(library: Library, soc: str) -> tuple[str, ...]:
    """Return the convolutions and matrix products that a plan in float32 does not place."""
    from cannlint.resolve.taken import is_refused

    return tuple(
        op_type
        for op_type in sorted(CUBE_OPERATORS)
        if is_refused(library, soc, op_type, "float32")
    )


@RULE.revises
def unless_the_model_is_planned(
    _: JobsReading, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Leave out what is said of a job whose model shows what becomes of its operators."""
    planned = [use.job for use in uses if use.losses is not None]
    modes = [precision_setting(job) for job in planned]
    places = {(mode.source, mode.value_span) for mode in modes if mode is not None}
    yield from (one for one in found if (one.source, one.span) not in places)
