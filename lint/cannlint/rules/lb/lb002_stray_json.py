"""CANN also loads this JSON file beside a library.

CANN loads every file of `config/<soc>` whose name ends in `.json`: first those with `legacy` in
their path, then the others in the order of the path length. A backup copy has a longer name than
the original, so CANN loads it last. Its entries then replace those of the library that you edited.
Only `cannlint library check` reports this, because a single file does not show it.

## Example

```console
$ ls opp/built-in/op_impl/ai_core/tbe/config/ascend910b
aic-ascend910b-ops-info.bak.json  aic-ascend910b-ops-info.json
```

## Write instead

```console
$ ls opp/built-in/op_impl/ai_core/tbe/config/ascend910b
aic-ascend910b-ops-info.json  aic-ascend910b-ops-info.json.bak
```

## What CANN does

CANN loads both files. If both have an operator, the entry of the file with the longer path counts.

Source: manual/operator-libraries.md#files
"""

from __future__ import annotations

import os

from cannlint.library.audit import Stray
from cannlint.rules.api import Findings, Kind, Rule, Severity, Span, Subject

RULE = Rule("LB002", "stray-json", Severity.WARNING, (Kind.OPS_INFO,), subject=Subject.INSTALL)


@RULE.check
def stray_json(stray: Stray) -> Findings:
    """Report a file whose name is not that of a library, or is that of a copy."""
    yield RULE.at(
        Span(0, 0),
        "CANN loads `{name}` as a library of `{folder}`, and it replaces {count} operators"
        if stray.replaced
        else "CANN loads `{name}` as a library of `{folder}`",
        label="CANN loads this file too",
        help="move it out of the folder, or give it a name that does not end in .json",
        note="CANN loads every *.json in the folder, and longer paths later",
        name=os.path.basename(stray.reading.source.path),
        folder=stray.folder,
        count=stray.replaced,
    )
