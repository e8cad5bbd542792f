"""A key that comes twice in one object: the earlier value is lost.

CANN's reader keeps the last value of a key. With two `white-list` objects the operators of
the first are not read, and nothing is said.

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

It accepts the file and reads the last one only.

Source: resolution.md 5.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.edits import delete
from cannlint.text.span import Span

RULE = Rule("MX101", "duplicate-key", Severity.WARNING, (Kind.MIXLIST,), fix=FixKind.UNSAFE)


@RULE.check
def duplicate_key(reading: Mixlist) -> Iterator[Diagnostic]:
    """Every key that comes again, in all that counts."""
    for earlier, following, last in reading.parts_with(Fact.DUPLICATE_KEY):
        yield (
            RULE.at(
                earlier.key.span,
                "`{key}` comes again; CANN reads the last one, this one is lost",
                label="not read",
                help="join both values under one key",
                key=earlier.name,
            )
            .also(last.key.span, "the one that counts")
            .mend(
                "remove the earlier one",
                delete(Span(earlier.key.span.start, following.key.span.start)),
                safe=False,
            )
        )
