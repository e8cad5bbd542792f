"""A suppression names a rule that does not exist.

A code that no rule has suppresses nothing. Write a code as reports show it, such as CD104. The
beginning of several codes, such as CD1 or CD, stands for all of them. In a comment, you may also
write the name of a rule. A comment must name at least one rule, because otherwise it would hide
all later findings. The words of other linters, such as `cannlint: disable=OP101`, suppress
nothing.

## Example

```ini
# cannlint: ignore[OP1O1] the vendor's spelling
Gelu=high_preformance
```

## Write instead

```ini
# cannlint: ignore[OP101] the vendor's spelling
Gelu=high_preformance
```

## What CANN does

Nothing: only cannlint reads suppressions.

Source: docs/suppression.md
"""

from __future__ import annotations

from cannlint.rules.api import Findings, Kind, Rule, Severity, Subject
from cannlint.rules.cl.subjects import UnknownCode

RULE = Rule("CL003", "unknown-rule", Severity.WARNING, tuple(Kind), subject=Subject.SUPPRESSION)


@RULE.check
def unknown_rule(unknown: UnknownCode) -> Findings:
    """Report a code that no rule has."""
    if not unknown.written:
        yield RULE.at(
            unknown.span,
            "the comment suppresses nothing, because it has no `ignore[...]` with rules",
            help="name the rules to suppress: `cannlint: ignore[CD104] reason`",
        )
        return
    yield RULE.at(
        unknown.span,
        "unknown rule `{written}`, so this suppresses nothing",
        label="did you mean `{meant}`?" if unknown.meant else "suppresses nothing",
        help="write `{meant}`" if unknown.meant else "run `cannlint rule` to see the codes",
        written=unknown.written,
        meant=unknown.meant,
    )
