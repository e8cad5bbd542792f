"""torchair: the attributes of a `CompilerConfig` (options.md 1.0.1)."""

from __future__ import annotations

from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python.attributes import Drafts, take_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import Draft

MARKERS = (b"torchair",)

_CALL = "CompilerConfig()."


def drafts(module: Module) -> list[Draft]:
    """One draft for each config."""
    found = Drafts(module, FrontEnd.TORCHAIR)
    take_attributes(found, _key, owner_is_variable=True)
    return list(found.by_owner.values())


def _key(name: str) -> str | None:
    before, call, key = name.partition(_CALL)
    return key if call and "torchair" in before and "()" not in key else None
