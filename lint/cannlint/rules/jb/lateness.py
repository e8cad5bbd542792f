"""How grave it is when the compile stops only after ATC has taken its command line."""

from __future__ import annotations

from cannlint.diagnostics import Severity
from cannlint.jobs.atc.job import AtcJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job


def is_asked_here(job: Job) -> bool:
    """Whether the question is what ATC says to a line: `check -- atc ...`."""
    return isinstance(job, AtcJob) and job.folder is not None


def late_severity(job: Job) -> Severity:
    """An error, as the compile stops; a warning about a line that is put to ATC's own test.

    ATC takes the line, and the engine stops later: the note of the finding has to say so.
    """
    return Severity.WARNING if is_asked_here(job) else Severity.ERROR
