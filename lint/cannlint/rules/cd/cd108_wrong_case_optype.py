"""`optype::` or `OpType:` instead of `OpType::`: the line names a node.

The prefix that makes an entry one for an operator type is `OpType::`, in exactly this case
and with two colons. Anything else is taken as a node name that ends at the first colon.

## Example

```customize_dtypes
optype::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It stores an entry for a node called `optype`, which matches nothing. No message.

Source: resolution.md 3.1
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.rules.rule import FixKind, Rule
from cannlint.syntax.customize_dtypes import TYPE_PREFIX
from cannlint.text.edits import replace
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span

RULE = Rule(
    "CD108", "wrong-case-optype", Severity.WARNING, (Kind.CUSTOMIZE_DTYPES,), fix=FixKind.SAFE
)

_PREFIX = re.compile(
    rf"[{re.escape(C_BLANKS + BYTE_ORDER_MARK)}]*(op_?type[ \t]*::?)(?![ \t]*:|Input|Output)",
    re.IGNORECASE,
)


@RULE.check
def wrong_case_optype(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every entry whose prefix is nearly `OpType::`."""
    for record, entry in reading.entries():
        match = _PREFIX.match(reading.source.text, record.line.start, record.line.end)
        if entry.is_type or match is None or match[1] == TYPE_PREFIX:
            continue
        yield RULE.at(
            Span(*match.span(1)),
            "`{written}` is not `OpType::`; CANN reads a node named `{name}`",
            label="names a node",
            help="write `OpType::`",
            note="the entry is accepted and matches no node",
            written=match[1],
            name=entry.name,
        ).mend("write `OpType::`", replace(Span(record.line.start, match.end(1)), TYPE_PREFIX))
