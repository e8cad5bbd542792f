"""The assignment replaces a whole group of options.

`config.ge_config` of torchair and `dump_config` of `npu.global_options()` are objects whose
attributes are options. If the script assigns a dict or another value to one, the object is gone:
no option of the group reaches GE, and nothing is said. Some groups cannot be replaced, and Python
raises an exception.

## Example

```torch_script
import torchair
config = torchair.CompilerConfig()
config.ge_config = {"oo_level": "O1"}
```

## Write instead

```torch_script
import torchair
config = torchair.CompilerConfig()
config.ge_config.oo_level = "O1"
```

## What CANN does

torchair and npu_device collect the options of the groups that they made themselves, and drop all
else without a message. A group of npu_device that is replaced by None is as if it were not set;
that is an info, unless the script sets options in it.

Source: manual/torch.md#torchair, manual/tensorflow.md#tensorflow-2
"""

from __future__ import annotations

from cannlint.jobs.facts import REPLACED_GROUP
from cannlint.jobs.model import Job
from cannlint.jobs.reached import group_of
from cannlint.jobs.settings import Setting
from cannlint.jobs.verdicts import REFUSED
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import who

RULE = JobRule(
    "JB344",
    "replaced-group",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.MINDFORMERS_YAML, Kind.JOB),
    about=(REPLACED_GROUP, "tf2"),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_GROUP = "group"
"""The Setting.via of something that is assigned to a group, and the type of such an option."""


@RULE.check
def replaced_group(job: Job) -> Findings:
    """Report every assignment in place of a group; of an unknown value nothing is known."""
    for setting in job.settings:
        is_option = setting.spec is not None and setting.spec.type == _GROUP
        if setting.via == _GROUP or (is_option and setting.value_type is not None):
            yield _finding(job, setting)


def _finding(job: Job, setting: Setting) -> Diagnostic:
    lost = [other for other in job.settings if other.key.startswith(f"{setting.key}.")]
    finding = RULE.at(
        setting.span,
        "`{name}` is a group of options, and this replaces it",
        label="replaced",
        help="set the options in it: `{name}.... = ...`",
        note="{who} raises an exception"
        if _is_refused(job, setting)
        else "Python raises no exception; no option of the group reaches GE any more",
        severity=_severity(job, setting, bool(lost)),
        name=setting.key,
        who=who(job),
        source=setting.source,
    )
    for other in lost:
        finding = finding.also(other.span, "lost", other.source)
    return finding


def _severity(job: Job, setting: Setting, loses: bool) -> Severity:
    if _is_refused(job, setting):
        return Severity.ERROR
    is_none = setting.via != _GROUP and setting.value_type == "none"
    return Severity.INFO if is_none and not loses else Severity.WARNING


def _is_refused(job: Job, setting: Setting) -> bool:
    if setting.via != _GROUP:
        return False
    group = group_of(job, setting.key)
    return group is None or group.get("assigned") == REFUSED
