"""The engine does not accept this value of `allow_hf32`.

The engine reads the option of GE, `ge.exec.allow_hf32`, only on a SoC with HF32. There it stops at
a value that it does not know. On other SoCs it ignores the option, whatever the value. ATC checks
its own option on every SoC: JB002 reports that.

cannlint uses the SoC of the job, or else the SoC of `--soc` or cannlint.toml. If no SoC is known,
or if only some of several SoCs have HF32, the finding is a warning.

## Example

```job
[job.net]
front-end = "ge"
soc_version = "Ascend910B3"
allow_hf32 = "enable"
```

## Write instead

```job
[job.net]
front-end = "ge"
soc_version = "Ascend910B3"
allow_hf32 = "true"
```

## What CANN does

On a SoC with HF32 the engine stops with E20101. On a SoC without HF32 it does not read the value,
and writes no message.

Source: manual/implementation-modes.md#hf32
"""

from __future__ import annotations

from cannlint.cann.option_names import HF32
from cannlint.jobs.model import Job
from cannlint.jobs.values import verdict
from cannlint.library.operators import Operators
from cannlint.nearest import nearest
from cannlint.rules.api import JOB_KINDS, Findings, FixKind, JobRule, Severity, Stage, replace
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB021",
    "illegal-hf32",
    Severity.ERROR,
    JOB_KINDS,
    about=(HF32,),
    fix=FixKind.UNSAFE,
    needs_library=True,
    stage=Stage.COMPILER,
    since="0.2.0",
)

_NOTES = {
    True: "the engine stops with E20101",
    False: "ignored: there is no HF32 on {socs}",
    None: "the engine stops with E20101 on a SoC with HF32, and ignores the value on others",
}
"""Whether the engine reads the value, None if that is not known → what it does."""


@RULE.check
def illegal_hf32(job: Job, operators: Operators) -> Findings:
    """Report a value that counts and that the engine does not know."""
    setting = job.get(HF32)
    if setting is None or not job.reads(setting):
        return
    found = verdict(setting)
    if found is None or found.hardware is None:
        return
    is_read = _has_hf32(operators)
    meant = nearest(setting.value or "", found.expected)
    finding = RULE.at(
        setting.value_span,
        "invalid value `{value}` for `{name}`",
        label="did you mean `{meant}`?" if meant else "invalid value",
        help="write `{meant}`" if meant else "write one of: {expected}",
        note=_NOTES[is_read],
        cann=found.code if is_read else None,
        severity=Severity.ERROR if is_read else Severity.WARNING,
        value=setting.value,
        name=option_name(job, setting),
        meant=meant or "",
        expected=found.expected,
        socs=operators.socs,
        source=setting.source,
    )
    if meant and setting.is_literal:
        finding.with_fix("write `{meant}`", replace(setting.value_span, meant), safe=False)
    yield finding


def _has_hf32(operators: Operators) -> bool | None:
    """Whether all SoCs asked for have HF32, or none has; None if that is not known."""
    known = [soc.hf32 for soc in operators.hardware()]
    if not known or len(known) < len(operators.socs) or len(set(known)) > 1:
        return None
    return known[0]
