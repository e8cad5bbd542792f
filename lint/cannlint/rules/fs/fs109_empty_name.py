"""A switch has no name, so CANN drops it.

An empty name, or a name of whitespace only, matches no pass.

## Example

```fusion_switch
SoftmaxFusionPass:off
:off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
```

## What CANN does

CANN accepts the file without this entry and prints no message.

Source: manual/fusion-switch.md#json, manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.facts import EMPTY_NAME, EMPTY_NAME_OF_LINE
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Severity, Span

RULE = Rule(
    "FS109",
    "empty-name",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(EMPTY_NAME, EMPTY_NAME_OF_LINE),
)

_LINE = "the line has no name before the colon; CANN drops the line"
_NAME = "the name is empty and matches no pass"


@RULE.check
def empty_name(reading: FusionSwitch) -> Findings:
    """Report every name, in either format, that is empty or has only whitespace."""
    for record in reading.parts_with(EMPTY_NAME_OF_LINE):
        yield _finding(record.line.stripped, _LINE)
    for path in reading.parts_with(EMPTY_NAME):
        node = reading.places.name(path)
        if node is not None:
            yield _finding(node.span, _NAME)


def _finding(span: Span, message: str) -> Diagnostic:
    return RULE.at(
        span,
        message,
        label="not the name of a pass",
        help="write the name of a pass, or remove the entry",
        note="CANN accepts the file without the entry",
    )
