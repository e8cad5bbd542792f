"""Try a way: plan and check the changed job, and compare it with the job as it is."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.diagnostics import Diagnostic, Message, Severity
from cannlint.language import Phrase
from cannlint.planning.request import plan_variant
from cannlint.resolve.option_status import EFFECTIVE
from cannlint.resolve.outcome import FAILS, REFUSED
from cannlint.resolve.plan import Plan
from cannlint.resolve.plan_difference import Change, PlanDifference, rows_of
from cannlint.resolve.rows import Row
from cannlint.suggest.casts import casts_in
from cannlint.suggest.checks import Checks
from cannlint.suggest.draft import Draft, NoWayError
from cannlint.suggest.goal import MET, MISSED, OPEN, Answer, DtypeGoal, ModeGoal, goal_of
from cannlint.suggest.wants import Value
from cannlint.suggest.ways import Way, with_modes

Goal = DtypeGoal | ModeGoal

PARTLY = Phrase("partly confirmed")
"""The status of a way that gives some operators what is wanted, and others not."""

RANK = {MET: 0, OPEN: 1, PARTLY: 2, MISSED: 3}
_NO_EFFECT = "changes-nothing"
"""The name of the rules about entries without an effect."""


class Outcome:
    """What becomes of a job with a way.

    `answers` has what the plan says about each operator that is wanted, in their order. `changes`
    are those of other operators, `casts_added` and `casts_removed` count the casts that CANN has to
    insert; `findings` are what check finds only in the changed job. `reason` says why the way is
    not confirmed.
    """

    def __init__(self, way: Way, draft: Draft) -> None:
        self.way = way
        self.draft = draft
        self.status: Phrase = MISSED
        self.reason: Message | None = None
        self.plan: Plan | None = None
        self.answers: list[tuple[Row, Answer]] = []
        self.changes: list[Change] = []
        self.casts_added = 0
        self.casts_removed = 0
        self.findings: list[Diagnostic] = []

    @property
    def missed(self) -> list[tuple[Row, Answer]]:
        """The operators that do not get, or may not get, what is wanted."""
        return [(row, answer) for row, answer in self.answers if answer.status is not MET]

    @property
    def others(self) -> set[tuple[str, str | None]]:
        """The other operators that change, by type and node."""
        return {(change.op_type, change.node) for change in self.changes}

    @property
    def has_unknown_effect(self) -> bool:
        """Whether it changes more operators than the plan has: there is no model."""
        return self.plan is not None and self.plan.graph is None and self.way.is_wide

    @property
    def effect(self) -> tuple[object, ...]:
        """All that it does to operators, to find ways that do the same."""
        answers = tuple((answer.status, str(answer.reason)) for _, answer in self.answers)
        changes = tuple((change.op_type, change.node, change.field) for change in self.changes)
        return self.way.option, answers, changes, self.casts_added, self.casts_removed

    @property
    def size(self) -> tuple[int, ...]:
        """How much a way changes, to compare ways: the smallest comes first."""
        clashes = sum(finding.severity is not Severity.INFO for finding in self.findings)
        unknown, others = self.has_unknown_effect, len(self.others)
        return RANK[self.status], unknown, others, clashes, self.casts_added

    @property
    def written(self) -> int:
        """How many lines and options it writes."""
        files = self.draft.files.values()
        return sum(len(file.added) + len(file.removed) for file in files) + len(self.draft.options)


class Trials:
    """Tries ways to change the job of a plan; `extra` are operator types of the user's packages."""

    def __init__(self, plan: Plan, extra: frozenset[str]) -> None:
        self.plan = plan
        self.rows = rows_of(plan)
        self.checks = Checks(plan, extra)
        self.casts = casts_in(plan)

    def goals(self, value: Value, rows: Sequence[Row]) -> list[tuple[Row, Goal]]:
        """What a value means for each of some rows of the plan."""
        return [(row, goal_of(value, row, self.plan)) for row in rows]

    def outcome(self, way: Way, goals: Sequence[tuple[Row, Goal]], on: Draft) -> Outcome:
        """What becomes of the job when a way is added to the changes that a draft has."""
        outcome = Outcome(way, on.copy())
        try:
            way.change(outcome.draft)
        except NoWayError as error:
            outcome.reason = error.message
            return outcome
        self.examine(outcome, goals)
        return outcome

    def keeping_others(
        self, outcome: Outcome, goals: Sequence[tuple[Row, Goal]], on: Draft
    ) -> Outcome | None:
        """The outcome of a way that also writes the modes which other operators lose by it.

        A file of op_precision_mode is read instead of the built-in one. None where the way takes no
        mode from others, or where this does not give them back.
        """
        lost = {
            change.old.op_type: change.old.mode.value
            for change in outcome.changes
            if change.field == "impl_mode" and change.old is not None and change.old.mode.value
        }
        if outcome.status is not MET or not lost:
            return None
        other = self.outcome(with_modes(outcome.way, lost), goals, on)
        return other if other.status is MET and len(other.others) < len(outcome.others) else None

    def examine(self, outcome: Outcome, goals: Sequence[tuple[Row, Goal]]) -> None:
        """Plan and check the draft of an outcome, and fill in what is found.

        Where check finds entries that change nothing, they are left out: other entries may give
        these operators what is wanted.
        """
        self._examine(outcome, goals)
        idle = _idle_lines(outcome)
        if outcome.status is not OPEN or not idle:
            return
        shorter = Outcome(outcome.way, outcome.draft.copy())
        for option, numbers in idle.items():
            shorter.draft.drop(option, numbers)
        self._examine(shorter, goals)
        if shorter.status is MET:
            outcome.__dict__.update(shorter.__dict__)

    def _examine(self, outcome: Outcome, goals: Sequence[tuple[Row, Goal]]) -> None:
        plan = plan_variant(self.plan, outcome.draft.job)
        outcome.plan = plan
        refused = self._refusal(plan, outcome.draft)
        if refused is not None:
            outcome.reason = refused
            return
        after = rows_of(plan)
        outcome.answers = [
            (row, _answer(goal, after.get((row.op_type, row.node)))) for row, goal in goals
        ]
        outcome.status, outcome.reason = _status(outcome.answers)
        if outcome.status is MISSED:
            return
        wanted = {(row.op_type, row.node) for row, _ in goals}
        difference = PlanDifference(self.plan, plan)
        outcome.changes = [
            change
            for change in difference.changes
            if (change.op_type, change.node) not in wanted and change.field in COMPARED
        ]
        casts = casts_in(plan)
        outcome.casts_added = len(casts - self.casts)
        outcome.casts_removed = len(self.casts - casts)
        outcome.findings = self.checks.new(plan)
        _judge_by_findings(outcome)
        if outcome.status is MET:
            self._judge_by_others(outcome, after)

    def _judge_by_others(self, outcome: Outcome, after: dict[tuple[str, str | None], Row]) -> None:
        """Take back a confirmation with which other operators leave the AI Core: ATC may stop."""
        before = rows_of(self.plan)
        lost = [
            row
            for key, row in after.items()
            if _is_lost(row) and (key not in before or not _is_lost(before[key]))
        ]
        if lost:
            first = lost[0]
            outcome.status = OPEN
            outcome.reason = Message.of(
                "{number} of the other operators leave the AI Core, first {type} {node}",
                number=len(lost),
                type=first.op_type,
                node=first.node or "",
            )

    def _refusal(self, plan: Plan, draft: Draft) -> Message | None:
        """Why CANN refuses a changed job, or does not read what is new in it."""
        for refusal in plan.refusals:
            codes = tuple(refusal.codes)
            if codes:
                template = "CANN refuses the job, {codes}: {message}"
                return Message.of(template, codes=codes, message=refusal.message)
            return Message.of("CANN refuses the job: {message}", message=refusal.message)
        for option in plan.options:
            if option.name in draft.options and option.status != EFFECTIVE:
                template = "{option}: {status}, {reason}"
                status = option.status
                return Message.of(template, option=option.name, status=status, reason=option.reason)
        return None


