"""The assignment replaces a whole group of options.

`config.ge_config` is an object whose attributes are options. If the script assigns a dict or
another value to it, the object is gone: no option of the group reaches GE, and nothing is said.
Some groups cannot be replaced, and Python raises an exception.

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
else without a message. In `npu.global_options()` None in place of a group is as if nothing in it
were set, which is an info.

Source: torchair, configs
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job, Setting
from cannlint.jobs.text_verdicts import REFUSED
from cannlint.jobs.values import group_of
from cannlint.kinds import Kind
from cannlint.rules.jb.naming import who
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB344",
    "replaced-group",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT),
    stage=Stage.FRONT_END,
)

_GROUP = "group"


@RULE.check
def replaced_group(job: Job) -> Iterator[Diagnostic]:
    """Report every assignment in place of a group."""
    for setting in job.settings:
        if setting.via != _GROUP or setting.value_type is None:
            continue
        group = group_of(job, setting.key)
        is_refused = group is None or group.get("assigned") == REFUSED
        yield RULE.at(
            setting.key_span,
            "`{name}` is a group of options, not an option",
            label="replaced as a whole",
            help="set the attributes of `{name}` one by one",
            note="{who} raises an exception"
            if is_refused
            else "the options of the group do not reach GE, without a message",
            severity=_severity(job, setting),
            name=setting.key,
            who=who(job),
            source=setting.source,
        )


def _severity(job: Job, setting: Setting) -> Severity:
    """INFO for None where the script sets nothing else in a group that may be None."""
    group = group_of(job, setting.key)
    if group is None or group.get("assigned") == REFUSED:
        return Severity.ERROR
    is_empty = not any(one.key.startswith(f"{setting.key}.") for one in job.settings)
    is_harmless = setting.value_type == "none" and "none" in group and is_empty
    return Severity.INFO if is_harmless else Severity.WARNING
