"""What other releases of a front end do with a setting."""

from __future__ import annotations

from cannlint.jobs.chosen_release import OF_CANN, spec_at
from cannlint.jobs.reached import raises_at_name
from cannlint.jobs.releases import former_releases, release_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec, table_of
from cannlint.jobs.values import compiler_verdict, front_end_verdict
from cannlint.jobs.verdicts import ACCEPTED, IGNORED, LATER, REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.releases import Release
    from cannlint.jobs.settings import OptionSpec, Setting
    from cannlint.jobs.verdicts import Verdict


class Difference:
    """Up to a `release`, or before it where it is not `is_with`, a setting has another outcome.

    `outcome` is `accepted`, `ignored` (or changed) or `refused`. `releases` are all of CANN that
    have this outcome, the oldest first; empty for a front end that has releases of its own.
    """

    __slots__ = ("is_with", "outcome", "release", "releases")

    def __init__(self, release: str, is_with: bool, outcome: str) -> None:
        self.release = release
        self.is_with = is_with
        self.outcome = outcome
        self.releases: tuple[str, ...] = ()


def difference(job: Job, setting: Setting) -> Difference | None:
    """The newest release in which the outcome of a setting is another than in the newest of all.

    None where none is known, where the user says which release it is, and for an option that the
    front end only passes on.
    """
    if job.release is not None:
        return None
    is_ours = setting.spec is None or setting.spec.front_end is job.front_end
    if not is_ours:
        return None
    now = setting.spec
    outcome = _outcome(job, setting)
    try:
        for release, text, is_with in _former(job, setting):
            then = _outcome_in(job, setting, now, release)
            if then != outcome:
                found = Difference(text, is_with, then)
                found.releases = tuple(
                    other
                    for other in _releases_of_cann(job)
                    if _outcome_in(job, setting, now, release_of(other)) == then
                )
                return found
    finally:
        setting.spec = now
    return None


def is_certain(job: Job, setting: Setting) -> bool:
    """Whether what is refused is so in the chosen release, or in all where none is chosen."""
    found = difference(job, setting) if job.front_end in OF_CANN else None
    return found is None or found.outcome != ACCEPTED


def _former(job: Job, setting: Setting) -> Iterator[tuple[Release, str, bool]]:
    """The releases in which the outcome of a setting may be another, see former_releases."""
    key = setting.spec.key if setting.spec is not None else setting.key
    row = table_of(job.front_end).options.get(key)
    if row is not None:
        yield from former_releases(row)
        return
    for text in reversed(_releases_of_cann(job)):  # an abbreviation of one flag, or of several
        yield release_of(text), text, True


def _releases_of_cann(job: Job) -> tuple[str, ...]:
    return tuple(table_of(job.front_end).releases) if job.front_end in OF_CANN else ()


def _outcome_in(job: Job, setting: Setting, now: OptionSpec | None, release: Release) -> str:
    setting.spec = now
    setting.spec = spec_at(job, setting, release)
    return _outcome(job, setting)


def _outcome(job: Job, setting: Setting) -> str:
    if setting.spec is None:
        is_flag = job.front_end is FrontEnd.ATC
        return REFUSED if is_flag or raises_at_name(job, setting) else IGNORED
    return _of_verdict(front_end_verdict(setting))


def _of_verdict(found: Verdict | None) -> str:
    if found is None:
        return ACCEPTED
    return REFUSED if found.outcome in (REFUSED, LATER) else IGNORED


class CompilerDifference:
    """What the releases of GE do with a value: none of them is known to be the user's.

    `outcomes` are those of all known releases, `like_newest` the releases with that of the newest;
    `release` is the last in which it is another (or has another code), with its `outcome` and
    `code`.
    """

    __slots__ = ("code", "like_newest", "outcome", "outcomes", "release")

    def __init__(
        self, outcomes: frozenset[str], release: str, outcome: str, code: str | None
    ) -> None:
        self.outcomes = outcomes
        self.release = release
        self.outcome = outcome
        self.code = code
        self.like_newest: tuple[str, ...] = ()


def compiler_difference(setting: Setting) -> CompilerDifference | None:
    """How the known releases of GE differ about a value; None where they agree or one is chosen."""
    spec = compiler_spec(setting)
    if spec is None or setting.compiler_release is not None:
        return None
    row = table_of(FrontEnd.GE).options[spec.key]
    newest = compiler_verdict(setting)
    now = _of_verdict(newest), newest.code if newest is not None else None
    outcomes, last = {now[0]}, None
    try:
        for release, text, _ in former_releases(row):
            then = _of_compiler(setting, release)
            outcomes.add(then[0])
            last = (text, *then) if then != now and last is None else last
        if last is None:
            return None
        differs = CompilerDifference(frozenset(outcomes), *last)
        differs.like_newest = tuple(
            release
            for release in table_of(FrontEnd.GE).releases
            if _of_compiler(setting, release_of(release))[0] == now[0]
        )
        return differs
    finally:
        setting.compiler_release = None


def _of_compiler(setting: Setting, release: Release) -> tuple[str, str | None]:
    """The outcome of a setting in a release of GE, and the code."""
    setting.compiler_release = release
    found = compiler_verdict(setting)
    has_option = compiler_spec(setting) is not None
    return _of_verdict(found) if has_option else IGNORED, found.code if found is not None else None


def is_refused_by_all(setting: Setting) -> bool:
    """Whether the release of GE, or every known one, refuses what this one refuses."""
    differs = compiler_difference(setting)
    return differs is None or differs.outcomes == {REFUSED}
