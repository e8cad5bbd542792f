"""`ALL: off` does not turn everything off.

`ALL` is a default for passes without an entry of their own. The compiler's own configuration
has such entries, and one that says "on" counts before your `ALL`. Passes that cannot be turned
off by a file stay on as well, and so does everything in the group you do not mention.

## Example

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "ALL": "off"
    }
  }
}
```

## Write instead

To find the pass behind a wrong result, turn off by name what has a name, and the rest with
`--optimization_switch`:

```fusion_switch
{
  "Switch": {
    "UBFusion": {
      "TbeMatmulFixPipeFusionPass": "off"
    }
  }
}
```

## What CANN does

It accepts the file. No message says which passes still run.

Source: fusion-switch.md 2.1, 2.2 and 2.3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import ALL, GROUPS
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.fs.mentions import Mention, mentions, own_entries
from cannlint.rules.listed import some_of
from cannlint.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import FusionPasses

RULE = Rule(
    "FS205", "all-off-leaves-some-on", Severity.INFO, (Kind.FUSION_SWITCH,), needs_library=True
)

SHOWN = 5
"""Passes that a message names."""


@RULE.check
def all_off_leaves_some_on(reading: FusionSwitch, operators: Operators) -> Iterator[Diagnostic]:
    """Every `ALL` that is off, with what it leaves on."""
    passes = operators.passes
    for mention in mentions(reading):
        if mention.name != ALL or mention.is_on is not False:
            continue
        groups = GROUPS if mention.group is None else (mention.group,)
        opened, kept = [], []
        for group in groups:
            own = own_entries(reading, group)
            opened += [n for n, on in passes.switches[group].items() if on and n not in own]
            kept += [n for n in _kept_on(mention, passes, group) if n not in {*own, *opened}]
        if opened or kept:
            yield _finding(mention, groups, opened, kept, passes)


def _kept_on(mention: Mention, passes: FusionPasses, group: str) -> list[str]:
    closable = passes.closable_by_json if mention.is_json else ()
    forbidden = passes.forbidden_close.difference(closable)
    kept = forbidden | passes.exceptional
    return [name for name in passes.groups[group] if name in kept]


def _finding(
    mention: Mention,
    groups: tuple[str, ...],
    opened: list[str],
    kept: list[str],
    passes: FusionPasses,
) -> Diagnostic:
    left = (*opened, *kept)
    return RULE.at(
        mention.span,
        "`ALL` leaves {count} passes of {groups} on: {some}",
        label="not quite all",
        help="to turn these off too, name them: {opened}; the rest obeys --optimization_switch only"
        if opened
        else "use --optimization_switch to turn off one of them",
        note="what the compiler's own configuration has on counts before `ALL`, and some passes "
        "no file turns off; in CANN {release}",
        count=len(left),
        groups=groups,
        some=some_of(left, SHOWN),
        opened=tuple(opened[:SHOWN]),
        release=passes.cann,
    )
