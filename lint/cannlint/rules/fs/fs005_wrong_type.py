"""A value has the wrong type, and CANN refuses the whole file.

`Switch`, `Priority`, their groups and the levels must be objects. `ExceptionalPassOfO1Level` must
be an array of pass names. The value of a pass must be a string: `"on"` or `"off"`, or a priority
in quotes. CANN refuses `true`, `false` and numbers.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": false
    }
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

If a section or a group has the wrong type, CANN stops with E21002. If the value of a pass or an
entry of `ExceptionalPassOfO1Level` has the wrong type, CANN stops without a user error code: its
JSON library throws an exception, and only the internal E29999 says "type must be string".

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

from cannlint.cann.fusion import EXCEPTIONAL, SWITCH
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.reading.json_places import MISTYPED_VALUE, SchemaFault
from cannlint.rules.api import Diagnostic, Findings, Kind, Phrase, Rule, Severity
from cannlint.rules.fs.text_form import stop

RULE = Rule("FS005", "wrong-type", Severity.ERROR, (Kind.FUSION_SWITCH,), about=(MISTYPED_VALUE,))

_MESSAGE = "`{name}` has {found} where CANN expects {expected}; CANN refuses the whole file"
_NO_CODE = "CANN stops without a user error code; only the internal E29999 gives the reason"
_CODE = "CANN stops with E21002"
_WITH_ARTICLE = {
    "object": Phrase("an object"),
    "array": Phrase("an array"),
    "string": Phrase("a string"),
    "number": Phrase("a number"),
}


@RULE.check
def wrong_type(reading: FusionSwitch) -> Findings:
    """Report every value below the root whose type CANN does not accept."""
    for fault in reading.parts_with(MISTYPED_VALUE):
        if fault.path:
            yield _finding(reading, fault)


def _finding(reading: FusionSwitch, fault: SchemaFault) -> Diagnostic:
    path, node = fault.path, fault.node
    name = str(path[-2] if isinstance(path[-1], int) else path[-1])
    cann, note = stop(reading, fault.code, _NO_CODE if fault.code is None else _CODE)
    return RULE.at(
        node.span,
        _MESSAGE,
        label="expected {expected}",
        help=_help(fault),
        note=note,
        cann=cann,
        name=name,
        found=_literal(node.plain) or _WITH_ARTICLE[node.sort],
        expected=_WITH_ARTICLE[fault.expected[0]],
    )


def _literal(value: object) -> str:
    return {"True": "`true`", "False": "`false`", "None": "`null`"}.get(repr(value), "")


def _help(fault: SchemaFault) -> str:
    """Return what to write instead."""
    if fault.expected != ("string",):
        return "write {expected} here, or remove the key"
    if fault.path[0] == EXCEPTIONAL:
        return "write the name of a pass in double quotes"
    if fault.path[0] == SWITCH:
        return 'write `"on"` or `"off"`, in double quotes'
    return "write the number in double quotes"
