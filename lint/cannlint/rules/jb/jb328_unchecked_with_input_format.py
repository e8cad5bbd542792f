"""With `input_format`, GE does not check other build options.

GE does not report a wrong value of `shape_generalized_build_mode` or of an optimisation option. If
the build options of the GE API have `input_format`, GE checks the format and skips the checks after
it.

## Example

```job
[job.net]
front-end = "ge"
input_format = "NCHW"
"ge.oo.constantFolding" = "true"
```

## Write instead

```job
[job.net]
front-end = "ge"
"ge.oo.constantFolding" = "true"
```

## What CANN does

GE ends its check of the options right after the format.

Source: manual/options.md#other-pairs
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective

RULE = JobRule(
    "JB328", "unchecked-with-input-format", Severity.INFO, JOB_KINDS, about=("input_format",)
)

_UNCHECKED = (
    "shape_generalized_build_mode",
    "oo_constant_folding",
    "oo_dead_code_elimination",
    "topo_sorting_mode",
    "export_compile_stat",
)


@RULE.check
def unchecked_with_input_format(job: Job) -> Findings:
    """Report every option that GE does not check because of the format."""
    form = effective(job, "input_format")
    if job.front_end is not FrontEnd.GE or form is None:
        return
    for option in _UNCHECKED:
        setting = effective(job, option)
        if setting is not None:
            yield RULE.at(
                setting.span,
                "GE does not check `{name}` when `{form}` is set",
                label="not checked",
                help="check the value yourself, or remove `{form}`",
                note="aclgrphBuildModel checks the format and skips the checks after it",
                name=setting.key,
                form=form.key,
                source=setting.source,
            ).also(form.span, "ends the check", source=form.source)
