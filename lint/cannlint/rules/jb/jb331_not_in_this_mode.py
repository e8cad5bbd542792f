"""The flag cannot be used with this `--mode`, or with `--singleop`.

ATC stops. The modes have these limits:

* `--mode=1` accepts no MindSpore model
* `--mode=5` reads `.txt` files only
* `--mode=6` accepts `--om` only, without a framework
* `--mode=7` refuses 22 flags, whatever their value
* `--mode=30` is for the SoCs Ascend035, Ascend035A and Ascend035B, which have no other mode; it
  does not accept `--display_model_info=1`
* `--singleop` requires `--mode=0`, and accepts no framework, no AIPP file and no
  `--display_model_info=1`

## Example

```atc_script
atc --mode=6 --om=net.om --framework=5
```

## Write instead

```atc_script
atc --mode=6 --om=net.om
```

## What CANN does

ATC stops with E10057 for `--mode=6`, with E10055 for a SoC that does not fit the mode, and with
E10001 in all other cases.

Source: manual/atc.md#modes
"""

from __future__ import annotations

from cannlint.jobs.atc.job import Check, Refusal
from cannlint.jobs.atc.refusals import NANO_SOCS, refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB331",
    "not-in-this-mode",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)

_TEXTS = {
    Check.NANO: (
        "`--mode=30` and the SoCs {socs} require each other",
        "the mode does not fit the SoC",
        "use both, or neither",
    ),
    Check.NANO_INFO: (
        "`--display_model_info=1` cannot be used with `--mode=30`",
        "not in this mode",
        "remove it",
    ),
    Check.OM2: ("`--{option}` cannot be used with `--mode=7`", "not in this mode", "remove it"),
    Check.ONLY_OM: ("`--{option}` cannot be used with `--mode=6`", "not in this mode", "remove it"),
    Check.SINGLE_OP: (
        "`--{option}` cannot be used with `--singleop`",
        "not with `--singleop`",
        "remove it",
    ),
    Check.TEXT_ONLY: (
        "`--mode=5` reads .txt files only",
        "not a .txt file",
        "write the path of a dumped text graph",
    ),
    Check.TO_JSON: (
        "`--mode=1` does not accept MindSpore models",
        "not in this mode",
        "set `--framework` to 0, 3 or 5, or remove it",
    ),
}


@RULE.check
def not_in_this_mode(job: Job) -> Findings:
    """Report every flag that ATC refuses in this mode."""
    for refusal in refusals_of(job, *_TEXTS):
        yield _finding(refusal)


def _finding(refusal: Refusal) -> Diagnostic:
    message, label, help = _TEXTS[refusal.check]
    setting, *others = refusal.settings
    finding = RULE.at(
        setting.span,
        message,
        label=label,
        help=help,
        note="ATC stops with {code}",
        cann=refusal.code,
        option=setting.option,
        socs=NANO_SOCS,
        code=refusal.code or "",
    )
    for other in others:
        finding.also(other.span, "conflicts with it", other.source)
    finding.source = setting.source
    return finding
