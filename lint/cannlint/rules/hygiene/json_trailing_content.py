"""Text after the value of a JSON file, which CANN does not read.

# FS106

CANN ignores the text after the JSON value.

CANN reads the first complete JSON value and stops. Anything after it has no effect, be it a second
object, lines of the text format or an extra bracket.

## Example

```fusion_switch
{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}
{"Switch": {"UBFusion": {"ALL": "off"}}}
```

## Write instead

```fusion_switch
{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}, "UBFusion": {"ALL": "off"}}}
```

## What CANN does

CANN accepts the file as if it ended after the first value, without a message.

Source: manual/fusion-switch.md#json

# MX105

CANN does not read the text after the last bracket.

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
from collections.abc import Callable

from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.reading.json_reading import TRAILING_CONTENT, JsonReading
from cannlint.rules.api import Findings, Kind, Rule, Severity, Span

Words = Callable[[str], tuple[str, str]]
"""The text that is not read → the message and the help."""

_KEY = re.compile(r'"[^"\n]*"\s*:')


def _of_switches(rest: str) -> tuple[str, str]:
    if rest.startswith("{"):
        return (
            "a second JSON object follows the first; CANN ignores it",
            "put everything into one object",
        )
    return "text follows the JSON object; CANN ignores it", "remove it, or move it into the object"


def _of_mixlist(rest: str) -> tuple[str, str]:
    help = "move it inside the brackets, or remove it" if _KEY.search(rest) else "remove it"
    return "CANN does not read the text after the last bracket", help


def _findings(
    rule: Rule, reading: JsonReading, words: Words, end: str, note: str | None = None
) -> Findings:
    """Report the text after a first value that is an object."""
    root = reading.root
    for rest in reading.parts_with(TRAILING_CONTENT):
        if root is None or root.sort != "object":
            return
        message, help = words(reading.source.slice(rest))
        last = Span(root.span.end - 1, root.span.end)
        yield rule.at(rest, message, label="ignored", help=help, note=note).also(last, end)


FS106, MX105 = RULES = tuple(
    Rule(code, "trailing-content", Severity.WARNING, (kind,), about=(TRAILING_CONTENT,))
    for code, kind in (("FS106", Kind.FUSION_SWITCH), ("MX105", Kind.MIXLIST))
)


@FS106.check
def after_switches(reading: FusionSwitch) -> Findings:
    """Report the text after the object of a JSON file."""
    if not reading.is_broken_object:
        note = "CANN reads only the first complete JSON value"
        yield from _findings(FS106, reading, _of_switches, "the object ends here", note)


@MX105.check
def after_lists(reading: JsonReading) -> Findings:
    """Report the text after the lists."""
    yield from _findings(MX105, reading, _of_mixlist, "CANN stops here")
