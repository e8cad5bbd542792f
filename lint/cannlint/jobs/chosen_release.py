"""The release of the front end that a job is for: what the user says, or else the newest."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.jobs.releases import is_in, release_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of, sent_by, table_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.releases import Release
    from cannlint.jobs.settings import OptionSpec, Setting

EVERY = ""
"""Stands for every front end among chosen releases."""

OF_CANN = (FrontEnd.ATC, FrontEnd.GE)
"""The front ends that are a part of CANN: their release is that of the operator library."""

_WITH_GE = (FrontEnd.GE, FrontEnd.TF1, FrontEnd.TF2)
"""The front ends whose releases have the numbers of GE's."""


def releases_with(cann: str) -> dict[str, str]:
    """Front end → release, for those that are a part of a CANN of this version.

    Nothing changes from one patch to the next, so only its first two numbers count. Empty for a
    version that cannot be read.
    """
    try:
        numbers = release_of(cann)
    except CannlintError:
        return {}
    release = ".".join(map(str, (*numbers, 0)[:2]))
    return {front_end.value: release for front_end in OF_CANN}


def releases_in(given: Sequence[str]) -> dict[str, str]:
    """Front end → release, of `7.1.0` (for every front end) or `torchair=7.1.0`.

    Raises CannlintError for a text that is neither.
    """
    found = {}
    for text in given:
        name, _, release = text.rpartition("=")
        if name not in (EVERY, *FrontEnd):
            known = ", ".join(FrontEnd)
            raise CannlintError(
                "unknown front end {name!r}: expected one of {known}", name=name, known=known
            )
        release_of(release)
        found[name] = release
    return found


def choose_releases(jobs: Iterable[Job], *chosen: Mapping[str, str]) -> None:
    """Read each job as the release of its front end does.

    The first of `chosen` that names one counts, then what the job says itself. A release for every
    front end is none of CANN.
    """
    for job in jobs:
        front_end = job.front_end
        names = (front_end.value,) if front_end in OF_CANN else (front_end.value, EVERY)
        found = (given[name] for given in chosen for name in names if name in given)
        release = next(found, job.own_release)
        job.release = release_of(release) if release is not None else None
        of_ge = _release_of_ge(job, chosen)
        for setting in job.every_setting:
            _read_at(job, setting, job.release)
            setting.compiler_release = of_ge
        job.read_again()


def _release_of_ge(job: Job, chosen: Sequence[Mapping[str, str]]) -> Release | None:
    """The release of GE: what the user says, or that of a front end which has the same numbers."""
    given = next((one[FrontEnd.GE] for one in chosen if FrontEnd.GE in one), None)
    if given is not None:
        return release_of(given)
    return job.release if job.front_end in _WITH_GE else None


def sent_in(job: Job) -> dict[str, str]:
    """What the front end of a job hands on itself, in the release that the job is for."""
    return sent_by(job.front_end, job.release)


def options_at(job: Job) -> dict[str, OptionSpec]:
    """Key as written → what the release of a job knows of the option."""
    return options_of(job.front_end, job.release)


def is_taken_unchecked(job: Job, key: str) -> bool:
    """Whether the release of a job takes an option of which nothing is known (`others`)."""
    table = table_of(job.front_end)
    return key in table.others and is_in(job.release, table.others_since.get(key))


def _read_at(job: Job, setting: Setting, release: Release | None) -> None:
    """Make a setting what it is in a release; an option of another table stays as it is."""
    if setting.spec is not None and setting.spec.front_end is not job.front_end:
        return
    spec = spec_at(job, setting, release)
    if spec is not setting.spec:
        setting.spec = spec
        setting.option = spec.option if spec is not None else setting.key


def spec_at(job: Job, setting: Setting, release: Release | None) -> OptionSpec | None:
    """What a release knows of the option of a setting, in the form it is written in."""
    spec = job.spec_among(setting, options_of(job.front_end, release))
    if spec is None:
        return None
    return spec if not spec.via or setting.via in (None, *spec.via) else None
