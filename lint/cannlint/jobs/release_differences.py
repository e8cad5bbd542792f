"""What other releases of a front end do with a setting."""

from __future__ import annotations

from cannlint.jobs.chosen_release import spec_at
from cannlint.jobs.releases import former_releases
from cannlint.jobs.tables import table_of
from cannlint.jobs.values import raises_at_name, verdict
from cannlint.jobs.verdicts import LATER, REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

ACCEPTED, IGNORED = "accepted", "ignored"


class Difference:
    """Up to a `release`, or before it where it is not `is_with`, a setting has another outcome.

    `outcome` is `accepted`, `ignored` (or changed) or `refused`.
    """

    __slots__ = ("is_with", "outcome", "release")

    def __init__(self, release: str, is_with: bool, outcome: str) -> None:
        self.release = release
        self.is_with = is_with
        self.outcome = outcome


def difference(job: Job, setting: Setting) -> Difference | None:
    """The newest release in which the outcome of a setting is another than in the newest of all.

    None where none is known, where the user says which release it is, and for an option that the
    front end only passes on.
    """
    if job.release is not None:
        return None
    row = table_of(job.front_end).options.get(setting.key)
    is_ours = setting.spec is None or setting.spec.front_end is job.front_end
    if row is None or not is_ours:
        return None
    now = setting.spec
    outcome = _outcome(job, setting)
    try:
        for release, text, is_with in former_releases(row):
            setting.spec = spec_at(job, setting, release)
            then = _outcome(job, setting)
            if then != outcome:
                return Difference(text, is_with, then)
    finally:
        setting.spec = now
    return None


def _outcome(job: Job, setting: Setting) -> str:
    if setting.spec is None:
        return REFUSED if raises_at_name(job, setting) else IGNORED
    found = verdict(setting)
    if found is None:
        return ACCEPTED
    return REFUSED if found.outcome in (REFUSED, LATER) else IGNORED
