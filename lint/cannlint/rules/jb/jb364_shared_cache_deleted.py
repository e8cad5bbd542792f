"""`force` deletes the compile cache, which all compiles of the user share by default.

`op_compiler_cache_mode=force` first deletes the cache, then compiles every operator anew. Without
`op_compiler_cache_dir` the cache is in one folder for all compiles of the user. The manual warns
against `force` where compiles run in parallel: another compile may just be reading what is deleted,
and fail.

## Example

```job
[job.net]
front-end = "atc"
op_compiler_cache_mode = "force"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_compiler_cache_mode = "force"
op_compiler_cache_dir = "./net_cache"
```

## What CANN does

CANN deletes the folder `kernel_cache` of the SoC in `ASCEND_CACHE_PATH` or `$HOME/atc_data`.

Source: manual/options.md#compile-cache-and-debugging, the vendor's page of session configurations
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.effective_options import debugging, effective, is_unset
from cannlint.rules.jb.naming import known_name, option_name

RULE = JobRule(
    "JB364",
    "shared-cache-deleted",
    Severity.INFO,
    JOB_KINDS,
    about=("op_compiler_cache_mode",),
    since="0.2.0",
)

_FOLDER = "op_compiler_cache_dir"


@RULE.check
def shared_cache_deleted(job: Job) -> Findings:
    """Report `force` without a folder of the job's own, where the cache is on at all."""
    mode = effective(job, "op_compiler_cache_mode")
    if mode is None or mode.value != "force" or not is_unset(job, _FOLDER) or debugging(job):
        return
    yield RULE.at(
        mode.span,
        "`{name}=force` deletes the cache that other compiles share",
        label="deletes the cache first",
        help="set `{folder}` to a folder of this job, or write `enable` after the first run",
        note="the manual warns of it: a compile that runs at the same time can fail",
        name=option_name(job, mode),
        folder=known_name(job, _FOLDER, mode.via),
        source=mode.source,
    )
