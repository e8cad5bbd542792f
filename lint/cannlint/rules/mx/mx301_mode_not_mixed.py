"""The job that names this mixlist sets no mixed precision mode, so CANN refuses the job.

This is JB303 for a config file that is checked without its job, for example in an editor or a
commit hook. cannlint takes the job from the cannlint.toml that applies to the file.

## Example

```mixlist name=ops_info.json
{"black-list": {"to-add": ["Add"]}}
```

```file cannlint.toml
[job.net]
precision_mode = "force_fp16"
modify_mixlist = "ops_info.json"
```

## Write instead

```mixlist name=ops_info.json
{"black-list": {"to-add": ["Add"]}}
```

```file cannlint.toml
[job.net]
precision_mode = "allow_mix_precision"
modify_mixlist = "ops_info.json"
```

## What CANN does

CANN stops with E10001 unless the precision mode is a mixed one. It also stops if the job sets no
precision mode.

Source: manual/mixed-precision-list.md#when-the-list-matters
"""

from __future__ import annotations

from cannlint.cann.option_names import MIXLIST
from cannlint.jobs.conflicts import mixlist_without_mixed_mode
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import Findings, Kind, Rule, Severity, Span, Subject
from cannlint.rules.jb.naming import known_name, stage_in

RULE = Rule(
    "MX301",
    "mode-not-mixed",
    Severity.ERROR,
    (Kind.MIXLIST,),
    subject=Subject.FILE_OF_JOB,
    cann="E10001",
)


@RULE.check
def mode_not_mixed(job: Job) -> Findings:
    """Report a file whose job has no mixed precision mode, at the beginning of the file."""
    linked, found = job.files.get(MIXLIST), mixlist_without_mixed_mode(job)
    if linked is None or found is None:
        return
    source, mode = linked.reading.source, found[1]
    start = len(source.text) - len(source.text.lstrip())
    finding = RULE.at(
        Span(start, min(start + 1, len(source.text))),
        _message(job, mode),
        label="CANN refuses this job",
        help="set `{option}` to a mixed mode, such as {mixed}",
        note="CANN stops before it reads the file",
        stage=stage_in(job, FrontEnd.ATC, FrontEnd.TF1),
        mode=mode.value if mode is not None else "",
        option=known_name(job, "precision_mode"),
        mixed="allow_mix_precision",
        job=job.name or "",
        source=source,
    )
    if job.front_end is FrontEnd.TF1:
        finding.cann_code = None  # the adapter itself stops, without a CANN error code
    place = mode or linked.setting
    finding.also(place.span, "the job", source=place.source)
    yield finding


def _message(job: Job, mode: Setting | None) -> str:
    if mode is None:
        if job.name:
            return "the job `{job}` names this file but sets no precision mode"
        return "the job that names this file sets no precision mode"
    if job.name:
        return "the job `{job}` names this file, but its precision mode `{mode}` is not mixed"
    return "the job that names this file has the precision mode `{mode}`, which is not mixed"
