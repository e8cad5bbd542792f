"""Nothing reads this section of MindSpore Lite's ini file.

MindSpore Lite goes on with a section of any name, and looks only for those that it knows. The name
is the text from the second character of the line to the last but one: a space inside the brackets,
a capital letter, or a comment behind the `]` makes another name of it. The sections
`[ge_session_options]`, `[ge_graph_options]` and `[ge_global_options]` are read only with
`provider=ge` in `[ascend_context]`, in small letters. What stands before the first section is not
read either.

## Example

```mslite_config
[ascend_context] # precision
precision_mode=enforce_fp32
```

## Write instead

```mslite_config
# precision
[ascend_context]
precision_mode=enforce_fp32
```

## What CANN does

The options of the section have no effect. There is no message.

Source: MindSpore Lite, config_infos.cc
"""

from __future__ import annotations

from cannlint.jobs.mslite_config import TOP, UNREAD_SECTION, Section, is_known, meant_section
from cannlint.reading.base import Reading
from cannlint.rules.api import Findings, Kind, Rule, Severity, Stage

RULE = Rule(
    "JB110",
    "unread-section",
    Severity.WARNING,
    (Kind.MSLITE_CONFIG,),
    about=(UNREAD_SECTION,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)


@RULE.check
def unread_section(reading: Reading) -> Findings:
    """Report every section whose options have no effect."""
    for section in reading.parts_with(UNREAD_SECTION):
        assert isinstance(section, Section)
        is_off = is_known(section.name)
        meant = None if is_off else meant_section(section.name)
        yield RULE.at(
            section.span,
            "what stands before the first section is not read"
            if section.name == TOP
            else "the section `{name}` is not read here"
            if is_off
            else "MindSpore Lite has no section `{name}`",
            label="not read",
            help="set `provider=ge` in `[ascend_context]`, or remove the section"
            if is_off
            else "write `[{meant}]`, with nothing else on the line"
            if meant
            else "write the options into `[ascend_context]`",
            note="nothing in it has an effect, and there is no message",
            name=section.name,
            meant=meant or "",
        )
