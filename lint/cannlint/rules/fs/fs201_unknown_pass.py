"""A pass that is not in the catalog: a slip, or a pass of your own.

CANN compares names letter by letter and never says that one is unknown. The catalog of names
has the passes of the release, of the open sources and of the manual. It is not complete: a pass
can be in a closed library without standing in any file, and custom passes have any name. So
this is advice.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "AdamApplyOneFusionPasss": "off"
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "AdamApplyOneFusionPass": "off"
    }
  }
}
```

## What CANN does

It accepts the file. A name that no pass has is never looked up, and there is no message.

Source: fusion-switch.md 2.4 and 3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.lookup.base import Lookups
from cannlint.lookup.pass_names import close_to
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.listed import one_of_quoted
from cannlint.rules.rule import Rule

RULE = Rule("FS201", "unknown-pass", Severity.INFO, (Kind.FUSION_SWITCH,), needs_library=True)


@RULE.check
def unknown_pass(_: FusionSwitch, lookups: Lookups) -> Iterator[Diagnostic]:
    """Every name that the catalog does not have in any case."""
    for mention in lookups.parts_with(Fact.UNKNOWN_PASS):
        meant = close_to(mention, lookups.operators.passes)
        yield RULE.at(
            mention.span,
            "`{name}` is not in the catalog of fusion passes",
            label="did you mean `{meant}`?" if meant else "not in the catalog",
            help="write `{meant}`, unless this is a pass of your own"
            if meant
            else "compare it with fusion_result.json of a run, which has the names of the passes",
            note="the catalog is not complete, and CANN does not say when a name matches no pass",
            name=mention.name,
            meant=one_of_quoted(meant),
        )