COMPARED = ("dtypes", "impl_mode", "present")
"""The changes of other operators that count: what they run as."""


def _is_lost(row: Row) -> bool:
    return row.dtypes.status in (REFUSED, FAILS)


def _answer(goal: Goal, row: Row | None) -> Answer:
    if row is None:
        return Answer(OPEN, Message.of("the operator is another after the passes"))
    return goal.answer(row)


def _status(answers: Sequence[tuple[Row, Answer]]) -> tuple[Phrase, Message | None]:
    """The status of a way by what it does to each operator, with the first reason against it."""
    statuses = {answer.status for _, answer in answers}
    against = [answer for _, answer in answers if answer.status is not MET]
    worst = next((answer for answer in against if answer.status is MISSED), None)
    if not against:
        return MET, None
    if worst is None:
        return OPEN, against[0].reason
    return (PARTLY if MET in statuses else MISSED), worst.reason


def _judge_by_findings(outcome: Outcome) -> None:
    """Take back a confirmation that check does not agree with.

    An error is a refusal. A warning about what is new says that CANN does something else, and an
    entry that changes nothing is not part of a way; anything about the rest of the job is a clash.
    """
    for finding in outcome.findings:
        if finding.severity is Severity.ERROR:
            outcome.status, outcome.reason = MISSED, _quoted(finding)
            return
    for finding in outcome.findings:
        is_against = finding.severity is Severity.WARNING or finding.name == _NO_EFFECT
        if is_against and outcome.status is MET and _is_about(finding, outcome.draft):
            outcome.status, outcome.reason = OPEN, _quoted(finding)


def _quoted(finding: Diagnostic) -> Message:
    template = "check finds {rule}: {message}"
    return Message.of(template, rule=finding.code, message=finding.message)


def _idle_lines(outcome: Outcome) -> dict[str, set[int]]:
    """The new lines of config files that change nothing, by option."""
    found: dict[str, set[int]] = {}
    for finding in outcome.findings:
        for file in outcome.draft.files.values() if finding.name == _NO_EFFECT else ():
            if finding.source is not None and finding.source.data == file.after.data:
                number, _ = file.after.position(finding.span.start)
                if number in file.added:
                    found.setdefault(file.option, set()).add(number)
    return found


def _is_about(finding: Diagnostic, draft: Draft) -> bool:
    """Whether a finding is about an option or a line that a draft has put there."""
    for change in draft.options.values():
        if finding.source is change.setting.source:
            return True
    for file in draft.files.values():
        if finding.source is not None and finding.source.data == file.after.data:
            first, _ = file.after.position(finding.span.start)
            last, _ = file.after.position(finding.span.end)
            return any(first <= number <= last for number in file.added)
    return False
