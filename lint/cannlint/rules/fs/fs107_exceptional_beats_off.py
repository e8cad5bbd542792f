"""A pass that is turned off and forced on in one file: it stays on.

Every name in `ExceptionalPassOfO1Level` is forced on, ahead of `Switch` and of everything else
in the file.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  },
  "ExceptionalPassOfO1Level": ["SoftmaxFusionPass"]
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

It accepts the file, and the pass runs. Only `--optimization_switch` can still turn it off.

Source: fusion-switch.md 1.1 and 2.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import ALL, EXCEPTIONAL, ON
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.fusion_nodes import exceptions
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.rule import Rule
from cannlint.text.source import C_BLANKS

RULE = Rule("FS107", "exceptional-beats-off", Severity.WARNING, (Kind.FUSION_SWITCH,))


@RULE.check
def exceptional_beats_off(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Every "off" for a pass that is forced on."""
    forced = {str(node.plain): node for node in exceptions(reading) if node.plain not in ("", ALL)}
    for switch in reading.json_switches() if forced else ():
        name, value = switch.member.name, switch.member.value
        if name not in forced or str(value.plain).strip(C_BLANKS) == ON:
            continue
        yield RULE.at(
            value.span,
            "`{name}` is turned off here and forced on by `{exceptional}`; it stays on",
            label="no effect",
            help="remove `{name}` from one of the two",
            note="the list counts before `Switch`; only --optimization_switch counts before it",
            name=name,
            exceptional=EXCEPTIONAL,
        ).also(forced[name].span, "forced on here")
