"""From the settings of one object, in the branches they stand in, to the jobs they make."""

from __future__ import annotations

from dataclasses import dataclass, field

from cannlint.jobs.model import Job
from cannlint.jobs.python.whole_script import ADAPTER, PASSED_ON, owner
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import verdict
from cannlint.jobs.verdicts import REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from cannlint.jobs.misuse import Misuse
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Path, Scope, Statement
    from cannlint.jobs.python.whole_script import WholeScript
    from cannlint.jobs.settings import Setting
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Owner = tuple[Scope, str]

_MOST = 64
"""Branches of one object that are followed separately."""


@dataclass(slots=True)
class PendingJob:
    """What is set on one `custom_op`, by one call, or on one config object.

    It becomes one job for each branch that sets something. `complete` is whether nothing else can
    set options on it. `guarded` are the places where the script goes on if Python refuses
    something. `is_process_wide`: others of its front end add to the same options. `is_a_name`: it
    is the name alone of an optimizer that is not the adapter's, and counts only if no other is.
    `first` is what the first session of the process is made with, if that is another one.
    """

    front_end: FrontEnd
    source: Source
    span: Span
    complete: bool = True
    settings: list[tuple[Setting, Path]] = field(default_factory=list)
    misuses: list[Misuse] = field(default_factory=list)
    guarded: list[Span] = field(default_factory=list)
    scope: Scope | None = None
    is_adapters: bool = False
    is_process_wide: bool = False
    is_a_name: bool = False
    first: PendingJob | None = None

    def add(self, setting: Setting, path: Path) -> None:
        """Add a setting and the branch it is in."""
        self.settings.append((setting, path))

    def jobs(self, whole: WholeScript) -> list[Job]:
        """One job for each branch that sets something, with what is set around that branch.

        Options of branches that may both run, but need not, are in no job together: then
        nothing is said about them beside each other.
        """
        if self.is_a_name and (whole.has(ADAPTER) or not whole.names_adapter):
            return []
        self._drop_what_is_caught()
        paths = list(dict.fromkeys(path for _, path in self.settings))
        if not paths and self.misuses:
            return [self._without_settings()]
        jobs = [self._job(path, path == paths[0]) for path in paths[:_MOST]]
        if jobs:
            jobs[0].leaves_remapping = self.is_adapters and whole.leaves_remapping
        if self._has_others(whole):
            for job in jobs:
                job.complete = False
        return jobs

    def _has_others(self, whole: WholeScript) -> bool:
        """Whether something else in the script adds to the same options."""
        is_passed_on = self.front_end is FrontEnd.TF2 and whole.has(PASSED_ON)
        return self.is_process_wide and (whole.has_several(owner(self.front_end)) or is_passed_on)

    def _drop_what_is_caught(self) -> None:
        """Leave out what Python refuses in a place where the script goes on without it."""
        if not self.guarded:
            return
        self.misuses = [one for one in self.misuses if not self._is_guarded(one.span)]
        self.settings = [
            (setting, path)
            for setting, path in self.settings
            if not (self._is_guarded(setting.span) and self._is_refused(setting))
        ]

    def _is_guarded(self, span: Span) -> bool:
        return any(block.start <= span.start and span.end <= block.end for block in self.guarded)

    def _is_refused(self, setting: Setting) -> bool:
        if setting.spec is None:
            return setting.via not in ("parameter_map", "attribute", "jit")
        found = verdict(setting)
        return found is not None and found.outcome == REFUSED

    def _without_settings(self) -> Job:
        job = Job(self.front_end, self.source, self.span, [])
        job.complete, job.misuses = False, self.misuses
        return job

    def _job(self, path: Path, is_first: bool) -> Job:
        """The job of a branch; all but the first stand where their branch begins."""
        around = [item for item in self.settings if path[: len(item[1])] == item[1]]
        last = _last_places(around)
        settings = [setting for setting, own in around if not _overridden(setting, own, last)]
        begins = next(setting.span for setting, own in self.settings if own == path)
        span = self.span if is_first else begins
        job = Job(self.front_end, self.source, span, settings)
        job.complete = self.complete and len(around) == len(self.settings)
        job.misuses = self.misuses if is_first else []
        if self.first is not None:
            job.earlier = [setting for setting, _ in self.first.settings]
        return job


class PendingJobs:
    """The pending jobs of one front end: one for each owner, in each function of its own."""

    def __init__(self, module: Module, front_end: FrontEnd) -> None:
        self.module = module
        self.front_end = front_end
        self.by_owner: dict[Owner, PendingJob] = {}

    def of(self, statement: Statement, owner: str, node: ast.expr) -> PendingJob:
        """The pending job of an owner; a new one begins at the node."""
        key = (statement.scope, owner)
        if key not in self.by_owner:
            script = self.module.script
            made = PendingJob(self.front_end, script.source, script.span(node))
            made.guarded = self.module.guarded
            self.by_owner[key] = made
        return self.by_owner[key]

    def drop_empty(self, statement: Statement) -> None:
        """Forget the job without an owner where nothing is set and nothing is wrong."""
        pending = self.by_owner.get((statement.scope, ""))
        if pending is not None and not (pending.settings or pending.misuses):
            del self.by_owner[statement.scope, ""]

    def process_wide(self) -> list[PendingJob]:
        """All of them, where each function adds to the options of the one process."""
        found = list(self.by_owner.values())
        for pending in found:
            pending.is_process_wide = True
        self.module.tally[owner(self.front_end)] += len(found)
        return found


def _last_places(around: list[tuple[Setting, Path]]) -> dict[str, dict[int, int]]:
    """Option → depth of a branch → where it is set last at that depth."""
    found: dict[str, dict[int, int]] = {}
    for setting, path in around:
        places = found.setdefault(setting.key, {})
        places[len(path)] = max(places.get(len(path), 0), setting.span.start)
    return found


def _overridden(setting: Setting, path: Path, last: dict[str, dict[int, int]]) -> bool:
    """Whether a deeper branch sets the option again: an exception to the rule, no slip."""
    return any(
        depth > len(path) and start > setting.span.start
        for depth, start in last[setting.key].items()
    )
