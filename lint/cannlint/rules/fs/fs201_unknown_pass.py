"""cannlint does not know this pass: it may be a typo or a custom pass.

CANN compares pass names exactly and never reports an unknown name. cannlint's catalog has the
passes of the release, of the open-source code and of the manual. The catalog is not complete: a
closed library can contain a pass that no file lists, and a custom pass can have any name. This
finding is therefore only advice.

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

CANN accepts the file. It never looks up a name that no pass has, and it prints no message.

Source: manual/fusion-switch.md#names
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import UNKNOWN_PASS
from cannlint.formats.fusion_switch.passes import close_to
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.listed import one_of_quoted

RULE = Rule(
    "FS201",
    "unknown-pass",
    Severity.INFO,
    (Kind.FUSION_SWITCH,),
    about=(UNKNOWN_PASS,),
    needs_library=True,
)


@RULE.check
def unknown_pass(reading: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every name that is not in the catalog, whatever its case."""
    for mention in lookups.parts_with(UNKNOWN_PASS):
        meant = close_to(mention, lookups.operators.passes)
        yield RULE.at(
            mention.span,
            "unknown fusion pass `{name}`",
            label="did you mean `{meant}`?" if meant else "not in cannlint's catalog",
            help="remove it, unless this is a custom pass: the file already names `{meant}`"
            if lookups.names.intersection(meant)
            else "write `{meant}`, unless this is a custom pass"
            if meant
            else "compare it with the pass names in fusion_result.json of a run",
            note="the catalog is not complete, and CANN prints no message if a name matches no "
            "pass",
            name=mention.name,
            meant=one_of_quoted(meant),
        )
