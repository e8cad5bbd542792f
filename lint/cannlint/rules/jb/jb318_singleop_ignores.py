"""ATC ignores this flag with `--singleop`.

The flag has no effect. `--singleop` compiles single operators from a list in a file. ATC then
passes on only some of its flags: those for precision, implementation modes, debugging, the compile
cache and a few others.

## Example

```atc_script
atc --singleop=ops.json --output=out --soc_version=Ascend910B3 --keep_dtype=keep.txt
```

## Write instead

```atc_script
atc --singleop=ops.json --output=out --soc_version=Ascend910B3
```

## What CANN does

ATC does not read the flag, without a message.

Source: manual/atc.md#modes
"""

from __future__ import annotations

from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB318",
    "singleop-ignores",
    Severity.WARNING,
    (Kind.ATC_COMMANDS,),
    about=("singleop",),
    stage=Stage.FRONT_END,
)


@RULE.check
def singleop_ignores(job: Job) -> Findings:
    """Report every flag that ATC does not read."""
    if not isinstance(job, AtcJob) or not job.is_single_op:
        return
    refused = {id(refusal.settings[0]) for refusal in refusals_of(job, Check.SINGLE_OP)}
    for setting in job.settings:
        if setting.spec is None or setting.via is not None or id(setting) in refused:
            continue
        if not setting.spec.single_op:
            yield RULE.at(
                setting.span,
                "`{name}` has no effect with `--singleop`",
                label="not read",
                help="remove it",
                note="ATC ignores it when it compiles single operators, without a message",
                name=option_name(job, setting),
            )
