"""`Ascend910B` is a SoC of the first generation, although the chips of Atlas A2 are called 910B.

The SoC versions of Atlas A2 have a number at the end: Ascend910B1 to Ascend910B4. Plain
`Ascend910B` is in the platform list, too: it is a variant of the first Ascend 910. Write the
version that `npu-smi info` shows, with the prefix `Ascend`.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "Ascend910B"
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend910B3"
```

## What CANN does

CANN compiles for the first generation, without a message: other kernels, no bfloat16, no HF32 and
no matrix products in float32. The model does not run on an Atlas A2.

Source: manual/socs.md#names
"""

from __future__ import annotations

from cannlint.cann.option_names import FIRST_GENERATION, SOC
from cannlint.cann.precision import BF16_MODES
from cannlint.jobs.facts import FIRST_GENERATION_SOC
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.library.socs import meant_socs
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective, precision_setting

RULE = JobRule(
    "JB101",
    "first-generation-soc",
    Severity.WARNING,
    JOB_KINDS,
    about=(FIRST_GENERATION_SOC,),
    needs_library=True,
    stage=Stage.COMPILER,
    since="0.2.0",
)


@RULE.check
def first_generation_soc(job: Job, operators: Operators) -> Findings:
    """Report the SoC version that has the name of the next generation."""
    setting = effective(job, SOC)
    if setting is None or setting.value != FIRST_GENERATION or not job.reads(setting):
        return
    mode = precision_setting(job)
    if mode is not None and mode.value in BF16_MODES:
        return  # JB007 reports that the mode is refused, and names the SoC versions
    yield RULE.at(
        setting.value_span,
        "`{soc}` is a first-generation Ascend 910, not the chip of an Atlas A2",
        label="the first generation",
        help="for an Atlas A2, write one of {meant}; `npu-smi info` shows which",
        note="CANN compiles for the first generation, without bfloat16 and HF32",
        soc=setting.value,
        meant=tuple(f"`{name}`" for name in meant_socs(FIRST_GENERATION, operators.library)),
        source=setting.source,
    )
