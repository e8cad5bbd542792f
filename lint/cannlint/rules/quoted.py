"""The finding about a node name in quotes, for the rules of three families."""

from __future__ import annotations

from cannlint.text.edits import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.rules.rule import Rule
    from cannlint.text.span import Span


def quoted(rule: Rule, span: Span, name: str, bare: str, note: str, mends: bool) -> Diagnostic:
    """Return a finding about a name in quotes; `mends` adds a fix that removes the quotes."""
    finding = rule.at(
        span,
        "the quotes are part of the node name `{name}`, which matches nothing",
        label="part of the name",
        help="write `{bare}`",
        note=note,
        name=name,
        bare=bare,
    )
    if mends:
        finding.mend("remove the quotes", replace(span, bare))
    return finding
