"""customize_dtypes names nodes, but fusion may change the names.

The entry may have no effect, because CANN looks up the names after fusion. If fusion merges or
splits a node, its name changes and CANN does not find the entry. An entry by operator type applies
to all operators of the type that are left after fusion.

## Example

```job
[job.net]
front-end = "atc"
customize_dtypes = "customize_dtypes.cfg"
```

```file customize_dtypes.cfg
fp32_vars/conv2d/Conv2D::InputDtype:float16,float16,OutputDtype:float32
```

## Write instead

```job
[job.net]
front-end = "atc"
customize_dtypes = "customize_dtypes.cfg"
```

```file customize_dtypes.cfg
OpType::Conv2D:InputDtype:float16,float16,OutputDtype:float32
```

## What CANN does

CANN compares the entry with the names of the final graph. It prints no message for an entry that
matches no node.

Source: manual/index.md#the-order-of-events, manual/customize-dtypes.md#beside-other-options
"""

from __future__ import annotations

from cannlint.cann.fusion import ALL, GROUPS
from cannlint.cann.option_names import CUSTOMIZE, FUSION
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity

RULE = JobRule("JB317", "name-entries-before-fusion", Severity.INFO, JOB_KINDS, about=(CUSTOMIZE,))


@RULE.check
def name_entries_before_fusion(job: Job) -> Findings:
    """Report entries by node name, unless the job turns all fusion off."""
    linked = job.files.get(CUSTOMIZE)
    if linked is None or not isinstance(linked.reading, CustomizeDtypes) or _is_closed(job):
        return
    entries = [
        record.entry
        for record in linked.reading.records
        if record.counts and record.entry is not None and not record.entry.is_type
        if not record.is_comment
    ]
    if not entries:
        return
    yield RULE.at(
        entries[0].key,
        "`{name}` is looked up after fusion, which may have renamed it"
        if len(entries) == 1
        else "`{name}` and {more} more are looked up after fusion, which may have renamed them",
        label="looked up in the final graph",
        help="check the names in the dumped graph, or write entries by OpType",
        note="CANN ignores an entry that matches no node, without a message",
        name=entries[0].name,
        more=len(entries) - 1,
        source=linked.reading.source,
    )


def _is_closed(job: Job) -> bool:
    """Whether the job's fusion switch file turns off all fusion that can be turned off."""
    linked = job.files.get(FUSION)
    if linked is None or not isinstance(linked.reading, FusionSwitch):
        return False
    return all(linked.reading.switches[group].get(ALL) is False for group in GROUPS)
