"""The install differs from its release, which affects every network.

A `precision_reduce` flag, a built-in mode or a built-in switch that differs from the release
affects every model that is compiled with this install, until the next update. To change a single
job, use `modify_mixlist`, an op_precision_mode file or a fusion switch file. cannlint compares
with the release that version.info or `--library` names.

## Example

```console
$ cannlint library check /usr/local/Ascend/ascend-toolkit/latest/opp --library 8.1.RC1
```

## Write instead

```mixlist
{"white-list": {"to-add": ["MyOp"]}}
```

## What CANN does

CANN reads what is installed. It does not know that it was edited.

Source: manual/operator-libraries.md#files, manual/operator-libraries.md#releases
"""

from __future__ import annotations

from cannlint.library.audit import SHOWN, Edited
from cannlint.rules.api import Findings, Kind, Rule, Severity, Subject
from cannlint.rules.listed import some_of

_KINDS = (Kind.OPS_INFO, Kind.IMPL_MODE, Kind.FUSION_SWITCH)

RULE = Rule("LB006", "edited-library", Severity.INFO, _KINDS, subject=Subject.INSTALL)

_WORDINGS = {
    Kind.OPS_INFO: (
        "the mixed-precision list of {count} operators differs from CANN {release}: {names}",
        "different list",
        "restore the file, and use modify_mixlist in the job that needs it",
    ),
    Kind.IMPL_MODE: (
        "the mode of {count} operators differs from CANN {release}: {names}",
        "different mode",
        "restore the file, and use op_precision_mode in the job that needs it",
    ),
    Kind.FUSION_SWITCH: (
        "the switch of {count} passes differs from CANN {release}: {names}",
        "different switch",
        "restore the file, and use fusion_switch_file in the job that needs it",
    ),
}


@RULE.check
def edited_library(edited: Edited) -> Findings:
    """Report what differs from the release in one file."""
    message, label, help = _WORDINGS[edited.kind]
    yield RULE.at(
        edited.span,
        message,
        label=label,
        help=help,
        note="this affects every model that is compiled with this install",
        count=len(edited.names),
        release=edited.release,
        names=some_of(edited.names, SHOWN),
    )
