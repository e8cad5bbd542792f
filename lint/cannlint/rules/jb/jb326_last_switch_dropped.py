"""The TensorFlow 2 adapter breaks the last switch of `optimization_switch`.

The last switch has no effect. The adapter appends a switch of its own without a semicolon. The last
switch then has a value that is neither `on` nor `off`, so the compiler ignores both switches. End
the value with a semicolon.

## Example

```job
[job.net]
front-end = "tf2"
optimization_switch = "AddNFusionPass:off"
```

## Write instead

```job
[job.net]
front-end = "tf2"
optimization_switch = "AddNFusionPass:off;"
```

## What CANN does

The compiler reads `AddNFusionPass:offforbidden_close_pass:on`, writes a warning to its log and
ignores it.

Source: options.md 2 X21
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.option_names import SWITCH
from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import FrontEnd, Job
from cannlint.kinds import JOB_KINDS
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.naming import option_name
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.span import Edit, Span

RULE = Rule(
    "JB326",
    "last-switch-dropped",
    Severity.WARNING,
    JOB_KINDS,
    fix=FixKind.SAFE,
    stage=Stage.FRONT_END,
)


@RULE.check
def last_switch_dropped(job: Job) -> Iterator[Diagnostic]:
    """Report a value that does not end in a semicolon."""
    setting = effective(job, SWITCH)
    if job.front_end is not FrontEnd.TF2 or setting is None or setting.value is None:
        return
    parts = list(setting.items(";"))
    if setting.value.endswith(";") or not parts:
        return
    part, span = parts[-1]
    finding = RULE.at(
        span,
        "`{part}` is ignored: the adapter appends to `{name}` without a semicolon",
        label="ignored",
        help="end the value with a semicolon",
        note="the compiler reads {part}forbidden_close_pass:on, which is not a "
        "switch, and only logs it",
        part=part,
        name=option_name(job, setting),
        source=setting.source,
    )
    if setting.source.slice(span) == part:
        finding.mend("end the value with a semicolon", Edit(Span(span.end, span.end), ";"))
    yield finding
