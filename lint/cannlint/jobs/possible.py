"""Jobs as they may be: values that a run may give, such as defaults, taken as certain.

Of a job with values that may be, everything can be asked that is asked of any other job.
"""

from __future__ import annotations

from copy import copy
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.model import Job

_MOST_OF_JOB, _MOST = 64, 1_000
"""Jobs that are made of one job, and of all jobs of a file: real scripts have some ten."""


def possible_jobs(jobs: Sequence[Job]) -> list[Job]:
    """What the jobs of a file may be; nothing for those whose values are certain or unknown."""
    each = (one for job in jobs for one in islice(_made_of(job), _MOST_OF_JOB))
    return list(islice(each, _MOST))


def _made_of(job: Job) -> Iterator[Job]:
    """A job with one value taken as certain; the others stay unknown.

    What branches set differs with the branch, so that of two values one may exclude the other.
    """
    for at, setting in enumerate(job.settings):
        for assumed in setting.may_be:
            made = copy(job)
            made.settings = [*job.settings[:at], assumed, *job.settings[at + 1 :]]
            made.assumed = assumed
            made.files, made.missing, made.mismatches = {}, [], []
            made.read_again()
            yield made
