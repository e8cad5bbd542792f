"""The release is older than the first one that is known to have this pass.

For some sixty passes cannlint knows since when they exist: from the open sources of 9.0.0, 9.1.0
and 9.2.0, and from the configuration of an install of 9.0.0. An older release may have such a pass
in a library that is closed, so this finding is only advice.

## Example

```console
$ cannlint check --library 8.1.RC1 switch.json
```

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "BucketizeFusionPass": "off"
    }
  }
}
```

## Write instead

```console
$ cannlint check --library 9.1.0 switch.json
```

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "ReluFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN accepts the file. It never looks up a name that no pass has, and it prints no message.

Source: manual/fusion-switch.md#names
"""

from __future__ import annotations

from cannlint.formats.fusion_switch.lookup import PASS_OF_LATER_RELEASE
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.library.snapshot import EMBEDDED, release_like
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity

RULE = Rule(
    "FS210",
    "pass-of-later-release",
    Severity.INFO,
    (Kind.FUSION_SWITCH,),
    about=(PASS_OF_LATER_RELEASE,),
    needs_library=True,
)


@RULE.check
def pass_of_later_release(_: FusionSwitch, lookups: Lookups) -> Findings:
    """Report every pass that only later releases are known to have."""
    passes, library = lookups.operators.passes, lookups.operators.library
    for mention in lookups.parts_with(PASS_OF_LATER_RELEASE):
        first = passes.later_release(mention.name)
        assert first is not None
        finding = RULE.at(
            mention.span,
            "`{name}` is known from CANN {first} on, not in {release}",
            label="of a later release",
            help="remove it, or use {first} or a later release"
            if library.is_chosen
            else "name the release that you use: `--library`, or `library` in cannlint.toml",
            note="CANN prints no message if a name matches no pass",
            name=mention.name,
            first=first,
            release=passes.release,
        )
        if not library.is_chosen:
            finding.releases = EMBEDDED[: EMBEDDED.index(release_like(first) or first)]
        yield finding
