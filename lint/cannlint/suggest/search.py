"""From wants to ways: find the operators, try every way there is, sort them, and join the best."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from cannlint.cann.option_names import FILE
from cannlint.diagnostics import Message
from cannlint.engine.scope import Scope
from cannlint.errors import CannlintError
from cannlint.language import Phrase
from cannlint.planning.plan import accepted_plan_of
from cannlint.planning.request import Request
from cannlint.resolve.plan import Plan, make_plan
from cannlint.resolve.rows import Row
from cannlint.suggest.draft import Draft, NoWayError
from cannlint.suggest.goal import MET, MISSED, OPEN
from cannlint.suggest.named_rows import NamedRows, types_of
from cannlint.suggest.trial import PARTLY, Goal, Outcome, Trials
from cannlint.suggest.wants import Want
from cannlint.suggest.ways import Way, ways_to

ALREADY, IMPOSSIBLE = Phrase("already so"), Phrase("impossible")
WANT_STATUSES = (ALREADY, MET, OPEN, PARTLY, IMPOSSIBLE)
"""How far a want can be met."""


class Suggestion:
    """What is found for one want.

    `rows` are its operators, `goals` those that need a way, `met` those that need none. `faults`
    are names without an operator, `impossible` the operators that cannot get it, each with the
    reason. `ways` are the outcomes of the ways to offer, the smallest first, `tried` those that do
    not work.
    """

    def __init__(self, want: Want) -> None:
        self.want = want
        self.rows: list[Row] = []
        self.faults: list[Message] = []
        self.impossible: list[tuple[Row, Message]] = []
        self.goals: list[tuple[Row, Goal]] = []
        self.met: list[tuple[Row, Goal]] = []
        self.ways: list[Outcome] = []
        self.tried: list[Outcome] = []

    @property
    def status(self) -> Phrase:
        """How far the want can be met."""
        is_whole = not (self.impossible or self.faults)
        if not self.goals:
            return ALREADY if self.rows and is_whole else IMPOSSIBLE
        best = self.ways[0].status if self.ways else MISSED
        if best is MISSED:
            return IMPOSSIBLE
        return best if is_whole or best is not MET else PARTLY

    @property
    def is_met(self) -> bool:
        """Whether every operator has a confirmed way, or needs none."""
        return self.status in (ALREADY, MET)


class Suggestions:
    """The suggestions for several wants of one job, and what they do together.

    `chosen` is the way of each want that needs one, in the order of the wants; `together` is what
    becomes of the job with all of these, and so of every want, also of those that need no way. Both
    are empty where a want has no way.
    """

    def __init__(self, plan: Plan, found: list[Suggestion]) -> None:
        self.plan = plan
        self.found = found
        self.chosen: list[Outcome] = []
        self.together: Outcome | None = None

    @property
    def is_met(self) -> bool:
        """Whether all wants are met at once."""
        is_joined = self.together is None or self.together.status is MET
        return is_joined and all(one.is_met for one in self.found)


def suggest(request: Request, wants: Sequence[Want], choice: Sequence[int] = ()) -> Suggestions:
    """The ways to get what is wanted in the job of a request.

    `choice` has the number of the way for each want that has any, from 1; by default the first.
    Raises CannlintError where there is no plan to start from, or a name or number is unknown.
    """
    plan = accepted_plan_of(request)
    return suggestions_for(plan, wants, _extra(request), choice)


def suggestions_for(
    plan: Plan, wants: Sequence[Want], extra: frozenset[str], choice: Sequence[int] = ()
) -> Suggestions:
    """The same for the plan of a job that CANN accepts.

    `extra` are the operator types of the user's packages.
    """
    plan = _with_wanted(plan, wants)
    trials = Trials(plan, extra)
    named_rows = NamedRows(plan)
    found = [_suggestion(want, named_rows, trials) for want in wants]
    suggestions = Suggestions(plan, found)
    _join(suggestions, trials, choice)
    return suggestions


def _with_wanted(plan: Plan, wants: Sequence[Want]) -> Plan:
    """The plan, without a model also of the types that the wants name."""
    if plan.graph is not None:
        return plan
    if any(want.are_nodes for want in wants):
        raise CannlintError("the nodes of a comparison need the model: give it with --model")
    names = [name for want in wants for name in want.names()]
    wanted = copy(plan.wanted)
    known = plan.target.op_types()
    wanted.types = list(dict.fromkeys([*types_of(names, known), *(r.op_type for r in plan.rows)]))
    return make_plan(plan.job, plan.target, wanted)


def _extra(request: Request) -> frozenset[str]:
    """The operator types of the user's packages that the configuration names."""
    settings = Scope(request.config, request.isolated, request.library, ()).settings_of("")
    return settings.extra_ops if settings is not None else frozenset()


