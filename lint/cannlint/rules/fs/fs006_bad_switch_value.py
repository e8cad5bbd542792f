"""A switch is neither on nor off, and CANN refuses the whole file.

The value must be `on` or `off`, in lower case. In the text format, everything after the first
colon is the value. A comma, a semicolon, quotes or a remark after the colon therefore make the
value invalid.

## Example

```fusion_switch
SoftmaxFusionPass:OFF
ConvConcatFusionPass:off  // for the accuracy run
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

In the text format, CANN stops with E20003 and "The switch value of pass X must be on or off". In
the JSON format, CANN stops with E21002, which does not say where the value is.

Source: manual/fusion-switch.md#json, manual/fusion-switch.md#text
"""

from __future__ import annotations

import re

from cannlint.cann.fusion import OFF, ON, SWITCH
from cannlint.formats.fusion_switch.facts import BAD_SWITCH
from cannlint.formats.fusion_switch.lines import SwitchLine
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.nearest import nearest
from cannlint.reading.json_places import BAD_VALUE
from cannlint.rules.api import Diagnostic, Findings, FixKind, Kind, Rule, Severity, Span, replace
from cannlint.rules.fs.text_form import stop
from cannlint.text.quotes import unquoted

RULE = Rule(
    "FS006",
    "bad-switch-value",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(BAD_VALUE, BAD_SWITCH),
    fix=FixKind.UNSAFE,
    cann="E20003",
)

_DECORATED = re.compile(
    r"[\s\"'\u2018\u201c]*(on|off)[\s\"'\u2019\u201d,;.\uff0c\uff1b\u3002]*(?:#.*|//.*|/\*.*)?",
    re.IGNORECASE | re.DOTALL,
)

_JSON = "CANN stops with E21002, which does not name the pass"
_TEXT = (
    "E20003",
    "CANN stops with E20003; in the text format, everything after the first colon is the value",
)


@RULE.check
def bad_switch_value(reading: FusionSwitch) -> Findings:
    """Report every value, in either format, that CANN does not accept as a switch."""
    for record in reading.parts_with(BAD_SWITCH):
        if not record.line.is_comment:
            yield _of_line(record.line)
    for fault in reading.parts_with(BAD_VALUE):
        if fault.path[0] == SWITCH:
            code_and_note = stop(reading, fault.code, _JSON)
            value = str(fault.node.plain)
            yield _finding(str(fault.path[-1]), value, fault.node.span, code_and_note, '"')


def _of_line(line: SwitchLine) -> Diagnostic:
    assert line.key is not None and line.value is not None
    if line.switch:
        finding = _finding(line.name, line.switch, line.value, _TEXT, "")
        bare = unquoted(line.name)
        if finding.fix is not None and bare is not None:
            finding.with_fix(
                "remove the quotes", replace(line.key, bare), *finding.fix.edits, safe=False
            )
        return finding
    return _finding(line.name, "", line.stripped, _TEXT, "")


def _finding(
    name: str, value: str, span: Span, code_and_note: tuple[str | None, str], quote: str
) -> Diagnostic:
    cann, note = code_and_note
    meant = _meant(value)
    finding = RULE.at(
        span,
        "`{value}` is neither `on` nor `off`; CANN refuses the whole file"
        if value
        else "`{name}` has no value; CANN refuses the whole file"
        if name
        else "there is neither a name nor a value; CANN refuses the whole file",
        label="did you mean `{meant}`?" if meant else "not `on` or `off`",
        help="write `{meant}` and nothing else" if meant else _help(value, quote),
        note=note,
        cann=cann,
        name=name,
        value=value,
        meant=meant or "",
    )
    if not meant:
        return finding
    return finding.with_fix("write `{meant}`", replace(span, f"{quote}{meant}{quote}"), safe=False)


def _help(value: str, quote: str) -> str:
    if ":" in value and not quote:
        return "write one `Name:on` or `Name:off` per line"
    return "write `on` or `off`"


def _meant(value: str) -> str | None:
    decorated = _DECORATED.fullmatch(value)
    if decorated:
        return decorated[1].lower()
    return nearest(value, (ON, OFF))
