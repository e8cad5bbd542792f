"""Quotes around a node name: the name matches nothing.

CANN takes the text before the first colon exactly as it stands, so the quotes become part of the
node name. Such names are often copied from JSON or Python. Remove the quotes. Quotes around an
operator type give a type that does not exist: see CD201.

## Example

```customize_dtypes
"head/Softmax":InputDtype:float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
head/Softmax:InputDtype:float32,OutputDtype:float32
```

## What CANN does

CANN stores the entry for a node whose name contains the quotes. It gives no message.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

import re

from cannlint.reading.customize_dtypes import QUOTED_NAME, CustomizeDtypes, has_concrete_dtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity
from cannlint.rules.cd.keys import is_misread, keyword_in
from cannlint.rules.quoted import quoted
from cannlint.text.quotes import unquoted

RULE = Rule(
    "CD111",
    "quoted-name",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(QUOTED_NAME,),
    fix=FixKind.SAFE,
)

_NOTE = "CANN stores the entry under this name, without a message"
_MEANT = re.compile(r"(?!(?i:op_?type)\b)[\w./][^\s:,;\"']*", re.ASCII)


@RULE.check
def quoted_name(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Report every node name with quotes around it."""
    taken = {entry.name for _, entry in reading.entries() if not entry.is_type}
    for record, entry in reading.entries_with(QUOTED_NAME):
        bare = unquoted(entry.name) if not entry.is_type else None
        if bare is None or is_misread(reading.source, record, entry):
            continue
        is_plain = _MEANT.fullmatch(bare) is not None and keyword_in(bare) is None
        mends = is_plain and bare not in taken and has_concrete_dtype(entry)
        taken.update((bare,) if mends else ())
        yield quoted(RULE, entry.key, entry.name, bare, _NOTE, mends)
