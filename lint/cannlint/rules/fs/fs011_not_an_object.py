"""The file is JSON but not an object, and CANN refuses it.

CANN tries every file as JSON first and takes the first value it finds. It refuses an array, a
string or a number.

CANN also refuses an object without its outer braces, because the first key alone is already a JSON
string. For the same reason, CANN refuses a text file whose first line begins with a digit, a
double quote, `true`, `false` or `[`.

## Example

```fusion_switch
"Switch": {
  "GraphFusion": {
    "SoftmaxFusionPass": "off"
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN stops with E21001 "Failed to open file", although it has opened and read the file.

Source: manual/fusion-switch.md#json, manual/fusion-switch.md#text
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import Form, FusionSwitch
from cannlint.reading.json_reading import NOT_AN_OBJECT
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    Diagnostic,
    Findings,
    Kind,
    Phrase,
    Rule,
    Severity,
    Span,
)
from cannlint.syntax.json_value import BLANKS

RULE = Rule(
    "FS011",
    "not-an-object",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(NOT_AN_OBJECT,),
    cann="E21001",
)

_NOTE = "CANN stops with E21001 `Failed to open file`, although the file exists"
_NOTE_OF_OTHERS = "CANN stops with {code}"
_WRITE = 'write an object, `{{"Switch": {{...}}}}`, or lines of `Name:on` and `Name:off`'
_LIKE_JSON = {
    "string": "the file begins with a quoted string, so CANN reads it as JSON and refuses it",
    "number": "the file begins with a number, so CANN reads it as JSON and refuses it",
    "literal": "the file begins with `{found}`, so CANN reads it as JSON and refuses it",
    "array": "the file begins with `[`, so CANN reads it as JSON and refuses it",
}


@RULE.check
def not_an_object(reading: FusionSwitch) -> Findings:
    """Report a file whose first JSON value is not an object."""
    if reading.accepted or reading.form is Form.EMPTY:
        return
    root = reading.document.root
    if reading.opening in ("fragment", "array"):
        yield _json_without_braces(reading)
    elif reading.form is Form.TEXT and _begins_like_an_array(reading):
        yield _text_like_json(reading, _first_sign(reading), "array")
    elif reading.form is Form.JSON and root is not None and root.sort != "object":
        if reading.document.trailing is None:
            yield _only_value(root.span, root.sort)
        else:
            yield _text_like_json(reading, root.span, root.sort)


def _json_without_braces(reading: FusionSwitch) -> Diagnostic:
    root, is_array = reading.document.root, reading.opening == "array"
    place = root.span if root is not None else _first_sign(reading)
    place = Span(place.start, place.start + 1) if is_array else place
    return RULE.at(
        place,
        "the file is a JSON array, not an object; CANN refuses the file"
        if is_array
        else "the outer braces are missing around `{found}`; CANN refuses the whole file",
        label="expected `{{`",
        help=_WRITE if is_array else "write `{{` before it and `}}` at the end of the file",
        note=_NOTE if reading.codes[0] == RULE.cann else _NOTE_OF_OTHERS,
        cann=reading.codes[0],
        found=reading.source.slice(place),
        code=reading.codes[0],
    )


def _only_value(span: Span, sort: str) -> Diagnostic:
    return RULE.at(
        span,
        "the file is a JSON {sort}, not an object; CANN refuses the file",
        label="not an object",
        help=_WRITE,
        note=_NOTE,
        sort=Phrase(sort),
        code="E21001",
    )


def _text_like_json(reading: FusionSwitch, span: Span, sort: str) -> Diagnostic:
    return RULE.at(
        span,
        _LIKE_JSON[sort],
        label="CANN reads this as JSON",
        help="put a line first whose name begins with a letter and has no quotes",
        note=_NOTE,
        found=reading.source.slice(span),
        code="E21001",
    )


def _first_sign(reading: FusionSwitch) -> Span:
    text = reading.source.text
    start = len(text) - len(text.removeprefix(BYTE_ORDER_MARK).lstrip(BLANKS))
    return Span(start, start + 1)


def _begins_like_an_array(reading: FusionSwitch) -> bool:
    """Whether the first line would be accepted if it did not begin with `[`."""
    text = reading.source.text.removeprefix(BYTE_ORDER_MARK).lstrip(BLANKS)
    first = next((record for record in reading.records if record.fate is not Fate.SKIPPED), None)
    return text.startswith("[") and first is not None and first.fate is not Fate.NO_COLON
