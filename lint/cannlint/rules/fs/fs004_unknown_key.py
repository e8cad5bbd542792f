"""CANN does not know this key and refuses the whole file.

The top level may contain `Switch`, `Priority` and `ExceptionalPassOfO1Level`. `Switch` and
`Priority` may contain the groups `GraphFusion` and `UBFusion`. Under `Priority`, each group may
contain the levels `Top`, `Main` and `Down`. Keys are case-sensitive and must not have whitespace
around them.

Pass names belong inside the groups or levels, not beside them. JSON has no comments, and CANN
refuses a key that is meant as one, such as `_comment`.

## Example

```fusion_switch
{
  "switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
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

CANN stops with E21002 and "Failed to check custom fusion config json file format". Only its
internal log names the key.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

import json

from cannlint.cann.fusion import GROUPS, PRIORITY, SWITCH
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.nearest import nearest
from cannlint.reading.json_places import UNDEFINED_KEY, SchemaFault
from cannlint.rules.api import (
    C_BLANKS,
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    replace,
)
from cannlint.rules.fs.text_form import stop

RULE = Rule(
    "FS004",
    "unknown-key",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=(UNDEFINED_KEY,),
    fix=FixKind.UNSAFE,
    cann="E21002",
)

_MEANT = {"BufferFusion": "UBFusion", "UB": "UBFusion", "Graph": "GraphFusion"}
_NOTE = (
    "CANN stops with E21002; its message names only the file, and only its internal log "
    "names the key"
)


@RULE.check
def unknown_key(reading: FusionSwitch) -> Findings:
    """Report every unknown key of the upper levels."""
    for fault in reading.parts_with(UNDEFINED_KEY):
        yield _finding(reading, fault)


def _finding(reading: FusionSwitch, fault: SchemaFault) -> Diagnostic:
    assert fault.member is not None
    key, found = fault.member.key, fault.member.name
    meant = _MEANT.get(found) or nearest(found, fault.expected)
    cann, note = stop(reading, fault.code, _NOTE)
    padded = meant is not None and found.strip(C_BLANKS) == meant
    finding = RULE.at(
        key.span,
        "the whitespace makes `{found}` an unknown key; CANN refuses the whole file"
        if padded
        else "unknown key `{found}`; CANN refuses the whole file",
        label="did you mean `{meant}`?" if meant else "not a key at this level",
        help="write `{meant}`" if meant else _help(fault),
        note=note,
        cann=cann,
        found=found,
        meant=meant or "",
        known=", ".join(fault.expected),
    )
    owner = fault.owner
    if meant and owner is not None and owner.last(meant) is None:
        finding.with_fix("write `{meant}`", replace(key.span, json.dumps(meant)), safe=False)
    return finding


def _help(fault: SchemaFault) -> str:
    """Return what to do with a key that is not similar to a known one."""
    path, found = fault.path, str(fault.path[-1])
    if fault.is_remark:
        return "remove the key and keep the remark outside the file: JSON has no comments"
    if len(path) == 1 and found in GROUPS:
        return "put `{found}` into `Switch` or `Priority`"
    if len(path) > 1 and fault.node.sort == "object":
        return "use one of {known}"
    if path[0] == PRIORITY and len(path) == 3:
        return "put passes into one of {known}"
    if path[0] == SWITCH or (len(path) == 1 and fault.node.plain in ("on", "off")):
        return "put passes into `GraphFusion` or `UBFusion` in `Switch`"
    return "use one of {known}"
