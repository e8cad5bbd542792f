"""The manual asks for something that CANN does not check.

The job runs. What happens is not what the manual describes.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["local_device_list"].s = tf.compat.as_bytes("0,1")
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["local_rank_id"].i = 0
custom_op.parameter_map["local_device_list"].s = tf.compat.as_bytes("0,1")
```

## What CANN does

* `local_device_list` names the devices to which the process of `local_rank_id` sends its data.
* A range of `dynamic_inputs_shape_range` goes from a smaller to a greater size; GE takes `5~3`.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

import re

from cannlint.jobs.conditions import holds
from cannlint.jobs.model import Job
from cannlint.jobs.tables import table_of
from cannlint.jobs.values import verdict
from cannlint.rules.api import Findings, JobRule, Kind, Phrase, Severity
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB387",
    "asked-for-by-the-manual",
    Severity.INFO,
    (Kind.TF_SCRIPT, Kind.JOB),
    about=("local_device_list", "dynamic_inputs_shape_range"),
    since="0.2.0",
)

_RANGE = re.compile(r"(?<![0-9])([0-9]{1,18}) *~ *([0-9]{1,18})")


@RULE.check
def asked_for_by_the_manual(job: Job) -> Findings:
    """Report options without another one, and ranges that fall."""
    for advised in table_of(job.front_end).advised if job.compiles else ():
        setting = job.get(advised["option"])
        if setting is not None and holds(job, advised["options"]):
            yield RULE.at(
                setting.span,
                "`{name}` is set alone",
                label="alone",
                help="{advice}",
                note="{effect}",
                name=option_name(job, setting),
                advice=Phrase(advised["help"]),
                effect=Phrase(advised["effect"]),
                source=setting.source,
            )
    yield from _falling(job)


def _falling(job: Job) -> Findings:
    setting = job.get("dynamic_inputs_shape_range")
    if setting is None or not setting.value or not job.reads(setting) or verdict(setting):
        return
    for match in _RANGE.finditer(setting.value):
        if int(match[1]) > int(match[2]):
            yield RULE.at(
                setting.part(match.start(), match.end()),
                "the range `{part}` is not ascending",
                label="from {first} to {last}",
                help="write the smaller size first",
                note="GE takes it as it stands",
                part=match[0],
                first=match[1],
                last=match[2],
                source=setting.source,
            )
