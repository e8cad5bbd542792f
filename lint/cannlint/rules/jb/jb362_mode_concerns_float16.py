"""With `force_fp32`, implementation modes hardly matter: they choose between float16 kernels.

The manual defines `high_precision` and `high_performance` for float16 inputs: the first computes
float16 more exactly, the second faster. If the precision mode makes operators compute in float32,
only operators without a float32 kernel are left for them.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "Ascend910B3"
precision_mode = "force_fp32"
op_precision_mode = "net.ini"
```

```file net.ini
SoftmaxV2=high_precision
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend910B3"
precision_mode = "force_fp32"
```

## What CANN does

CANN sets the modes. An operator with float32 inputs has its float32 kernel in each of them, as far
as the manual tells.

Source: manual/implementation-modes.md#modes, the vendor's page of op_select_implmode
"""

from __future__ import annotations

from cannlint.cann.option_names import FILE, SELECT
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, implmode_setting, precision_setting
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB362", "mode-concerns-float16", Severity.INFO, JOB_KINDS, about=(FILE, SELECT), since="0.2.0"
)


@RULE.check
def mode_concerns_float16(job: Job) -> Findings:
    """Report implementation modes beside a precision mode that leaves float32 alone."""
    mode, precision = _modes(job), precision_setting(job)
    if mode is None or precision is None or precision.sent != "force_fp32":
        return
    yield RULE.at(
        mode.span,
        "`{name}` chooses between kernels for float16, and `{precision}` asks for float32",
        label="hardly any effect",
        help="remove it; or, if float16 is precise enough with it, choose another precision mode",
        note="only operators without a float32 kernel still compute in float16",
        name=option_name(job, mode),
        precision=precision.value,
        source=mode.source,
    ).also(precision.span, "asks for float32", source=precision.source)


def _modes(job: Job) -> Setting | None:
    """The option that sets high_precision or high_performance; None where it sets others too."""
    linked = job.files.get(FILE)
    if effective(job, FILE) is None:
        return implmode_setting(job)
    if linked is None or not isinstance(linked.reading, OpPrecision):
        return None
    reading = linked.reading
    modes = {*reading.effect(False).values(), *reading.effect(True).values()}
    is_read = reading.accepted and modes
    return linked.setting if is_read and modes <= _FOR_FLOAT16 else None


_FOR_FLOAT16 = {"high_precision", "high_performance"}
