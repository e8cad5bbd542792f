"""The finding about an operator type that CANN reads as a node name, for both dtype lists."""

from __future__ import annotations

from cannlint.syntax.customize_dtypes import TYPE_PREFIX
from cannlint.text.edits import insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.rules.rule import Rule
    from cannlint.text.span import Span


def unprefixed(rule: Rule, span: Span, name: str, mends: bool = True) -> Diagnostic:
    """Return a finding about a node name that is a type; `mends` adds a fix for the prefix."""
    finding = rule.at(
        span,
        "CANN reads `{name}` as a node name; for the operator type, write `OpType::{name}`",
        label="a node name",
        help="write `OpType::{name}`, unless a node of the model has this name",
        note="CANN prints no message if no node has this name",
        name=name,
    )
    if mends:
        finding.mend("write `OpType::{name}`", insert(span.start, TYPE_PREFIX), safe=False)
    return finding
