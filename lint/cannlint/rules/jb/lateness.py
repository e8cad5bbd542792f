"""How grave it is when the compile stops only after ATC has taken its command line."""

from __future__ import annotations

from cannlint.diagnostics import Severity
from cannlint.jobs.atc.job import AtcJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job


def late_severity(job: Job) -> Severity:
    """An error, as the compile stops; a warning about a line that is put to ATC's own test.

    `check -- atc ...` asks what ATC says to the line, and ATC takes it: the engine stops later.
    """
    asked_here = isinstance(job, AtcJob) and job.folder is not None
    return Severity.WARNING if asked_here else Severity.ERROR
