"""The manual of `op_select_implmode` does not list the product of this SoC.

The manual lists the products for which the option is supported: those with Ascend 310, 310P, 310B,
910 and 910B. CANN has no such list. Whether the option has an effect, depends on the built-in mode
files and on the operators, which a plan shows.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "Hi3796CV300CS"
op_select_implmode = "high_precision"
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend310P3"
op_select_implmode = "high_precision"
```

## What CANN does

CANN applies the option on every SoC. An operator without the mode runs as it is.

Source: the vendor's page of op_select_implmode
"""

from __future__ import annotations

from cannlint.cann.option_names import SELECT, SOC
from cannlint.jobs.model import Job
from cannlint.library.operators import Operators
from cannlint.library.socs import hardware_of
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, implmode_setting
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB366",
    "product-not-listed",
    Severity.INFO,
    JOB_KINDS,
    about=(SELECT,),
    needs_library=True,
    since="0.2.0",
)

_LISTED = ("ascend310", "ascend310p", "ascend310b", "ascend910", "ascend910b")


@RULE.check
def product_not_listed(job: Job, operators: Operators) -> Findings:
    """Report the option if the job names a SoC of another product."""
    setting, soc = implmode_setting(job), effective(job, SOC)
    if setting is None or soc is None or soc.value is None:
        return
    hardware = hardware_of(operators.library, soc.value)
    if hardware is None or hardware.folder in _LISTED:
        return
    yield RULE.at(
        setting.span,
        "the manual of `{name}` does not list the product with {soc}",
        label="product not listed",
        help="check with `cannlint plan --why` which operators get the mode",
        note="CANN applies it on every SoC; an operator without the mode runs as it is",
        name=option_name(job, setting),
        soc=soc.value,
        source=setting.source,
    ).also(soc.span, "the SoC", source=soc.source)
