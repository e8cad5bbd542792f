r"""Only one of `deterministic` and `deterministic_level` is 0.

The job stops. `--deterministic_level` sets how strict `--deterministic` is, so both must be 0 or
both must not be 0. `--deterministic` is 0 if it is not set. `--deterministic=1` without a level is
allowed.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --deterministic_level=1
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 --deterministic=1 \
    --deterministic_level=1
```

## What CANN does

ATC and GE stop with E10001. ATC makes this check right after it has read the command line.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.conflicts import deterministic_mismatch
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name, stage_in, who_stops

RULE = JobRule(
    "JB320",
    "both-or-neither",
    Severity.ERROR,
    JOB_KINDS,
    about=("deterministic_level",),
    stage=Stage.COMPILER,
)


@RULE.check
def both_or_neither(job: Job) -> Findings:
    """Report a level that does not match the switch."""
    found = deterministic_mismatch(job)
    if found is None:
        return
    level, switch = found
    stage = stage_in(job, FrontEnd.ATC)
    finding = RULE.at(
        level.span,
        "`{level}` and `{switch}` must be both 0 or both non-zero",
        label="the other one is {value}",
        help="set `{level}` to 1 or more, or `{switch}` to 0"
        if level.value == "0"
        else "set `{level}` to 0, or `{switch}` to 1",
        note="{who} stops with E10001",
        cann="E10001",
        stage=stage,
        level=option_name(job, level),
        switch=known_name(job, "deterministic"),
        value=switch.value or "" if switch is not None else "0",
        who=who_stops(job, stage),
    )
    finding.source = level.source
    yield finding if switch is None else finding.also(switch.span, "the switch", switch.source)
