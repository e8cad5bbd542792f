r"""An option that means nothing without another one, which is not set.

`--optypelist_for_implmode` says for which operators `--op_select_implmode` holds, so that it
cannot stand alone.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --optypelist_for_implmode=Gelu
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --op_select_implmode=high_precision --optypelist_for_implmode=Gelu
```

## What CANN does

ATC stops with E10001; its message names `--op_select_implmode` with an empty value. The adapter of
TensorFlow 1 ends the process.

Source: options.md 1.3, 2 X3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.conflicts import lacking_companion
from cannlint.jobs.model import FrontEnd, Job
from cannlint.kinds import Kind
from cannlint.rules.jb.naming import known_name, option_name, who
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB008",
    "required-companion",
    Severity.ERROR,
    (Kind.ATC_SCRIPT, Kind.TF_SCRIPT, Kind.TORCH_SCRIPT, Kind.JOB),
)

_CODES = {FrontEnd.ATC: "E10001"}


@RULE.check
def required_companion(job: Job) -> Iterator[Diagnostic]:
    """Every setting whose companion is certainly not set."""
    for setting in job.settings:
        missing = lacking_companion(job, setting)
        if missing is None or not job.reads(setting):
            continue
        code = _CODES.get(job.front_end)
        yield RULE.at(
            setting.span,
            "`{name}` needs `{missing}`, which is not set",
            label="means nothing alone",
            help="set `{missing}`, too, or remove this option",
            note="{who} stops with {code}" if code else "{who} stops",
            cann=code,
            name=option_name(job, setting),
            missing=known_name(job, missing),
            who=who(job),
            code=code or "",
        )
