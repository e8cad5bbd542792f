"""Whether anything reads a setting of a job: by its name, its place and what else is set."""

from __future__ import annotations

from cannlint.jobs.conditions import holds
from cannlint.jobs.python_types import is_argument
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec, groups_of, table_of
from cannlint.jobs.verdicts import REFUSED, text_verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.releases import Row
    from cannlint.jobs.settings import Setting
    from cannlint.jobs.verdicts import Verdict

OPTIMIZER = "NpuOptimizer"
"""The optimizer whose parameters the adapter of TensorFlow 1 reads."""

OPTIMIZERS = "custom_optimizers"
"""The Setting.via of a misspelt name of that optimizer."""

_NAMES_NOT_CHECKED = ("parameter_map", OPTIMIZERS, "jit")
_TAKES_ANY_NAME = (FrontEnd.ATC, FrontEnd.GE)
"""GE goes on without the option; jobs/atc says what ATC does with a command line."""

_UNREAD_FIELD = {"s": "", "i": "0", "b": "False", "f": "0"}
"""Field of a parameter_map → what the adapter reads from it where another one is written."""


def is_reached(job: Job, setting: Setting, found: Verdict) -> bool:
    """Whether anything looks at the value: the estimator at the types of all that it writes."""
    if job.front_end is FrontEnd.MSIT:
        return job.get(setting.option) is setting
    if not found.is_type or not is_argument(setting) or setting.spec is None:
        is_sent = job.reads(setting) and not is_replaced(job, setting)
        return is_sent and (found.at is None or is_read_by_compiler(job, setting))
    condition = setting.spec.written_when
    return condition is None or holds(job, condition) is True


def is_read_by_compiler(job: Job, setting: Setting) -> bool:
    """Whether GE looks at the value that it gets: some only where a switch is on."""
    spec = compiler_spec(setting)
    return spec is None or job.is_active(spec)


def wrong_field_outcome(job: Job, setting: Setting) -> str | None:
    """What happens as an option of a parameter_map stands in a field that nobody reads.

    One of the outcomes of the tables; None where nobody notices, the key is set again later, or
    the field is the right one.
    """
    if setting.spec is None or setting.via != "parameter_map":
        return None
    if setting.type == setting.spec.field or job.get(setting.option) is not setting:
        return None
    checked = setting.spec.wrong_field
    if checked:
        return checked["outcome"]
    if not setting.spec.bad or not job.is_active(setting.spec):
        return None
    found = text_verdict(setting.spec, _UNREAD_FIELD[setting.spec.field])
    return found.outcome if found is not None else None


def raises_at_name(job: Job, setting: Setting) -> bool:
    """Whether the name is unknown and Python raises an exception there.

    See manual/options.md#unknown-names.
    """
    if setting.spec is not None or job.front_end in _TAKES_ANY_NAME:
        return False
    section = section_of(job, setting)
    if section is not None:
        return bool(section["unknown"] == REFUSED)
    if setting.via == "attribute":
        return group_of(job, setting.key.rpartition(".")[0]) is None
    return setting.via not in _NAMES_NOT_CHECKED


def section_of(job: Job, setting: Setting) -> Row | None:
    """The section of a config file that a setting stands in, where its front end has such."""
    return group_of(job, setting.via) if setting.via else None


def takes_ge_keys(job: Job, setting: Setting) -> bool:
    """Whether a setting stands in a section of a config file whose keys are those of GE."""
    section = section_of(job, setting)
    return section is not None and "level" in section


def is_replaced(job: Job, setting: Setting) -> bool:
    """Whether another entry of a config file replaces a setting before GE gets it.

    A section keeps the last value of a key, and what a front end's own sections set is taken out
    of those with keys of GE.
    """
    counts = job.get(setting.option) if table_of(job.front_end).precedence else None
    if counts is None or counts is setting:
        return False
    is_weaker = takes_ge_keys(job, setting) and not takes_ge_keys(job, counts)
    return setting.via == counts.via or is_weaker


def group_of(job: Job, name: str) -> Row | None:
    """A group of options in the release that a job is for; None where it has no such group."""
    return groups_of(job.front_end, job.release).get(name)
