"""How findings name an option and who stops at it, in the words of the front end."""

from __future__ import annotations

from cannlint.diagnostics import Phrase, Severity, Stage
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.verdicts import LATER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting


def stage_of(front_end: FrontEnd, outcome: str | None, by: str | None = None) -> Stage:
    """The stage of an outcome of the option tables; `by` is the stage if the table names it.

    The compiler checks the options that a program passes to GE.
    """
    if by is not None:
        return Stage(by)
    is_later = front_end is FrontEnd.GE or outcome == LATER
    return Stage.COMPILER if is_later else Stage.FRONT_END


def stage_in(job: Job, *checking: FrontEnd) -> Stage:
    """The front end if it is one of `checking`, which check this themselves; else the compiler."""
    return Stage.FRONT_END if job.front_end in checking else Stage.COMPILER


def checks_one_command(job: Job) -> bool:
    """Whether `check -- atc ...` checks one command for ATC, not a job."""
    return isinstance(job, AtcJob) and job.folder is not None


def late_severity(job: Job) -> Severity:
    """ERROR, because the compile stops; WARNING in `check -- atc ...`, because ATC accepts it.

    The note of such a warning has to say that the engine stops later.
    """
    return Severity.WARNING if checks_one_command(job) else Severity.ERROR


FRONT_ENDS = {
    FrontEnd.ATC: Phrase("ATC"),
    FrontEnd.GE: Phrase("GE"),
    FrontEnd.TF1: Phrase("the TensorFlow adapter"),
    FrontEnd.TF2: Phrase("npu_device"),
    FrontEnd.TORCH: Phrase("torch_npu"),
    FrontEnd.TORCHAIR: Phrase("torchair"),
    FrontEnd.NPUGRAPH_EX: Phrase("npugraph_ex"),
    FrontEnd.MSIT: Phrase("msit"),
    FrontEnd.ACL: Phrase("acl"),
    FrontEnd.ACLGRPH: Phrase("GE"),
    FrontEnd.ONNXRUNTIME: Phrase("ONNX Runtime"),
    FrontEnd.MINDSPORE: Phrase("MindSpore"),
    FrontEnd.MINDFORMERS: Phrase("MindFormers"),
    FrontEnd.MSLITE: Phrase("MindSpore Lite"),
    FrontEnd.VLLM_ASCEND: Phrase("vllm-ascend"),
}
"""The names in messages; in Chinese a space follows a name in Latin letters."""


def who(job: Job) -> str:
    """The front end of a job, for a sentence."""
    return FRONT_ENDS[job.front_end]


def who_stops(job: Job, stage: Stage) -> str:
    """Who stops the job, for a sentence: the front end, or GE after it."""
    return who(job) if stage is Stage.FRONT_END else FRONT_ENDS[FrontEnd.GE]


def option_name(job: Job, setting: Setting) -> str:
    """An option as the user writes it; the full name of an ATC flag."""
    if job.front_end is FrontEnd.ATC and setting.via is None:
        return f"--{setting.option}"
    return setting.key


def known_name(job: Job, option: str, via: str | None = None) -> str:
    """The front end's name of an option that the job does not set, in this form if it has one."""
    from cannlint.jobs.chosen_release import options_at
    from cannlint.jobs.tables import options_of

    if job.front_end is FrontEnd.ATC:
        return f"--{option}"
    specs = [spec for spec in options_at(job).values() if spec.option == option]
    if via == "ge_options":
        specs = [spec for spec in options_of(FrontEnd.GE).values() if spec.option == option]
    same_form = [spec for spec in specs if via in spec.via]
    return next((spec.key for spec in (*same_form, *specs)), option)


def slipped(job: Job, setting: Setting) -> bool:
    """Whether JB014 reports the words of this setting: the user did not mean this value."""
    from cannlint.jobs.atc.job import AtcJob

    return isinstance(job, AtcJob) and any(slip.setting is setting for slip in job.slips)
