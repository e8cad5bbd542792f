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

Source: manual/mindspore.md
"""

from __future__ import annotations

from cannlint.jobs.facts import NEEDS_BACKEND
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB346",
    "other-backend",
    Severity.WARNING,
    (Kind.TORCH_MINDSPORE_SCRIPT,),
    about=(NEEDS_BACKEND,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_BACKEND = "jit_backend"


@RULE.check
def other_backend(job: Job) -> Findings:
    """Report every option of `jit` that the chosen backend does not read."""
    chosen = job.get(_BACKEND)
    if job.front_end is not FrontEnd.MINDSPORE or (chosen is not None and chosen.value is None):
        return
    backend = chosen.value if chosen is not None else ""
    for setting in job.settings:
        if setting.spec is None:
            continue
        backends = setting.spec.backends
        is_lost = bool(backend) or (setting.spec.names_backend and job.complete)
        if is_lost and backends and backend not in backends:
            yield _finding(setting, backend or "", backends[0], chosen)


def _finding(setting: Setting, backend: str, wanted: str, chosen: Setting | None) -> Diagnostic:
    finding = RULE.at(
        setting.span,
        "`{name}` has no effect with the backend `{backend}`"
        if backend
        else "`{name}` has no effect without a backend",
        label="ignored",
        help='remove it, or write `backend="{wanted}"`',
        note="MindSpore logs that it ignores it",
        name=setting.key.partition(".")[2],
        backend=backend,
        wanted=wanted,
        source=setting.source,
    )
    if chosen is not None and backend:
        finding.also(chosen.span, "the backend", source=chosen.source)
    return finding
