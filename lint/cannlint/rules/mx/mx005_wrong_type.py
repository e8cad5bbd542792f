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

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

import json

from cannlint.cann.mixlist import LISTS
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.reading.json_places import MISTYPED_VALUE, UNDEFINED_KEY
from cannlint.rules.api import Findings, Kind, Phrase, Rule, Severity, Span
from cannlint.rules.mx.shape import faults_with
from cannlint.syntax.json_nodes import Node

RULE = Rule(
    "MX005",
    "wrong-type",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(MISTYPED_VALUE, UNDEFINED_KEY),
    cann="E21002",
)

_PLACES = (
    (
        "the file is a JSON {found}, not an object; CANN refuses the file",
        "write `{{...}}` around the lists",
    ),
    (
        "`{list}` is a JSON {found}, not an object; CANN refuses the file",
        'write `"{list}": {{"to-add": [...]}}`, or `to-remove`',
    ),
    (
        "`{update}` is a JSON {found}, not an array; CANN refuses the file",
        'write `"{update}": [...]`',
    ),
    (
        "an operator is a JSON {found}, not a string; CANN refuses the file",
        "write the operator type in quotes",
    ),
)
"""Message and help for each depth of the value."""

_FRAGMENT = (
    "the brackets around the lists are missing; CANN refuses the file",
    "write `{{` before the lists and `}}` after them",
)
_NOTE = (
    "CANN stops with E21002 while the engine starts; the message names the file but not the place"
)


@RULE.check
def wrong_type(reading: Mixlist) -> Findings:
    """Report every value whose type is wrong at its place."""
    for fault in faults_with(reading, MISTYPED_VALUE):
        path, node = fault.path, fault.node
        is_fragment = not path and node.sort == "string" and node.plain in LISTS
        message, help = _FRAGMENT if is_fragment else _PLACES[len(path)]
        yield RULE.at(
            _place(node),
            message,
            label="expected an {expected}"
            if fault.expected[0] in ("array", "object")
            else "expected a string",
            help=help,
            note=_NOTE,
            found=_named(node),
            list=str(path[0]) if path else "",
            update=str(path[1]) if len(path) > 1 else "",
            expected=Phrase(fault.expected[0]),
        )


def _place(node: Node) -> Span:
    """Return the place of the value, or of the bracket that begins it."""
    container = node.sort in ("object", "array")
    return Span(node.span.start, node.span.start + 1) if container else node.span


def _named(node: Node) -> str:
    return Phrase(node.sort) if node.sort != "literal" else json.dumps(node.plain)
