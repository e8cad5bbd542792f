"""Quotes around a node name: the name matches nothing.

CANN takes the text before `=`, without the whitespace around it, as the name. The quotes become
part of the node name. Such names are often copied from JSON or Python. Remove the quotes. Quotes
around an operator type give a type that does not exist: see OP201. With quotes around a mode, CANN
ignores the line: see OP101.

## Example

```op_precision
[ByNodeName]
"head/Softmax"=high_precision
```

## Write instead

```op_precision
[ByNodeName]
head/Softmax=high_precision
```

## What CANN does

CANN stores the mode for a node whose name contains the quotes. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

import re

from cannlint.reading.op_precision import QUOTED_NAME, OpPrecision
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.quoted import quoted
from cannlint.text.quotes import unquoted

RULE = Rule(
    "OP109",
    "quoted-name",
    Severity.WARNING,
    (Kind.OP_PRECISION,),
    about=(QUOTED_NAME,),
    fix=FixKind.SAFE,
)

_NOTE = "CANN stores the mode under this name, without a message"
_MEANT = re.compile(r"[\w./][^\s=#;\"']*", re.ASCII)


@RULE.check
def quoted_name(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Report every node name with quotes around it."""
    taken = set(reading.effect(is_type=False))
    for record in reading.parts_with(QUOTED_NAME):
        line = record.line
        bare = unquoted(line.name)
        if bare is None or line.key is None:
            continue
        mends = bare not in taken and _MEANT.fullmatch(bare) is not None
        taken.update((bare,) if mends else ())
        yield quoted(RULE, line.key, line.name, bare, _NOTE, mends)
