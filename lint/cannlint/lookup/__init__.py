"""Look-ups: what the operator library says about the names, dtypes and modes in a file."""

from __future__ import annotations

from cannlint.kinds import CONFIG_KINDS
from cannlint.lookup.base import Lookups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.library.operators import Operators


def look_up(reading: Any, operators: Operators) -> Lookups:
    """Look up what a file names. The module of a kind is imported when it is needed."""
    if reading.kind not in CONFIG_KINDS:
        return Lookups(operators)
    module = __import__(f"cannlint.lookup.{reading.kind.value}", fromlist=["look_up"])
    lookups: Lookups = module.look_up(reading, operators)
    return lookups
