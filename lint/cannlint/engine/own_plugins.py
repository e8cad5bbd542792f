"""Plugins of the user's own, with which CANN's parser reads operators that it does not know."""

from __future__ import annotations

from copy import copy

from cannlint.config.file import Settings
from cannlint.jobs.model import Job
from cannlint.kinds import Kind

_ABOUT_PLUGINS = "JB020"


def with_own_plugins(job: Job, settings: Settings | None) -> Job:
    """The job as CANN takes it: without the faults of its model, if the user accepts them all.

    Accepting JB020, in a comment or an [[ignore]] table, says that there are plugins for them.
    """
    if job.header is None or not job.header.faults:
        return job
    from cannlint.engine.suppression import Suppressions
    from cannlint.rules.loading import rule_of

    findings = list(rule_of(_ABOUT_PLUGINS).run(job))
    for finding in findings:
        finding.source = finding.source or job.source
    kind = Kind.JOB if job.name is not None else Kind.ATC_COMMANDS
    if Suppressions(_is_wanted).apply(job.source, kind, settings, findings):
        return job
    taken = copy(job)
    taken.header = None
    return taken


def _is_wanted(_: str) -> bool:
    return True
