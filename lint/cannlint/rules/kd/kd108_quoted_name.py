"""Quotes around a node name: the name matches nothing.

CANN compares each line as it stands with the names of the nodes, so the quotes become part of the
name. Such names are often copied from JSON or Python. Remove the quotes. A type with quotes after
`OpType::` is not in PascalCase: see KD001.

## Example

```keep_dtype
"head/Softmax"
```

## Write instead

```keep_dtype
head/Softmax
```

## What CANN does

CANN looks for a node whose name contains the quotes. It finds none and writes a warning only to
its log.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

import re

from cannlint.reading.keep_dtype import QUOTED_NAME, KeepDtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.quoted import quoted
from cannlint.text.quotes import unquoted

RULE = Rule(
    "KD108",
    "quoted-name",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(QUOTED_NAME,),
    fix=FixKind.SAFE,
)

_NOTE = "no node has this name; CANN writes a warning only to its log"
_MEANT = re.compile(r"OpType::[A-Z][A-Za-z0-9]*|[\w./][^\s:,;#\"']*", re.ASCII)
"""A name that is safe without quotes: an operator type in PascalCase, or a plain name."""


@RULE.check
def quoted_name(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Report every node name with quotes around it."""
    for record in reading.parts_with(QUOTED_NAME):
        line = record.line
        bare = unquoted(line.name) if line.comment is None else None
        if bare is not None:
            mends = _MEANT.fullmatch(bare) is not None
            yield quoted(RULE, line.key, line.name, bare, _NOTE, mends)
