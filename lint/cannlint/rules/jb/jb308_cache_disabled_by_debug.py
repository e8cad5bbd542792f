"""Debugging of operators turns the compile cache off.

The job compiles every operator again. `op_debug_level` other than 0, or a file of
`op_debug_config`, turns the cache of compiled operators off, whatever `op_compiler_cache_mode` is.
The manual of the TensorFlow adapter makes an exception for level 3, but the compiler does not.

## Example

```job
[job.net]
front-end = "atc"
op_debug_level = 1
op_compiler_cache_mode = "enable"
```

## Write instead

```job
[job.net]
front-end = "atc"
op_debug_level = 0
op_compiler_cache_mode = "enable"
```

## What CANN does

CANN compiles every operator again and ignores the cache mode, without a message. According to the
manual, an `op_debug_list` in the file of `op_debug_config` limits this to the operators of the
list.

Source: manual/options.md#compile-cache-and-debugging
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import debugging, effective
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB308",
    "cache-disabled-by-debug",
    Severity.WARNING,
    JOB_KINDS,
    about=("op_debug_level", "op_debug_config"),
    stage=Stage.COMPILER,
)

_CACHE_MODE = "op_compiler_cache_mode"
_CACHE_FOLDER = "op_compiler_cache_dir"
_CACHING = ("enable", "force")


@RULE.check
def cache_disabled_by_debug(job: Job) -> Findings:
    """Report a compile cache that a debugging option turns off."""
    cache, debug = _cache(job), debugging(job)
    if cache is None or debug is None:
        return
    yield RULE.at(
        cache.span,
        "`{name}` has no effect: `{debug}` turns the compile cache off",
        label="ignored",
        help="remove `{debug}` after debugging",
        note="any level other than 0 turns the cache off, including 3"
        if debug.option == "op_debug_level"
        else "if the file has an op_debug_list, only the listed operators lose the cache",
        name=option_name(job, cache),
        debug=option_name(job, debug),
        source=cache.source,
    ).also(debug.span, "turns the cache off", source=debug.source)


def _cache(job: Job) -> Setting | None:
    """The setting that turns the cache on: its mode, or its folder if the default is on."""
    mode = job.get(_CACHE_MODE)
    if mode is not None:
        return mode if mode.value in _CACHING else None
    return effective(job, _CACHE_FOLDER) if job.front_end is not FrontEnd.ATC else None
