"""The GE runtime of MindSpore Lite does not know this name of a precision mode.

MindSpore Lite has names of its own: `enforce_fp32`, `preferred_fp32`, `enforce_fp16`,
`enforce_origin` and `preferred_optimal`. converter_lite passes any other text on unchanged, so the
names of ATC work there. The GE runtime (`provider=ge`) takes the five names only.

## Example

```mslite_config
[ascend_context]
provider=ge
precision_mode=force_fp32
```

## Write instead

```mslite_config
[ascend_context]
provider=ge
precision_mode=enforce_fp32
```

## What CANN does

MindSpore Lite logs an error, drops the mode and goes on with force_fp16.

Source: MindSpore Lite, ge_device_context.cc
"""

from __future__ import annotations

from cannlint.cann.option_names import V1
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import Findings, FixKind, JobRule, Kind, Severity, Stage, replace

RULE = JobRule(
    "JB112",
    "mode-of-converter-only",
    Severity.WARNING,
    (Kind.MSLITE_CONFIG,),
    about=(V1,),
    fix=FixKind.UNSAFE,
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def mode_of_converter_only(job: Job) -> Findings:
    """Report a name of ATC where the GE runtime reads the mode."""
    setting = job.get(V1)
    if job.front_end is not FrontEnd.MSLITE or job.value("provider") != "ge":
        return
    if setting is None or setting.spec is None or setting.value is None:
        return
    own = {mode: name for name, mode in setting.spec.means.items()}
    if not own or setting.value not in setting.spec.values:
        return
    meant = own.get(setting.value)
    finding = RULE.at(
        setting.value_span,
        "the GE runtime does not know the mode `{value}`",
        label="a name of ATC",
        help="write `{meant}`" if meant else "write one of: {names}",
        note="MindSpore Lite logs an error and goes on with force_fp16",
        value=setting.value,
        meant=meant or "",
        names=tuple(own.values()),
        source=setting.source,
    )
    if meant and setting.is_literal:
        finding.with_fix("write `{meant}`", replace(setting.value_span, meant), safe=False)
    yield finding
