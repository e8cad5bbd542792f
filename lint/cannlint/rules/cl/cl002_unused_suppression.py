"""A suppression matches no finding.

The finding may be fixed already, or the suppression may be wrong: a wrong code, a wrong line, or a
path that no file has. Remove the suppression, because later it could hide a finding that nobody
has looked at. cannlint judges only the suppressions of rules that it ran. It judges `[[ignore]]`
tables only if it checks the whole folder of their cannlint.toml.

## Example

```ini
# cannlint: ignore[OP101] the vendor's spelling
Gelu=high_precision
```

## Write instead

```ini
Gelu=high_precision
```

## What CANN does

Nothing: only cannlint reads suppressions.

Source: docs/suppression.md
"""

from __future__ import annotations

from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, Subject, delete
from cannlint.rules.cl.subjects import UnusedCodes

RULE = Rule(
    "CL002",
    "unused-suppression",
    Severity.WARNING,
    tuple(Kind),
    subject=Subject.SUPPRESSION,
    fix=FixKind.SAFE,
)


@RULE.check
def unused_suppression(unused: UnusedCodes) -> Findings:
    """Report the codes that suppress nothing."""
    finding = RULE.at(
        unused.spans[0],
        "this suppression of {codes} matches no finding",
        label="suppresses nothing",
        help="remove it",
        codes=unused.codes,
    )
    for span in unused.spans[1:]:
        finding.also(span, "also suppresses nothing")
    if unused.removable:
        finding.with_fix("remove it", *map(delete, unused.removable))
    yield finding
