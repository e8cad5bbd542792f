"""TensorFlow 2: `npu.global_options().precision_mode = ...` (options.md 7.2).

The options are those of the process: everything that a function sets is one job.
"""

from __future__ import annotations

from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python.attributes import Drafts, is_handed_on, take_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import Draft

MARKERS = (b"global_options",)

_CALL = "global_options()."


def drafts(module: Module) -> list[Draft]:
    """What each function and the module itself set."""
    found = Drafts(module, FrontEnd.TF2)
    take_attributes(found, _key)
    drafts = found.process_wide()
    if is_handed_on(module, _CALL.removesuffix(".")):
        for draft in drafts:
            draft.complete = False
    return drafts


def _key(name: str) -> str | None:
    before, call, key = name.partition(_CALL)
    return key if call and (not before or before.endswith(".")) and "()" not in key else None
