"""GE takes the path as it stands: nothing is expanded, cut off or split.

A `~` or `$HOME` at the beginning, a blank at the end and a comma between two names are parts of the
name, and there is no such file or folder.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["debug_dir"].s = tf.compat.as_bytes("~/debug")
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["debug_dir"].s = tf.compat.as_bytes(os.path.expanduser("~/debug"))
```

## What CANN does

GE refuses the job: `customize_dtypes`, `op_precision_mode` and `op_debug_config` with E20101,
`fusion_switch_file` and `modify_mixlist` with E21001, `debug_dir` with E40023, when it starts;
`graph_compiler_cache_dir` with E13026, when it compiles the graph.

Source: manual/options.md#what-ge-does-with-a-value
"""

from __future__ import annotations

import re

from cannlint.jobs.facts import OPENED_BY_COMPILER
from cannlint.jobs.model import Job
from cannlint.jobs.reached import is_read_by_compiler
from cannlint.jobs.settings import Setting
from cannlint.jobs.tables import compiler_spec
from cannlint.jobs.values import sent_text
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Phrase, Severity, Stage
from cannlint.rules.jb.naming import option_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Bad

RULE = JobRule(
    "JB045",
    "path-as-it-stands",
    Severity.ERROR,
    JOB_KINDS,
    about=(OPENED_BY_COMPILER,),
    stage=Stage.COMPILER,
    since="0.2.0",
)

_NOT_EXPANDED = re.compile(r"~(?:/|$)|\$\w+|\$\{\w+\}")
_PARTS = {
    "expanded": ("write the whole path", Phrase("`~` and variables are not expanded")),
    "blank": ("remove the blank", Phrase("the blank at the end is part of the name")),
    "several": (
        "name one file",
        Phrase("the comma is part of the name"),
    ),
}
"""What in a path is no part of the name that is meant → help, and why."""


@RULE.check
def path_as_it_stands(job: Job) -> Findings:
    """Report every path that GE opens and that only something else could make right."""
    for setting in job.counting():
        passed_on = compiler_spec(setting)
        missing = passed_on.faults.get("missing") if passed_on is not None else None
        part = _odd_part(job, setting)
        if missing is None or part is None or not job.reads(setting):
            continue
        if is_read_by_compiler(job, setting):
            yield _finding(job, setting, missing, part)


def _finding(job: Job, setting: Setting, missing: Bad, part: str) -> Diagnostic:
    help, why = _PARTS[part]
    return RULE.at(
        setting.value_span,
        "GE takes the path `{path}` of `{name}` as it stands",
        label="no such path",
        help=help,
        note="{why}: GE stops with {code}",
        cann=missing["code"],
        path=setting.value,
        name=option_name(job, setting),
        why=why,
        code=missing["code"],
        source=setting.source,
    )


def _odd_part(job: Job, setting: Setting) -> str | None:
    """What in a path is not meant as a part of its name."""
    path = sent_text(setting)
    if not path:
        return None
    if _NOT_EXPANDED.match(path):
        return "expanded"
    if path != path.rstrip(" "):
        return "blank"
    return "several" if "," in path and setting in job.missing else None
