"""How a finding says where a default list comes from."""

from __future__ import annotations

from cannlint.library.snapshot import VERSION, Operators


def where(operators: Operators) -> str:
    """The release and the SoCs that a statement about default lists holds for."""
    if not operators.versions:
        return f"so in CANN {VERSION} on every SoC that has the operator"
    return f"so in CANN {VERSION} on {', '.join(operators.versions)}"