def _suggestion(want: Want, named_rows: NamedRows, trials: Trials) -> Suggestion:
    found = Suggestion(want)
    found.rows, found.faults = named_rows.of(want)
    for row, goal in trials.goals(want.value, found.rows):
        is_met = goal.answer(row).status is MET
        reason = None if is_met else goal.impossible()
        if reason is not None:
            found.impossible.append((row, reason))
        else:
            (found.met if is_met else found.goals).append((row, goal))
    if found.goals:
        _try_all(found, trials, named_rows.are_nodes(want))
    return found


def _try_all(found: Suggestion, trials: Trials, is_by_name: bool) -> None:
    """Try every way; of those of one option that do the same, the best to write is left."""
    base = Draft(trials.plan.job)
    goals = [*found.goals, *found.met]
    outcomes: list[Outcome] = []
    for way in ways_to(found.want.value, found.goals, trials.plan, base):
        outcome = trials.outcome(way, goals, base)
        outcomes.append(outcome)
        if way.option == FILE and (other := trials.keeping_others(outcome, goals, base)):
            outcomes.append(other)
    outcomes.sort(key=lambda one: (*one.size, *one.way.rank(is_by_name), one.written))
    confirmed = any(outcome.status is MET for outcome in outcomes)
    effects = set()
    for outcome in outcomes:
        is_offered = _is_offered(outcome, confirmed)
        if is_offered and outcome.effect in effects:
            continue
        effects.add(outcome.effect)
        (found.ways if is_offered else found.tried).append(outcome)


def _is_offered(outcome: Outcome, is_any_confirmed: bool) -> bool:
    """Whether a way is worth a try: confirmed, or the best there is and about these operators."""
    if outcome.status is PARTLY:
        return not is_any_confirmed
    return outcome.status is MET or (outcome.status is OPEN and not outcome.way.is_wide)


def _join(suggestions: Suggestions, trials: Trials, choice: Sequence[int]) -> None:
    """Choose a way for each want, and plan the job with all of them."""
    open_wants = [one for one in suggestions.found if one.goals]
    if len(choice) > len(open_wants):
        raise CannlintError(
            "--way has {given} numbers, and {count} wants need a way: give one number for each of "
            "these",
            given=len(choice),
            count=len(open_wants),
        )
    numbers = [*choice, *[1] * (len(open_wants) - len(choice))]
    if not all(one.ways for one in open_wants):
        return
    for one, number in zip(open_wants, numbers, strict=True):
        if not 1 <= number <= len(one.ways):
            raise CannlintError(
                "{want} has no way {number}: it has {count}",
                want=one.want.text,
                number=number,
                count=len(one.ways),
            )
        suggestions.chosen.append(one.ways[number - 1])
    if not suggestions.chosen:
        return
    if len(suggestions.found) == 1:
        suggestions.together = suggestions.chosen[0]  # its trial has planned exactly this
        return
    suggestions.together = _together(suggestions, trials)


def _together(suggestions: Suggestions, trials: Trials) -> Outcome:
    """The outcome of all chosen ways, one after the other."""
    ways: list[Way] = [outcome.way for outcome in suggestions.chosen]
    joined = Outcome(ways[0], Draft(trials.plan.job))
    try:
        for way in ways:
            way.change(joined.draft)
    except NoWayError as error:
        joined.reason = error.message
        return joined
    trials.examine(joined, [pair for one in suggestions.found for pair in (*one.goals, *one.met)])
    return joined
