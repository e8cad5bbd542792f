"""The stage that finds a problem: the front end that reads an option, or the compiler after it."""

from __future__ import annotations

from cannlint.diagnostics import Severity, Stage
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.verdicts import LATER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job


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
