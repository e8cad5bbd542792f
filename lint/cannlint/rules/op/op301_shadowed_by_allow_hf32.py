"""Entry for an operator type that an explicit `allow_hf32` overrides.

When `allow_hf32` is set, it decides the modes of matrix products and convolutions before the
entries in `[ByOpType]`. Only an entry in `[ByNodeName]` comes before it. Write the nodes of these
operators below `[ByNodeName]`.

TensorFlow 2, torch_npu and torchair always send the option, so an entry in `[ByOpType]` for such
an operator never takes effect there. Unless the script switches it, `allow_hf32` is on for
TensorFlow 2. For torch_npu and torchair it is on for convolutions only.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
allow_hf32 = true
op_precision_mode = "op_precision.ini"
```

```file op_precision.ini
MatMulV2=enable_float_32_execution
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "must_keep_origin_dtype"
allow_hf32 = true
op_precision_mode = "op_precision.ini"
```

```file op_precision.ini
[ByNodeName]
bert/pooler/MatMul=enable_float_32_execution
```

## What CANN does

CANN uses this order: names in the file, an explicit allow_hf32, types in the file, the default of
allow_hf32. It gives no message. This holds on SoCs with HF32. On other SoCs, CANN ignores
allow_hf32.

Source: manual/implementation-modes.md#precedence-for-one-operator
"""

from __future__ import annotations

from cannlint.cann.option_names import FILE, HF32
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.jobs.chosen_release import sent_in
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.library.operators import Operators
from cannlint.resolve.mode_options import mode_option
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.hf32 import hf32_modes, may_have_hf32
from cannlint.rules.jb.naming import who
from cannlint.rules.op.sound import sound_entries

RULE = JobRule(
    "OP301",
    "shadowed-by-allow-hf32",
    Severity.WARNING,
    JOB_KINDS,
    about=(FILE,),
    needs_library=True,
    stage=Stage.COMPILER,
)


@RULE.check
def shadowed_by_allow_hf32(job: Job, operators: Operators) -> Findings:
    """Report every entry for a type for which allow_hf32 sets another mode."""
    linked, hf32 = job.files.get(FILE), effective(job, HF32)
    if linked is None or not isinstance(linked.reading, OpPrecision):
        return
    if (hf32 is None and HF32 not in sent_in(job)) or not may_have_hf32(operators):
        return
    decided = hf32_modes(_sent(job), operators.library)
    for record in sound_entries(linked.reading):
        line = record.line
        mode = decided.get(line.name, line.mode)
        is_either = mode is None and line.mode in _HF32_MODES
        if not record.is_type or line.key is None or mode == line.mode or is_either:
            continue
        finding = RULE.at(
            line.key,
            "allow_hf32 overrides this entry for `{op}`",
            label="has no effect",
            help="write the nodes below [ByNodeName], which wins over allow_hf32",
            note=_note(mode, hf32),
            op=line.name,
            mode=mode or "",
            who=who(job),
            where=operators.where,
            source=linked.reading.source,
        )
        if hf32 is not None:
            finding.also(hf32.span, "CANN uses this mode instead", source=hf32.source)
        yield finding


def _sent(job: Job) -> str | None:
    """Return the allow_hf32 that the engine gets; None when other code may set it."""
    option = mode_option(job, HF32)
    if option.is_unknown:
        return None
    is_elsewhere = option.setting is None and any(name in job.source.text for name in _SWITCHES)
    return None if is_elsewhere else option.value


def _note(mode: str | None, hf32: Setting | None) -> str:
    if mode is None:
        return "{who} always sends allow_hf32; from {where}"
    if hf32 is None:
        return "{who} always sends allow_hf32, which sets {mode} by default; from {where}"
    return "allow_hf32 sets {mode}; from {where}"


_SWITCHES = ("enable_tensor_float_32_execution", HF32)
"""Names in scripts of these front ends that switch HF32 (manual/implementation-modes.md#hf32)."""

_HF32_MODES = ("enable_float_32_execution", "enable_hi_float_32_execution")
