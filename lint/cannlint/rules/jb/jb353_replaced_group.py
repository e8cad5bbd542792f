"""A value is assigned to a group of options.

`npu.global_options()` has groups such as `dump_config`, whose options are attributes. An assignment
to the group itself raises no exception: it replaces the group, and none of its options reaches GE
any more.

## Example

```tf_script
import npu_device as npu
npu.global_options().profiling_config = True
```

## Write instead

```tf_script
import npu_device as npu
npu.global_options().profiling_config.enable_profiling = True
```

## What CANN does

npu_device passes on only the groups that are still objects of its own classes. A group that is
replaced by None is as if it were not set; that is an info, unless the script sets options in it.

Source: options.md 7.2, hicann/tensorflow
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job, Setting
from cannlint.kinds import Kind
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB353",
    "replaced-group",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT, Kind.JOB),
    stage=Stage.FRONT_END,
)


@RULE.check
def replaced_group(job: Job) -> Iterator[Diagnostic]:
    """Report every value that replaces a group; of an unknown value nothing is known."""
    for setting in job.settings:
        is_group = setting.spec is not None and setting.spec.type == "group"
        if is_group and setting.value_type is not None:
            yield _finding(job, setting)


def _finding(job: Job, setting: Setting) -> Diagnostic:
    lost = [other for other in job.settings if other.key.startswith(f"{setting.key}.")]
    is_harmless = setting.value_type == "none" and not lost
    finding = RULE.at(
        setting.span,
        "`{name}` is a group of options, and this replaces it",
        label="replaced",
        help="set the options in it: `{name}.... = ...`",
        note="Python raises no exception; no option of the group reaches GE any more",
        severity=Severity.INFO if is_harmless else Severity.WARNING,
        name=setting.key,
        source=setting.source,
    )
    for other in lost:
        finding = finding.also(other.span, "lost", other.source)
    return finding
