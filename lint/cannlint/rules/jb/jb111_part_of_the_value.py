"""Quotes or a comment are a part of the value in MindSpore Lite's ini file.

MindSpore Lite removes every `"`, and nothing else. Single quotes stay in the value, and so does
what looks like a comment behind it. A comment needs a line of its own.

## Example

```mslite_config
[ascend_context]
precision_mode=enforce_fp32 # as in training
```

## Write instead

```mslite_config
[ascend_context]
# as in training
precision_mode=enforce_fp32
```

## What CANN does

The whole text is the value. No mode, file or number has this name.

Source: MindSpore Lite, parse_config_utils.cc
"""

from __future__ import annotations

from cannlint.jobs.mslite_config import ODD_VALUE
from cannlint.jobs.settings import Setting
from cannlint.reading.base import Reading
from cannlint.rules.api import Findings, Kind, Rule, Severity, Stage

RULE = Rule(
    "JB111",
    "part-of-the-value",
    Severity.WARNING,
    (Kind.MSLITE_CONFIG,),
    about=(ODD_VALUE,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def part_of_the_value(reading: Reading) -> Findings:
    """Report every value with quotes around it or a comment behind it."""
    for setting in reading.parts_with(ODD_VALUE):
        assert isinstance(setting, Setting)
        is_quoted = setting.source.slice(setting.value_span)[0] in "'`"
        yield RULE.at(
            setting.value_span,
            "the quotes are a part of the value of `{name}`"
            if is_quoted
            else "the comment is a part of the value of `{name}`",
            label="all of it is the value",
            help="remove the quotes" if is_quoted else "write the comment on a line of its own",
            note="MindSpore Lite removes only double quotes, and has no comments behind values",
            name=setting.key,
        )
