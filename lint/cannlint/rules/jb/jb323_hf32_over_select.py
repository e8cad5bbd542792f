"""`allow_hf32` takes precedence over the selected mode for matrix products and convolutions.

The selected mode has no effect on these operators. This is true for a list of
`optypelist_for_implmode` and for a built-in file that turns HF32 on or off.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
allow_hf32 = false
op_select_implmode = "high_performance_for_all"
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
op_select_implmode = "high_performance_for_all"
```

## What CANN does

CANN loads the file of allow_hf32 first, and the first entry for a type counts. On a SoC without
HF32, CANN ignores allow_hf32.

Source: manual/implementation-modes.md#precedence-for-one-operator
"""

from __future__ import annotations

from cannlint.cann.option_names import HF32, LIST
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.library.operators import Operators
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective, implmode_setting, listed_types
from cannlint.rules.jb.hf32 import hf32_modes, may_have_hf32
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB323",
    "hf32-over-select",
    Severity.WARNING,
    JOB_KINDS,
    about=(HF32,),
    needs_library=True,
    stage=Stage.COMPILER,
)


@RULE.check
def hf32_over_select(job: Job, operators: Operators) -> Findings:
    """Report a mode that allow_hf32 overrides for some operators."""
    hf32, select = effective(job, HF32), implmode_setting(job)
    if hf32 is None or select is None or not may_have_hf32(operators):
        return
    decided = hf32_modes(hf32.value, operators.library)
    wanted, place = _selected(job, select, operators)
    lost = [op for op, mode in wanted.items() if decided.get(op, mode) != mode]
    if lost:
        yield RULE.at(
            place.span,
            "`{hf32}` sets the mode of {names}, not `{mode}`",
            label="ignored for these operators",
            help="remove `{hf32}`, or set the nodes by name in a file of op_precision_mode",
            note="only entries in [ByNodeName] take precedence over allow_hf32; from {where}",
            hf32=option_name(job, hf32),
            names=tuple(lost),
            mode=select.value,
            where=operators.where,
            source=place.source,
        ).also(hf32.span, "takes precedence", source=hf32.source)


def _selected(
    job: Job, select: Setting, operators: Operators
) -> tuple[dict[str, str | None], Setting]:
    """Operator → the selected mode, and the setting that selects it."""
    found = listed_types(job)
    if found is not None:
        return {op_type: select.value for op_type, _ in found[1].items(",")}, found[1]
    if job.get(LIST) is not None and select.value in ("high_precision", "high_performance"):
        return {}, select
    return dict(operators.library.mode_files.get(select.value or "", {})), select
