"""A name with a colon: it is cut at the first one.

The key of an entry ends at the first colon of the line, so a node whose name holds a colon
cannot be named. What stands between that colon and the keyword is passed over, and with it
any dtype written before `InputDtype`.

## Example

```customize_dtypes
model:0/Relu::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It stores the entry under the part before the colon. No message.

Source: resolution.md 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, looks_like_comment
from cannlint.rules.rule import Rule
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import trimmed

RULE = Rule("CD105", "colon-in-name", Severity.WARNING, (Kind.CUSTOMIZE_DTYPES,))

_OTHER_RULES = "optype"
"""A key that is a failed `OpType::` is the subject of CD102 and CD108."""


@RULE.check
def colon_in_name(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every entry with text between the key and the keyword."""
    for _, entry in reading.entries():
        lost = trimmed(reading.source.text, entry.gap.start, entry.gap.end, C_BLANKS + ":")
        bare = entry.name.strip(C_BLANKS + BYTE_ORDER_MARK).lower()
        if lost.start == lost.end or bare == _OTHER_RULES or looks_like_comment(entry.name):
            continue
        yield RULE.at(
            lost,
            "`{lost}` before the keyword is ignored; the entry is for the type `{name}`"
            if entry.is_type
            else "the name ends at its first colon: the entry is for `{name}`, without `{lost}`",
            label="ignored",
            help="remove `{lost}`"
            if entry.is_type
            else "names with a colon cannot be given; use the operator type, `OpType::...`",
            name=entry.name,
            lost=reading.source.slice(lost),
        )
