"""customize_dtypes only asks for float32: the manual advises to try `keep_dtype` first.

To get precision back, the manual recommends `keep_dtype`, and `customize_dtypes` only if that does
not help. An entry of keep_dtype keeps the dtype that the operator has in the model. An entry of
customize_dtypes lists a dtype for every tensor, and if no kernel has them, the operator leaves the
AI Core or the compile fails.

## Example

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
customize_dtypes = "dtypes.cfg"
```

```file dtypes.cfg
OpType::SoftmaxV2:InputDtype:float32,OutputDtype:float32
```

## Write instead

```job
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
```

```file keep.cfg
OpType::SoftmaxV2
```

## What CANN does

CANN applies the entries. They take precedence over `keep_dtype` and over the precision mode.

Source: manual/keep-dtype.md#effect, the vendor's page of customize_dtypes
"""

from __future__ import annotations

from cannlint.cann.option_names import CUSTOMIZE, KEEP
from cannlint.formats.customize_dtypes.faults import dtypes_of
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import effective, has_option, is_unset
from cannlint.rules.jb.naming import known_name

RULE = JobRule(
    "JB365", "keep-dtype-first", Severity.INFO, JOB_KINDS, about=(CUSTOMIZE,), since="0.2.0"
)

_FLOAT32 = {"float32", "float"}


@RULE.check
def keep_dtype_first(job: Job) -> Findings:
    """Report a file that asks for nothing else, if the job has no keep_dtype."""
    setting, linked = effective(job, CUSTOMIZE), job.files.get(CUSTOMIZE)
    if setting is None or linked is None or not isinstance(linked.reading, CustomizeDtypes):
        return
    asked = _asked(linked.reading)
    if has_option(job, KEEP) and is_unset(job, KEEP) and asked and asked <= _FLOAT32:
        yield RULE.at(
            setting.span,
            "`{file}` only asks for float32: the manual advises `{keep}` first",
            label="asks for float32 only",
            help="list the operators in a file of `{keep}`, and see whether that is enough",
            note="if no kernel has the dtypes of an entry, the operator leaves the AI Core or the "
            "compile fails",
            file=linked.path,
            keep=known_name(job, KEEP, setting.via),
            source=setting.source,
        )


def _asked(reading: CustomizeDtypes) -> set[str]:
    """The dtypes that the entries of an accepted file ask for; none of a refused one."""
    found: set[str] = set()
    for record, entry in reading.entries() if reading.accepted else ():
        for text in (entry.inputs, entry.outputs) if record.counts else ():
            found.update(filter(None, dtypes_of(text or "")))
    return found
