"""The file is empty, and CANN refuses it.

CANN refuses a mixlist that has no content or contains only whitespace. If a mixlist should change
nothing, write `{}`.

## Example

```mixlist

```

## Write instead

```mixlist
{}
```

## What CANN does

CANN stops while the engine starts. It reports only the internal E29999, not an error code of its
own.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import EMPTY_FILE
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Severity, Span

RULE = Rule("MX007", "empty-file", Severity.ERROR, (Kind.MIXLIST,), about=(EMPTY_FILE,))


@RULE.check
def empty_file(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report a file that is empty or has only whitespace."""
    for _ in reading.parts_with(EMPTY_FILE):
        yield RULE.at(
            Span(0, 0),
            "the mixlist file is empty; CANN refuses it",
            label="nothing to read",
            help="write the lists, or `{{}}` to change none, or do not set the option",
            note="CANN stops while the engine starts, with only the internal E29999",
        )
