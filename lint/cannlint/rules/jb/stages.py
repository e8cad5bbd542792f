"""Which stage acts on an option: the front end that reads it, or the compiler after it."""

from __future__ import annotations

from cannlint.diagnostics import Severity, Stage
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.model import FrontEnd
from cannlint.jobs.values import LATER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job


def stage_of(front_end: FrontEnd, outcome: str | None, by: str | None = None) -> Stage:
    """Who causes an outcome of the option tables; `by` is the table's own word about it.

    GE is its own front end: what it takes from a program is checked by the compiler.
    """
    if by is not None:
        return Stage(by)
    is_later = front_end is FrontEnd.GE or outcome == LATER
    return Stage.COMPILER if is_later else Stage.FRONT_END


def stage_in(job: Job, *checking: FrontEnd) -> Stage:
    """The front end where it is one that checks this itself, else the compiler."""
    return Stage.FRONT_END if job.front_end in checking else Stage.COMPILER


def checks_one_command(job: Job) -> bool:
    """Whether the question is what ATC says to a line: `check -- atc ...`."""
    return isinstance(job, AtcJob) and job.folder is not None


def late_severity(job: Job) -> Severity:
    """An error, as the compile stops; a warning about a line that is put to ATC's own test.

    ATC takes the line, and the engine stops later: the note of the finding has to say so.
    """
    return Severity.WARNING if checks_one_command(job) else Severity.ERROR
