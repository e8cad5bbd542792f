"""A switch without a name: CANN drops it.

Nothing before the colon, or a name of blanks only, names no pass.

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

It accepts the file without the entry. No message.

Source: fusion-switch.md 1.1 and 1.2
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_nodes import pass_names
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.rule import Rule
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span, trimmed

RULE = Rule("FS109", "empty-name", Severity.WARNING, (Kind.FUSION_SWITCH,))

_LINE = "nothing stands before the colon; CANN drops the line"
_NAME = "the name is empty; no pass is meant by it"


@RULE.check
def empty_name(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Every name, of either form, without a letter in it."""
    for record in reading.having(Fate.NAMELESS, Fate.KEPT):
        if not record.line.name.strip().strip(BYTE_ORDER_MARK).strip():
            line = record.line
            yield _finding(trimmed(reading.source.text, line.start, line.end, C_BLANKS), _LINE)
    for nodes in pass_names(reading):
        for node in nodes:
            if not str(node.plain).strip():
                yield _finding(node.span, _NAME)


def _finding(span: Span, message: str) -> Diagnostic:
    return RULE.at(
        span,
        message,
        label="names no pass",
        help="write the name of a pass, or remove the entry",
        note="CANN accepts the file without the entry",
    )
