"""The manual reserves this option: the current version does not support it.

Remove the option. The adapter has code for it, so it may have an effect, but the effect is not
documented.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["aoe_mode"].s = tf.compat.as_bytes("2")
custom_op.parameter_map["distribute_config"].s = tf.compat.as_bytes("/home/user/aoe.cfg")
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["aoe_mode"].s = tf.compat.as_bytes("2")
```

## What CANN does

The adapter reads the option. The page on session configurations in the vendor's manual says that
the current version does not support it.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

from cannlint.jobs.facts import RESERVED_OPTION
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB012",
    "reserved-option",
    Severity.INFO,
    JOB_KINDS,
    about=(RESERVED_OPTION,),
)


@RULE.check
def reserved_option(job: Job) -> Findings:
    """Report the first setting of every reserved option, unless it equals the default."""
    seen = set()
    for setting in job.settings:
        spec = setting.spec
        if spec is None or not spec.reserved or setting.option in seen:
            continue
        if setting.value is not None and setting.value == spec.default:
            continue
        seen.add(setting.option)
        yield RULE.at(
            setting.key_span,
            "the manual reserves `{name}`: not supported in this version",
            label="reserved",
            help="remove it, unless support told you to set it",
            note="the adapter reads it, but its effect is not documented",
            name=option_name(job, setting),
            source=setting.source,
        )
