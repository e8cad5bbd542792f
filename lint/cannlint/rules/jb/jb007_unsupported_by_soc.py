"""The SoC does not support the precision mode or HF32, or has fewer cores.

The compile stops, or the option has no effect. A bfloat16 mode needs a SoC that can convert to
bfloat16. `allow_hf32` needs a matrix unit with HF32. The HiFloat8 modes are for Ascend 950 only.
`aicore_num` must not exceed the number of AI Cores: in `20|40` the first number counts AI Cores,
the second vector cores.

cannlint uses the SoC of the job, or else the SoC of `--soc` or cannlint.toml. If there are several
SoCs, it reports only what none of them supports.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "Ascend310P3"
precision_mode = "allow_mix_precision_bf16"
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend310P3"
precision_mode = "allow_mix_precision_fp16"
```

## What CANN does

The engine stops with E20101 at a bfloat16 mode, and with E20103 at too many cores; from a front end
other than ATC, GE stops with E10001 before it. `check -- atc ...` reports both as warnings, because
ATC itself accepts the command and the engine stops later.
The engine ignores `allow_hf32` on a SoC without HF32, without a message. CANN does not check the
HiFloat8 modes, but no operator of the SoC has a kernel for them.

Source: manual/socs.md#what-a-soc-can-do, manual/socs.md#cores
"""

from __future__ import annotations

from cannlint.cann.option_names import CORES, FIRST_GENERATION, HF32, V1, V2
from cannlint.cann.precision import BF16_MODES, ENGINE_MODES, Strategy
from cannlint.jobs.conflicts import code_of_cores, too_many_cores
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.library.model import Library, Soc
from cannlint.library.operators import Operators
from cannlint.library.socs import meant_socs
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import (
    asks_for_hf32,
    effective,
    leaves_no_float32,
    precision_setting,
)
from cannlint.rules.jb.naming import checks_one_command, late_severity, option_name

RULE = JobRule(
    "JB007",
    "unsupported-by-soc",
    Severity.WARNING,
    JOB_KINDS,
    about=(V1, V2, HF32, CORES),
    cann="E20101",
    needs_library=True,
    stage=Stage.COMPILER,
)

_HIF8 = (Strategy.CUBE_HIF8, Strategy.MIXED_HIF8)
_HIF8_FOLDERS = ("ascend950", "ascend910_95", "ascend910_55")


@RULE.check
def unsupported_by_soc(job: Job, operators: Operators) -> Findings:
    """Report cores, a precision mode and allow_hf32 that none of the selected SoCs supports."""
    yield from _too_many_cores(job, operators.socs)
    socs = operators.hardware()
    if not socs or len(socs) < len(operators.socs):
        return
    mode, hf32 = precision_setting(job), effective(job, HF32)
    if mode is not None and mode.value in BF16_MODES and not any(soc.bf16 for soc in socs):
        yield _refused(job, mode, socs, operators.library)
    if mode is not None and ENGINE_MODES.get(mode.value or "") in _HIF8 and not _have_hif8(socs):
        yield _without_hif8(mode, socs)
    if hf32 is None or leaves_no_float32(job):  # JB307 reports the latter
        return
    if asks_for_hf32(hf32) and not any(soc.hf32 for soc in socs):
        yield _ignored(job, hf32, socs)


def _too_many_cores(job: Job, socs: tuple[str, ...]) -> Findings:
    """Report aicore_num if every selected SoC has fewer cores."""
    found = too_many_cores(job, socs)
    if found is None:
        return
    setting, number, place, greatest = found
    yield RULE.at(
        place,
        "{socs} has fewer than {number} AI Cores"
        if len(socs) == 1
        else "each of {socs} has fewer than {number} AI Cores",
        label="at most {greatest}",
        help="write at most {greatest}",
        note="ATC's front end accepts it; the engine stops later with E20103"
        if checks_one_command(job)
        else "CANN stops with {code} when it starts",
        cann=code_of_cores(job),
        code=code_of_cores(job),
        severity=late_severity(job),
        number=number,
        socs=socs,
        greatest=greatest,
        source=setting.source,
    )


def _have_hif8(socs: list[Soc]) -> bool:
    return any(soc.folder in _HIF8_FOLDERS for soc in socs)


def _refused(job: Job, mode: Setting, socs: list[Soc], library: Library) -> Diagnostic:
    has_other_name = any(soc.version == FIRST_GENERATION for soc in socs)
    return RULE.at(
        mode.value_span,
        "`{mode}` needs bfloat16, which {socs} does not have"
        if len(socs) == 1
        else "`{mode}` needs bfloat16, which none of {socs} has",
        label="no bfloat16 here",
        help="write a mode with float16; for an Atlas A2, set the SoC version to one of {meant}"
        if has_other_name
        else "write a mode with float16, or compile for another SoC",
        note="ATC's front end accepts it; the engine stops later with E20101: the "
        "SoC does not support BFloat16"
        if checks_one_command(job)
        else "the engine stops with E20101: the SoC does not support BFloat16",
        severity=late_severity(job),
        mode=mode.value,
        socs=_named(socs),
        meant=tuple(f"`{name}`" for name in meant_socs(FIRST_GENERATION, library)),
        source=mode.source,
    )


def _without_hif8(mode: Setting, socs: list[Soc]) -> Diagnostic:
    return RULE.at(
        mode.value_span,
        "`{mode}` is for Ascend 950; there is no HiFloat8 on {socs}",
        label="no HiFloat8 here",
        help="write another precision mode",
        note="CANN does not check this; according to the manual, the mode is for Ascend 950 only",
        mode=mode.value,
        socs=_named(socs),
        source=mode.source,
    )


def _ignored(job: Job, hf32: Setting, socs: list[Soc]) -> Diagnostic:
    return RULE.at(
        hf32.span,
        "`{name}` has no effect: there is no HF32 on {socs}",
        label="ignored",
        help="remove it",
        note="the engine does not read the value on a SoC without HF32",
        name=option_name(job, hf32),
        socs=_named(socs),
        source=hf32.source,
    )


def _named(socs: list[Soc]) -> tuple[str, ...]:
    return tuple(soc.version for soc in socs)
