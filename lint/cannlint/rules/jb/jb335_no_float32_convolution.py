"""The precision mode keeps float32, but the SoC has no convolution in float32.

`must_keep_origin_dtype` (`origin` of precision_mode_v2) does not lower any dtype. If the model has
convolutions or matrix products in float32, as most models do, no kernel of the SoC takes them.
cannlint cannot see the model, so this is advice.

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
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.library.socs import hardware_of
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, keeps_origin, precision_setting

RULE = JobRule(
    "JB335", "no-float32-convolution", Severity.INFO, JOB_KINDS, about=(V1, V2), needs_library=True
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
    yield RULE.at(
        mode.value_span,
        "`{mode}` keeps float32, but {soc} has no convolution or matrix product in float32",
        label="keeps float32",
        help="write `{instead}`, unless the model is in float16",
        note="no kernel of {soc} takes such an operator, and the compile fails",
        mode=mode.value,
        soc=soc.value,
        instead=_LOWERING.get(mode.value or "", "allow_fp32_to_fp16"),
        source=mode.source,
    ).also(soc.span, "the SoC", source=soc.source)
