"""A value has the wrong type, and CANN refuses the whole file.

A mixlist is an object, and each list in it is an object. Each operation, `to-add` or `to-remove`,
is an array of strings, even for a single operator.

## Example

```mixlist
{
  "black-list": {
    "to-add": "Xlog1py"
  }
}
```

## Write instead

```mixlist
{
  "black-list": {
    "to-add": ["Xlog1py"]
  }
}
```

## What CANN does

CANN stops with E21002 while the engine starts. The message names the file but not the place.

Source: resolution.md 5.1
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from cannlint.cann.mixlist import LISTS
from cannlint.diagnostics import Diagnostic, Phrase, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.mx.shape import faults_with
from cannlint.rules.rule import Rule
from cannlint.syntax.json_nodes import Node
from cannlint.text.span import Span

RULE = Rule("MX005", "wrong-type", Severity.ERROR, (Kind.MIXLIST,), cann="E21002")

_PLACES = (
    ("the file holds a JSON {found}; CANN takes an object", "write `{{...}}` around the lists"),
    (
        "`{list}` holds a JSON {found}; CANN takes an object",
        'write `"{list}": {{"to-add": [...]}}`, or `to-remove`',
    ),
    ("`{update}` holds a JSON {found}; CANN takes an array", 'write `"{update}": [...]`'),
    (
        "a JSON {found} stands among the operators; CANN takes strings",
        "write the operator type in quotes",
    ),
)
"""Message and help by the depth of the value."""

_FRAGMENT = ("the file has no brackets around its lists", "write `{{` before and `}}` after them")
_NOTE = "engine initialisation fails with E21002; the message names the file, not the place"


@RULE.check
def wrong_type(reading: Mixlist) -> Iterator[Diagnostic]:
    """Every value that is not what its place asks for."""
    for fault in faults_with(reading, Fact.WRONG_TYPE):
        path, node = fault.path, fault.node
        is_fragment = not path and node.sort == "string" and node.plain in LISTS
        message, help = _FRAGMENT if is_fragment else _PLACES[len(path)]
        yield RULE.at(
            _place(node),
            message,
            label="not an {expected}"
            if fault.expected[0] in ("array", "object")
            else "not a string",
            help=help,
            note=_NOTE,
            found=_named(node),
            list=str(path[0]) if path else "",
            update=str(path[1]) if len(path) > 1 else "",
            expected=Phrase(fault.expected[0]),
        )


def _place(node: Node) -> Span:
    """The value, or the bracket that begins it."""
    container = node.sort in ("object", "array")
    return Span(node.span.start, node.span.start + 1) if container else node.span


def _named(node: Node) -> str:
    return Phrase(node.sort) if node.sort != "literal" else json.dumps(node.plain)
