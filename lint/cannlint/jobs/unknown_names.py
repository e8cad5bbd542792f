"""Which front ends stop at a name that they do not know (options.md 1.0.1)."""

from __future__ import annotations

from cannlint.jobs.model import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job, Setting

OPTIMIZERS = "custom_optimizers"
"""The Setting.via of a name that is a slip of that of TensorFlow's optimizer."""

_NEVER_ASKED = ("parameter_map", OPTIMIZERS)
_PASSING = (FrontEnd.ATC, FrontEnd.GE)
"""GE goes on without the option; what ATC does with a command line is told in jobs/atc."""


def raises(job: Job, setting: Setting) -> bool:
    """Whether Python raises an exception at a setting of a name that is unknown."""
    is_asked = setting.via not in _NEVER_ASKED
    return setting.spec is None and is_asked and job.front_end not in _PASSING
