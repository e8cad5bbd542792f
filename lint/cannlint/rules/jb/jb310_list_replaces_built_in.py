"""With `optypelist_for_implmode`, CANN does not load the built-in file of the mode.

All operators that are not in the list lose the settings of that file. `op_select_implmode` alone
loads the built-in file of its mode. With a list, only the operators of the list get the mode. To
change single operators, copy the built-in file and load it with `op_precision_mode`, if the front
end has this option.

## Example

```job
[job.net]
front-end = "atc"
op_select_implmode = "high_precision"
optypelist_for_implmode = "Gelu"
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

CANN sets the mode for the types of the list and does not check that they exist. It does not read
the built-in file. There is no message.

Source: manual/implementation-modes.md#which-source-counts
"""

from __future__ import annotations

from cannlint.cann.option_names import FILE, LIST
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import has_option, listed_types
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB310", "list-replaces-built-in", Severity.INFO, JOB_KINDS, about=(LIST,), stage=Stage.COMPILER
)


@RULE.check
def list_replaces_built_in(job: Job) -> Findings:
    """Report a list together with a mode that has a built-in file."""
    found = listed_types(job)
    if found is None:
        return
    select, listed = found
    count = sum(1 for _ in listed.items(","))
    yield RULE.at(
        listed.span,
        "only the {count} operators of `{name}` get the mode; {mode}.ini is not loaded"
        if count > 1
        else "only the operator of `{name}` gets the mode; {mode}.ini is not loaded",
        label="replaces the built-in file",
        help="copy {mode}.ini, add the operators, and load it with op_precision_mode"
        if has_option(job, FILE)
        else "list every operator that needs the mode",
        note="all other operators use the default of their kernels",
        name=option_name(job, listed),
        mode=select.value,
        count=count,
        source=listed.source,
    ).also(select.span, "its built-in file is not loaded", source=select.source)
