"""No scope fusion pass that cannlint knows has this name.

Scope fusion passes of the TensorFlow parser replace all nodes of a scope by one operator. Most of
them run only if `enable_scope_fusion_passes` names them. cannlint knows the passes of the open
code. A closed release and a custom parser can have others, so this finding is only advice.

## Example

```job
[job.net]
front-end = "atc"
framework = 3
enable_scope_fusion_passes = "ScopeClipBoxPass,ScopeDecodeBboxV2Pass"
```

## Write instead

```job
[job.net]
front-end = "atc"
framework = 3
enable_scope_fusion_passes = "ScopeClipBoxesPass,ScopeDecodeBboxV2Pass"
```

## What CANN does

The parser splits the value at commas and compares each name exactly, blanks included. It writes a
warning about an unknown name to its log only, and goes on without the pass.

Source: manual/fusion-switch.md#what-the-file-does-not-control
"""

from __future__ import annotations

from cannlint.cann.scope_passes import GENERAL, ON_REQUEST
from cannlint.jobs.model import Job
from cannlint.nearest import nearest
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Span
from cannlint.rules.jb.effective_options import effective

RULE = JobRule(
    "JB361",
    "unknown-scope-pass",
    Severity.INFO,
    JOB_KINDS,
    about=("enable_scope_fusion_passes",),
    since="0.2.0",
)

_KNOWN = (*GENERAL, *ON_REQUEST)


@RULE.check
def unknown_scope_pass(job: Job) -> Findings:
    """Report every name that no known pass has, letter for letter."""
    setting = effective(job, "enable_scope_fusion_passes")
    if setting is None:
        return
    for name, start in setting.parts(","):
        if not name or name in _KNOWN:
            continue
        is_padded = name.strip() in _KNOWN
        meant = name.strip() if is_padded else nearest(name.strip(), _KNOWN)
        yield RULE.at(
            Span(start, start + len(name)),
            "no scope fusion pass that cannlint knows is called `{name}`",
            label="did you mean `{meant}`?" if meant else "not in the open code of CANN",
            help="write `{meant}`"
            if is_padded
            else "write `{meant}`, unless this is a custom pass"
            if meant
            else "check the name, unless this is a custom pass",
            note="CANN compares names exactly, blanks included, and says nothing about a name "
            "that matches no pass",
            name=name,
            meant=meant or "",
            source=setting.source,
        )
