"""A `_for_all` mode may change with the next release.

The same command may then compile the same network in another way. New releases add operators to the
built-in files of `high_precision_for_all` and `high_performance_for_all`. If such a mode fits your
network, keep a copy of its file with the network, as the manual advises.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision_for_all"
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

CANN loads the built-in file of the installed release.

Source: manual/implementation-modes.md#built-in-files
"""

from __future__ import annotations

from cannlint.cann.modes import SELECT_IMPLMODES
from cannlint.cann.option_names import SELECT
from cannlint.jobs.model import Job
from cannlint.jobs.values import verdict
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import implmode_setting

RULE = JobRule("JB312", "for-all-not-stable", Severity.INFO, JOB_KINDS, about=(SELECT,))


@RULE.check
def for_all_not_stable(job: Job) -> Findings:
    """Report a mode whose built-in file may change."""
    select = implmode_setting(job)
    if select is not None and select.value in SELECT_IMPLMODES and verdict(select) is None:
        yield RULE.at(
            select.value_span,
            "the meaning of `{mode}` depends on the CANN package",
            label="may change on upgrade",
            help="copy the file with `cannlint init --from {mode} -o net.ini` and set"
            " op_precision_mode=net.ini",
            note="later packages may add operators to {mode}.ini",
            mode=select.value,
            source=select.source,
        )
