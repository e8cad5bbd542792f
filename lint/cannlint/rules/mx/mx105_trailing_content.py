"""CANN does not read the text after the last bracket.

CANN reads the first JSON value of the file and stops after its last bracket. A second object there
has no effect. Neither do lists that an extra closing bracket cuts off.

## Example

```mixlist
{
  "black-list": {"to-add": ["Cast"]}
}
{
  "white-list": {"to-add": ["Xlog1py"]}
}
```

## Write instead

```mixlist
{
  "black-list": {"to-add": ["Cast"]},
  "white-list": {"to-add": ["Xlog1py"]}
}
```

## What CANN does

CANN accepts the file without a message, whatever the rest is.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

import re

from cannlint.reading.json_reading import TRAILING_CONTENT
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Severity, Span

RULE = Rule(
    "MX105", "trailing-content", Severity.WARNING, (Kind.MIXLIST,), about=(TRAILING_CONTENT,)
)

_KEY = re.compile(r'"[^"\n]*"\s*:')


@RULE.check
def trailing_content(reading: Mixlist) -> Iterator[Diagnostic]:
    """Report the text after a first value that is an object."""
    root = reading.root
    for rest in reading.parts_with(TRAILING_CONTENT):
        if root is None or root.sort != "object":
            return
        yield RULE.at(
            rest,
            "CANN does not read the text after the last bracket",
            label="ignored",
            help="move it inside the brackets, or remove it"
            if _KEY.search(reading.source.slice(rest))
            else "remove it",
        ).also(Span(root.span.end - 1, root.span.end), "CANN stops here")
