"""CANN does not know this key and refuses the whole file.

The outer keys are `black-list`, `white-list` and `gray-list`. The inner keys are `to-add` and
`to-remove`. Write them in lower case, with a hyphen and without whitespace. CANN accepts no other
key, so it also refuses a key that is meant as a remark.

## Example

```mixlist
{
  "blacklist": {
    "to_add": ["Xlog1py"]
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

CANN stops with E21002 while the engine starts. The message names the file but not the key.

Source: manual/mixed-precision-list.md#the-file
"""

from __future__ import annotations

from collections import Counter

from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.reading.json_places import UNDEFINED_KEY, SchemaFault
from cannlint.rules.api import Edit, Findings, FixKind, Iterator, Kind, Rule, Severity, replace
from cannlint.rules.mx.shape import faults_with, meant_key

RULE = Rule(
    "MX004",
    "unknown-key",
    Severity.ERROR,
    (Kind.MIXLIST,),
    about=(UNDEFINED_KEY,),
    fix=FixKind.UNSAFE,
    cann="E21002",
)

_ONLY_LISTS = (
    "use only black-list, white-list and gray-list here; put operators into the arrays of "
    "their to-add and to-remove"
)
_REMARK = "remove the key and keep the remark outside the file: JSON has no comments"
_ONLY_UPDATES = "use only to-add and to-remove here"
_NO_LIST = "put it under black-list, white-list or gray-list"
_INNER_LIST = "close the bracket of `{list}` before `{key}`"
_NOTE = "CANN stops with E21002 while the engine starts; the message names the file but not the key"


@RULE.check
def unknown_key(reading: Mixlist) -> Findings:
    """Report every key that CANN does not know at its level."""
    found = faults_with(reading, UNDEFINED_KEY)
    renamed = Counter((id(fault.owner), meant_key(fault)) for fault in found)
    for fault in found:
        assert fault.member is not None and fault.owner is not None
        meant = meant_key(fault)
        finding = RULE.at(
            fault.member.key.span,
            "unknown operation `{key}`; CANN refuses the file"
            if len(fault.path) > 1
            else "unknown list `{key}`; CANN refuses the file",
            label="did you mean `{meant}`?" if meant else "not a key at this level",
            help="write `{meant}`" if meant else _way_out(fault),
            note=_NOTE,
            key=fault.member.name,
            list=str(fault.path[0]),
            meant=meant or "",
        )
        # a second key with the same name would be worse: CANN drops the earlier one
        if meant and fault.owner.last(meant) is None and renamed[id(fault.owner), meant] == 1:
            finding.with_fix("write `{meant}`", *_renaming(fault, meant), safe=False)
        yield finding


def _renaming(fault: SchemaFault, meant: str) -> Iterator[Edit]:
    """Yield the edits that rename every key with the unknown name to `meant`."""
    assert fault.member is not None and fault.owner is not None
    for member in fault.owner.members:
        if member.name == fault.member.name:
            yield replace(member.key.span, f'"{meant}"')


def _way_out(fault: SchemaFault) -> str:
    """Return what to do with a key that is not a misspelling."""
    if fault.is_remark:
        return _REMARK
    if len(fault.path) > 1:
        return _INNER_LIST if fault.path[-1] in LISTS else _ONLY_UPDATES
    return _NO_LIST if fault.path[-1] in UPDATES else _ONLY_LISTS
