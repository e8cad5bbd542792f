"""How findings name an option and the front end that takes it."""

from __future__ import annotations

from cannlint.diagnostics import Phrase, Stage
from cannlint.jobs.model import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job, Setting

FRONT_ENDS = {
    FrontEnd.ATC: Phrase("ATC"),
    FrontEnd.GE: Phrase("GE"),
    FrontEnd.TF1: Phrase("the TensorFlow adapter"),
    FrontEnd.TF2: Phrase("npu_device"),
    FrontEnd.TORCH: Phrase("torch_npu"),
    FrontEnd.TORCHAIR: Phrase("torchair"),
    FrontEnd.MINDSPORE: Phrase("MindSpore"),
}
"""The names that the messages use; in Chinese one in Latin letters has a blank behind it."""


def who(job: Job) -> str:
    """The front end of a job, as a sentence names it."""
    return FRONT_ENDS[job.front_end]


def who_stops(job: Job, stage: Stage) -> str:
    """Who ends the job, as a sentence names it: the front end, or GE after it."""
    return who(job) if stage is Stage.FRONT_END else FRONT_ENDS[FrontEnd.GE]


def option_name(job: Job, setting: Setting) -> str:
    """An option as its user writes it; a flag of ATC by its full name."""
    if job.front_end is FrontEnd.ATC and setting.via is None:
        return f"--{setting.option}"
    return setting.key


def known_name(job: Job, option: str) -> str:
    """An option that is not set in a job, as the front end calls it."""
    from cannlint.jobs.tables import options_of

    if job.front_end is FrontEnd.ATC:
        return f"--{option}"
    specs = options_of(job.front_end).values()
    return next((spec.key for spec in specs if spec.option == option), option)


def slipped(job: Job, setting: Setting) -> bool:
    """Whether the value comes from a slip of the command line, which JB014 reports."""
    from cannlint.jobs.atc.job import AtcJob

    return isinstance(job, AtcJob) and any(slip.setting is setting for slip in job.slips)
