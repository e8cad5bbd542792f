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

torchair collects the options of the groups that it made itself, and drops all else without a
message.

Source: torchair, configs
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job
from cannlint.jobs.values import REFUSED, group_of
from cannlint.kinds import Kind
from cannlint.rules.jb.naming import who
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB344", "replaced-group", Severity.WARNING, (Kind.TORCH_SCRIPT,), stage=Stage.FRONT_END
)

_GROUP = "group"


@RULE.check
def replaced_group(job: Job) -> Iterator[Diagnostic]:
    """Report every assignment in place of a group."""
    for setting in job.settings:
        if setting.via != _GROUP:
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
            severity=Severity.ERROR if is_refused else Severity.WARNING,
            name=setting.key,
            who=who(job),
            source=setting.source,
        )
