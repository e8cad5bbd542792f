"""MindSpore ignores this option with the selected backend.

`ge_options` is for `backend="GE"` only. `exec_order`, `infer_boost` and
`disable_format_transform` are for `backend="ms_backend"` only. Without a backend MindSpore chooses
one.

## Example

```torch_script
import mindspore as ms

@ms.jit(backend="ms_backend", ge_options={"global": {"ge.opSelectImplmode": "high_precision"}})
def f(x):
    return x
```

## Write instead

```torch_script
import mindspore as ms

@ms.jit(backend="GE", ge_options={"global": {"ge.opSelectImplmode": "high_precision"}})
def f(x):
    return x
```

## What CANN does

MindSpore logs a warning and compiles without the option.

Source: MindSpore, common/api.py
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import FrontEnd, Job
from cannlint.kinds import Kind
from cannlint.rules.rule import Rule

RULE = Rule("JB346", "other-backend", Severity.WARNING, (Kind.TORCH_SCRIPT,), stage=Stage.FRONT_END)

_BACKEND = "jit_backend"


@RULE.check
def other_backend(job: Job) -> Iterator[Diagnostic]:
    """Report every option of `jit` that the chosen backend does not read."""
    chosen = job.get(_BACKEND)
    if job.front_end is not FrontEnd.MINDSPORE or chosen is None or not chosen.value:
        return
    for setting in job.settings:
        backends = setting.spec.entry.get("backends") if setting.spec is not None else None
        if backends and chosen.value not in backends:
            yield RULE.at(
                setting.span,
                "`{name}` has no effect with the backend `{backend}`",
                label="ignored",
                help='remove it, or write `backend="{wanted}"`',
                note="MindSpore logs that it ignores it",
                name=setting.key.partition(".")[2],
                backend=chosen.value,
                wanted=backends[0],
                source=setting.source,
            ).also(chosen.span, "the backend", source=chosen.source)
