"""The manual advises `op_precision_mode` instead of `op_select_implmode`.

The manual advises against `op_select_implmode` except for debugging: the option no longer evolves,
and it applies to built-in lists of operators. A file of `op_precision_mode` sets the mode of each
operator, and you can keep it with the network.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_precision_mode = "net.ini"
```

```file net.ini
Gelu=high_precision
```

## What CANN does

CANN applies the option as before.

Source: manual/implementation-modes.md#which-source-counts, the vendor's page of op_select_implmode
"""

from __future__ import annotations

from cannlint.cann.modes import SELECT_PLAIN
from cannlint.cann.option_names import FILE, SELECT
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import has_option, implmode_setting, listed_types
from cannlint.rules.jb.naming import option_name

RULE = JobRule("JB313", "select-for-debugging", Severity.INFO, JOB_KINDS, about=(SELECT,))


@RULE.check
def select_for_debugging(job: Job) -> Findings:
    """Report the option if JB301, JB310 and JB312 do not."""
    select = implmode_setting(job)
    is_plain = select is not None and select.value in SELECT_PLAIN and listed_types(job) is None
    if select is not None and is_plain and has_option(job, FILE):
        yield RULE.at(
            select.span,
            "`{name}` is for debugging only; the manual advises op_precision_mode",
            label="no longer developed",
            help="write the operators into an ini file and load it with op_precision_mode",
            note="{mode}.ini gives some operators the other mode; `cannlint init --from {mode} -o "
            "net.ini` copies it as a start",
            name=option_name(job, select),
            mode=select.value,
            source=select.source,
        )
