"""The precision mode of the job keeps every dtype: the file has nothing to do.

This is JB306 for a config file that is checked without the job that names it, in an editor or a
commit hook: the job is one of the cannlint.toml that holds for the file.

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

The manual says that keep_dtype has no effect in this mode. The operators are still marked, and
one without a kernel that keeps all of its dtypes may then come out in float16.

Source: options.md 2 X7 and 8
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.option_names import KEEP
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.rules.jb.effective_options import keeps_origin, precision_setting
from cannlint.rules.rule import Rule

RULE = Rule("KD301", "redundant-with-origin", Severity.INFO, (Kind.KEEP_DTYPE,))


@RULE.check
def redundant_with_origin(job: Job) -> Iterator[Diagnostic]:
    """The first entry of a file that a job does not need."""
    linked, mode = job.files.get(KEEP), precision_setting(job)
    if linked is None or mode is None or not keeps_origin(job):
        return
    reading = linked.reading
    if isinstance(reading, KeepDtype) and reading.records:
        yield RULE.at(
            reading.records[0].line.text,
            "the file is redundant: `{mode}` of the job keeps the dtypes of every operator",
            label="redundant",
            help="drop keep_dtype from the job",
            note="a kept operator is even freer: it may fall back to float16 where no kernel keeps"
            " its dtypes",
            mode=mode.value,
            source=reading.source,
        ).also(mode.span, "keeps every dtype", source=mode.source)
