"""A flag that ATC requires is missing or has no value.

To convert a model (`--mode` 0, 3 and 30), ATC needs `--framework`, `--model`, `--soc_version` and,
except with `--mode=3`, `--output`. With `--framework=0` (Caffe) it also needs `--weight`.
`--mode=7` does not need `--framework`. `--mode=1` and 5 need `--om` and `--json`. `--mode=6` needs
`--om`. `--singleop` needs `--output` and `--soc_version`.

cannlint reports nothing if the command has words that are known only when the script runs, such as
`$@`.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## What CANN does

ATC stops: with E10007 without `--framework`, with E10008 if a Caffe model has no weights, with
E10004 without `--om` or `--json`, and with E10054 without any other required flag. The text of
E10054 also suggests missing quotation marks, because an unquoted `;` in `--input_shape` ends the
command in the shell.

Source: manual/atc.md#the-order-of-checks, manual/atc.md#modes
"""

from __future__ import annotations

from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import slipped

RULE = JobRule(
    "JB013",
    "missing-required-option",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)


@RULE.check
def missing_required_option(job: Job) -> Findings:
    """Report every missing flag, except flags that do not reach ATC: JB014 reports those.

    Nothing is reported if ATC knows none of the flags, as in `atc --version`: see JB001.
    """
    if job.settings and all(setting.spec is None for setting in job.settings):
        return
    for refusal in refusals_of(job, Check.LACKING):
        assert isinstance(job, AtcJob)
        if job.is_out_of_reach(refusal.option):
            continue
        given = refusal.settings[0] if refusal.settings else None
        if given is not None and slipped(job, given):
            continue
        yield RULE.at(
            given.span if given is not None else job.span,
            "`--{option}` has no value" if given is not None else "`--{option}` is missing",
            label="no value" if given is not None else "no `--{option}`",
            help="give `--{option}` a value" if given is not None else "add `--{option}=...`",
            note="ATC stops with {code}",
            cann=refusal.code,
            option=refusal.option,
            code=refusal.code or "",
        )
