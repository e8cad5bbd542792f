"""CANN ignores the text after the JSON value.

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
"""

from __future__ import annotations

from cannlint.reading.fusion_switch import Form, FusionSwitch
from cannlint.reading.json_reading import TRAILING_CONTENT
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Severity, Span

RULE = Rule(
    "FS106", "trailing-content", Severity.WARNING, (Kind.FUSION_SWITCH,), about=(TRAILING_CONTENT,)
)


@RULE.check
def trailing_content(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Report the text after the object of a JSON file."""
    if reading.form is not Form.JSON:
        return
    root = reading.document.root
    for trailing in reading.parts_with(TRAILING_CONTENT):
        if root is None or root.sort != "object":
            return
        is_object = reading.source.text[trailing.start] == "{"
        yield RULE.at(
            trailing,
            "a second JSON object follows the first; CANN ignores it"
            if is_object
            else "text follows the JSON object; CANN ignores it",
            label="ignored",
            help="put everything into one object"
            if is_object
            else "remove it, or move it into the object",
            note="CANN reads only the first complete JSON value",
        ).also(Span(root.span.end - 1, root.span.end), "the object ends here")
