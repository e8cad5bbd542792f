"""Plan a job that CANN refuses as if the refused parts were not there (`plan --assume-fixed`)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from cannlint.engine.read import read
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.mismatch import UNSET_DIMENSION
from cannlint.jobs.model import Job, LinkedFile
from cannlint.jobs.settings import Setting
from cannlint.planning.faults import cause_of
from cannlint.planning.refused_entries import without_refused_entries
from cannlint.resolve.option_status import REFUSED
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Origin, of_setting
from cannlint.resolve.refusal import LeftOut, Refusal
from cannlint.resolve.target import Target
from cannlint.text.shortened import without_lines

_ROUNDS = 100
"""The maximum number of refusals one after the other: ATC has some 30 checks."""


def planned_as_fixed(plan: Plan, make: Callable[[Job], Plan]) -> Plan:
    """The plan of the job without what CANN refuses; `make` plans a job.

    It has all refusals, and what was left out. If nothing more can be left out, it has no rows.
    """
    options = [option for option in plan.options if option.status == REFUSED]
    refusals, left_out = list(plan.refusals), list[LeftOut]()
    for _ in range(_ROUNDS):
        if plan.accepted:
            break
        shortened = _Shortened(plan.job, plan.target)
        shortened.leave_out(plan.refusals[0])
        if not shortened.is_other:
            break
        left_out += shortened.left_out
        plan = make(shortened.job)
        known = {(refusal.option, str(refusal.message)) for refusal in refusals}
        for refusal in plan.refusals:
            if (refusal.option, str(refusal.message)) not in known:
                refusals.append(refusal)
    here = {(option.name, option.origin.span) for option in plan.options}
    plan.options += [one for one in options if (one.name, one.origin.span) not in here]
    plan.refusals, plan.left_out = refusals, left_out
    return plan


class _Shortened:
    """A copy of a job without some of its options, or of the entries in its files."""

    def __init__(self, job: Job, target: Target) -> None:
        self.target = target
        self.job = copy(job)
        self.job.settings = [*job.settings]
        self.job.files = {**job.files}
        self.job.missing = [*job.missing]
        self.left_out: list[LeftOut] = []
        self.is_other = False
        """Whether the copy is not refused for the same reason."""

    def leave_out(self, refusal: Refusal) -> None:
        """Leave out what a refusal is about; nothing if that is no part of the job."""
        if refusal.cause is None:  # asked for while the job still has it
            refusal.cause = cause_of(self.job, refusal, self.target)
        if refusal.is_of_model:
            self._take_model()
        elif refusal.origin.kind == "file":
            self._leave_out_of_file(refusal)
        else:
            self._leave_out_option(refusal)
        if isinstance(self.job, AtcJob):
            self.job.refusals = None  # those of the job with all its options

    def _take_model(self) -> None:
        """Take the model as if CANN could read it, with any sizes."""
        is_unset = UNSET_DIMENSION
        self.job.header = None
        self.job.mismatches = [one for one in self.job.mismatches if one.fact != is_unset]
        self.is_other = True

    def _leave_out_of_file(self, refusal: Refusal) -> None:
        linked = self.job.files[refusal.option]
        reading = linked.reading
        if reading.source.is_outside:
            self._drop(linked.setting, refusal, None)
        elif refusal.origin.span is not None:
            number, _ = reading.source.position(refusal.origin.span.start)
            text = reading.source.slice(refusal.origin.span)
            rest = read(without_lines(reading.source, (number,)), reading.kind)
            self.job.files[refusal.option] = LinkedFile(linked.path, rest, linked.setting)
            self._note(text, refusal.origin, refusal)
        else:
            shortened = without_refused_entries(refusal.option, reading)
            if shortened is None:
                self._drop(linked.setting, refusal, None)
                return
            rest, entries = shortened
            self.job.files[refusal.option] = LinkedFile(linked.path, rest, linked.setting)
            self.left_out += entries
            self.is_other = bool(entries)

    def _leave_out_option(self, refusal: Refusal) -> None:
        setting = self._setting_at(refusal)
        if setting is not None:
            self._drop(setting, refusal, setting.source.slice(setting.span))
        elif isinstance(self.job, AtcJob):
            origin = refusal.origin
            slips = [slip for slip in self.job.slips if slip.span == origin.span]
            self.job.slips = [slip for slip in self.job.slips if slip not in slips]
            for slip in slips:
                self._note(slip.text, origin, refusal)

    def _setting_at(self, refusal: Refusal) -> Setting | None:
        """The setting that a refusal is about: one of an option, or that with a part at fault."""
        origin = refusal.origin
        for setting in self.job.settings:
            if setting.source is origin.source and setting.span == origin.span:
                return setting
        return self.job.get(refusal.option)

    def _drop(self, dropped: Setting, refusal: Refusal, text: str | None) -> None:
        """Leave out a setting; if it names a file all of the option, whose files are not read."""
        has_file = dropped.option in self.job.files or dropped in self.job.missing
        self.job.settings = [
            setting
            for setting in self.job.settings
            if setting is not dropped and not (has_file and setting.option == dropped.option)
        ]
        self.job.files.pop(dropped.option, None)
        self.job.missing = [one for one in self.job.missing if one.option != dropped.option]
        self._note(text, refusal.origin if text is None else of_setting(dropped), refusal)

    def _note(self, text: str | None, origin: Origin, refusal: Refusal) -> None:
        self.left_out.append(LeftOut(refusal.option, text, origin, refusal.cause))
        self.is_other = True
