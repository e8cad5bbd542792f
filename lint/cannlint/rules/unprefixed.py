"""What the rules of both dtype lists say about an operator type that is read as a node name."""

from __future__ import annotations

from cannlint.syntax.customize_dtypes import TYPE_PREFIX
from cannlint.text.edits import insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.rules.rule import Rule
    from cannlint.text.span import Span


def unprefixed(rule: Rule, span: Span, name: str, mends: bool = True) -> Diagnostic:
    """A finding about a node name that is an operator type; `mends` offers to write the prefix."""
    finding = rule.at(
        span,
        "`{name}` is read as a node name; the operator type is `OpType::{name}`",
        label="a node name",
        help="write `OpType::{name}`, unless a node of the model has this name",
        note="CANN says nothing when no node has the name",
        name=name,
    )
    if mends:
        finding.mend("write `OpType::{name}`", insert(span.start, TYPE_PREFIX), safe=False)
    return finding
