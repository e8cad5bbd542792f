"""Precision mode that keeps every dtype: the keep_dtype file is redundant.

The precision mode of the job already keeps the dtypes of every operator. Remove keep_dtype from
the job, or choose a mode that lowers the precision.

This rule is JB306 for a config file that you check without its job, in an editor or a commit hook.
The rule takes the job from the cannlint.toml that applies to the file.

## Example

```keep_dtype name=keep.cfg
OpType::SoftmaxV2
```

```file cannlint.toml
[job.net]
precision_mode_v2 = "origin"
keep_dtype = "keep.cfg"
```

## Write instead

```keep_dtype name=keep.cfg
OpType::SoftmaxV2
```

```file cannlint.toml
[job.net]
precision_mode_v2 = "fp16"
keep_dtype = "keep.cfg"
```

## What CANN does

The manual says that keep_dtype has no effect in this mode. CANN still marks the operators. When no
kernel keeps all dtypes of a marked operator, the operator may get float16.

Source: manual/keep-dtype.md#effect
"""

from __future__ import annotations

from cannlint.cann.option_names import KEEP
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, Kind, Rule, Severity, Subject
from cannlint.rules.jb.effective_options import keeps_origin, precision_setting

RULE = Rule(
    "KD301", "redundant-with-origin", Severity.INFO, (Kind.KEEP_DTYPE,), subject=Subject.FILE_OF_JOB
)


@RULE.check
def redundant_with_origin(job: Job) -> Findings:
    """Report the first entry of a redundant file."""
    linked, mode = job.files.get(KEEP), precision_setting(job)
    if linked is None or mode is None or not keeps_origin(job):
        return
    reading = linked.reading
    if isinstance(reading, KeepDtype) and reading.records:
        yield RULE.at(
            reading.records[0].line.text,
            "the file is redundant: `{mode}` of the job already keeps the dtypes of every operator",
            label="redundant",
            help="remove keep_dtype from the job",
            note="CANN still marks the operators: one may get float16 when no kernel keeps "
            "its dtypes",
            mode=mode.value,
            source=reading.source,
        ).also(mode.span, "keeps every dtype", source=mode.source)
