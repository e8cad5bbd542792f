"""A blank between the name and its colon: it stays in the name.

CANN trims the line, not the key. The blank becomes part of the operator type or node name,
which then matches nothing.

## Example

```customize_dtypes
OpType::Relu :InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

It stores the entry for `Relu ` with the blank. No message.

Source: resolution.md 3.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, looks_like_comment
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.edits import delete
from cannlint.text.span import Span

RULE = Rule("CD106", "padded-name", Severity.WARNING, (Kind.CUSTOMIZE_DTYPES,), fix=FixKind.SAFE)


@RULE.check
def padded_name(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every key with blanks at its end."""
    for _, entry in reading.entries():
        bare = entry.name.rstrip()
        if bare == entry.name or not bare or looks_like_comment(bare):
            continue
        blanks = Span(entry.key.start + len(bare), entry.key.end)
        yield RULE.at(
            blanks,
            "the blank before the colon stays in the name `{name}`, which matches nothing",
            label="part of the name",
            help="remove the blank",
            name=entry.name,
        ).mend("remove the blank", delete(blanks))
