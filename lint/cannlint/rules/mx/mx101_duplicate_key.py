"""A key appears twice in one object, and only the last one counts.

CANN's JSON reader keeps only the last value of a key. If a file has two `white-list` objects, CANN
does not read the operators of the first one.

## Example

```mixlist
{
  "white-list": {"to-add": ["Cast"]},
  "white-list": {"to-add": ["Xlog1py"]}
}
```

## Write instead

```mixlist
{
  "white-list": {"to-add": ["Cast", "Xlog1py"]}
}
```

## What CANN does

CANN accepts the file and reads only the last value, without a message.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from cannlint.reading.json_reading import DUPLICATE_KEY
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, Span, delete

RULE = Rule(
    "MX101",
    "duplicate-key",
    Severity.WARNING,
    (Kind.MIXLIST,),
    about=(DUPLICATE_KEY,),
    fix=FixKind.UNSAFE,
)


@RULE.check
def duplicate_key(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report every key that appears again, in all objects that CANN reads."""
    for earlier, following, last in reading.parts_with(DUPLICATE_KEY):
        yield (
            RULE.at(
                earlier.key.span,
                "duplicate key `{key}`; CANN uses only the last one",
                label="not read",
                help="merge both values under one key",
                key=earlier.name,
            )
            .also(last.key.span, "the one that counts")
            .mend(
                "remove the earlier one",
                delete(Span(earlier.key.span.start, following.key.span.start)),
                safe=False,
            )
        )
