"""Entry for a node name: CANN ignores the entry for its type.

When a node has an entry for its name, CANN ignores the entry for its type. This is true even for
the positions that the first entry leaves empty. Write all dtypes of the node in the entry for its
name.

The file does not contain the types of nodes. The rule therefore reports only names whose last part
is the type, or the type of a framework that CANN makes it of: `head/Softmax` is a SoftmaxV2.

## Example

```job
[job.net]
front-end = "atc"
customize_dtypes = "customize_dtypes.cfg"
```

```file customize_dtypes.cfg
fp32_vars/Relu::InputDtype:float16
OpType::Relu:InputDtype:float32,OutputDtype:float32
```

## Write instead

```job
[job.net]
front-end = "atc"
customize_dtypes = "customize_dtypes.cfg"
```

```file customize_dtypes.cfg
fp32_vars/Relu::InputDtype:float16,OutputDtype:float32
```

## What CANN does

CANN looks for the name first. It looks for the type only when there is no entry for the name. It
never merges the two entries.

Source: manual/customize-dtypes.md#effect
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import CUSTOMIZE
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.graphs.tables import made_of
from cannlint.jobs.model import Job
from cannlint.rules.api import JOB_KINDS, Findings, Iterator, JobRule, Severity

RULE = JobRule("CD302", "name-hides-type", Severity.INFO, JOB_KINDS, about=(CUSTOMIZE,))

_NUMBER = re.compile(r"(?:[_:]|(?<!\d))\d+$")


@RULE.check
def name_hides_type(job: Job) -> Findings:
    """Report every entry for a node name whose type seems to have an entry too."""
    linked = job.files.get(CUSTOMIZE)
    reading = linked.reading if linked is not None else None
    if not isinstance(reading, CustomizeDtypes):
        return
    entries = [record.entry for record in reading.records if record.counts and record.entry]
    types = {entry.name: entry for entry in entries if entry.is_type}
    for entry in entries if types else ():
        if entry.is_type:
            continue
        hidden = next(filter(None, map(types.get, _types_of(entry.name))), None)
        if hidden is None:
            continue
        yield RULE.at(
            entry.key,
            "CANN ignores the entry for the type `{type}` for the node `{name}`",
            label="CANN uses only this entry for the node",
            help="write all dtypes of the node here",
            note="CANN looks for the name first, and never merges the two entries",
            name=entry.name,
            type=hidden.name,
            source=reading.source,
        ).also(hidden.key, "ignored for this node", source=reading.source)


def _types_of(name: str) -> Iterator[str]:
    """The types that a node of this name may have, after CANN's parsers."""
    last = name.rsplit("/", 1)[-1]
    for op_type in (last, _NUMBER.sub("", last)):
        yield from made_of(op_type) or (op_type,)
