"""The candidates of a job, those that change something by the plan, and sets of them as bits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from cannlint.bisect.step_file import Candidate, Sort, StepFile
from cannlint.cann.fusion import ALL, BY_BUILT_IN_ALL, BY_DEFAULT, BY_USER_ALL, GROUPS
from cannlint.errors import CannlintError
from cannlint.formats.keep_dtype.reading import PASCAL_CASE
from cannlint.language import Phrase
from cannlint.resolve.dtypes.graph import BEFORE_FUSION
from cannlint.resolve.keep import FRAMEWORK_OP
from cannlint.resolve.outcome import DETERMINED, REFUSED
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row

NOTHING = 0

_ONES = re.compile("1+")


def set_of(indexes: Iterable[int]) -> int:
    """The set of these candidates."""
    numbers = [*indexes]
    bits = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


def everything(count: int) -> int:
    """The set of all candidates."""
    return (1 << count) - 1


def indexes_of(held: int) -> list[int]:
    """The candidates of a set, in order."""
    return [
        index
        for run in _ONES.finditer(f"{held:b}"[::-1])
        for index in range(run.start(), run.end())
    ]


def contains(held: int, other: int) -> bool:
    """Whether a set has all candidates of another one."""
    return held & other == other


def as_ranges(held: int) -> str:
    """A set as text, with candidates from 1: `1-18,20`; empty for the empty set."""
    runs = ((run.start() + 1, run.end()) for run in _ONES.finditer(f"{held:b}"[::-1]))
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)


def count_of(held: int) -> int:
    """How many candidates a set has."""
    return held.bit_count()


Planned = Callable[[Sequence[Candidate]], Plan]
"""The plan of the job with these candidates held."""

NO_EFFECT, NO_KERNEL = "no-effect", "no-kernel"
STAYS_ON, NOT_WRITABLE = "stays-on", "not-writable"

REASONS = {
    NO_EFFECT: Phrase("according to the plan, holding them changes nothing"),
    NO_KERNEL: Phrase("according to the plan, the AI Core does not take them in float32"),
    STAYS_ON: Phrase("a fusion switch file cannot turn them off"),
    NOT_WRITABLE: Phrase("a keep_dtype file cannot name them"),
}
"""Why a candidate is left out, by a short name."""

MOST_CANDIDATES = 65_536
"""More are not searched: so many nodes have no use that a name each would have."""


_NO_OPERATORS = frozenset({"Data", "Const", "Constant", "Variable"})
"""Types of nodes that compute nothing."""


@dataclass(eq=False, slots=True)
class Candidates:
    """What is searched, in order, and what is left out: name → why."""

    taken: list[Candidate]
    left_out: dict[str, str] = field(init=False, default_factory=dict)

    def leave_out(self, unwanted: Callable[[Candidate], str | None]) -> None:
        """Leave out the candidates for which a function gives a reason."""
        kept = []
        for one in self.taken:
            reason = unwanted(one)
            if reason is None:
                kept.append(one)
            else:
                self.left_out[one.name] = reason
        self.taken = kept


def operators(plan: Plan, step_file: StepFile, only: Sequence[str]) -> Candidates:
    """The nodes or the types of the plan's model that match a pattern.

    Without a model, they are the types that the plan is about. Raises CannlintError if there are
    none.
    """
    graph = plan.wanted.graph
    if graph is None:
        if step_file.sort is Sort.NODES or not only:
            raise CannlintError(
                "the model is not known: name it with --model, or name types with --by types --only"
            )
        names: Iterable[str] = plan.wanted.types
    else:
        judged = [node for node in graph.nodes if node.judged and node.op_type not in _NO_OPERATORS]
        is_node = step_file.sort is Sort.NODES
        names = _matching((node.name if is_node else node.op_type for node in judged), only)
    found = Candidates([Candidate(name) for name in dict.fromkeys(names)])
    is_known = graph is not None
    found.leave_out(lambda one: None if _can_name(step_file, one.name, is_known) else NOT_WRITABLE)
    return found


def _can_name(step_file: StepFile, name: str, is_known: bool) -> bool:
    """Whether the file can name an operator: CANN refuses some types that no node has."""
    if not step_file.can_write(name):
        return False
    if step_file.sort is Sort.NODES:
        return True
    return name != FRAMEWORK_OP and (is_known or PASCAL_CASE.fullmatch(name) is not None)


def _matching(names: Iterable[str], only: Sequence[str]) -> Iterable[str]:
    """The names that match one of the patterns; all without patterns."""
    if not only:
        return names
    return (name for name in names if any(fnmatchcase(name, pattern) for pattern in only))


def passes(plan: Plan, only: Sequence[str], seen: Sequence[tuple[str, str]] | None) -> Candidates:
    """The fusion passes that run in the job.

    `seen` are those that a compile has used, (group, name); without them all that are catalogued,
    and `ALL`, which stands for the others of a group.
    """
    if seen is not None:
        states = plan.passes
        running = [
            (group, name)
            for group, name in seen
            if name not in states[group] or states[group][name].on
        ]
    else:
        running = [
            (group, name)
            for group in GROUPS
            for name, state in plan.passes[group].items()
            if state.on
        ]
        running += [(group, ALL) for group in GROUPS if not only and _has_others(plan, group)]
    names = set(_matching((name for _, name in running), only))
    return Candidates([Candidate(name, group) for group, name in running if name in names])


def _has_others(plan: Plan, group: str) -> bool:
    """Whether passes of a group run that no switch names: `ALL` turns them off."""
    by_default = (BY_DEFAULT, BY_USER_ALL, BY_BUILT_IN_ALL)
    return any(state.on and state.decided_by in by_default for state in plan.passes[group].values())


def leave_out_idle(found: Candidates, step_file: StepFile, base: Plan, planned: Planned) -> None:
    """Leave out the candidates with which the plan is the same, or with which no kernel is left.

    A step that holds a convolution in float32 where the SoC has none mostly does not compile, and
    says nothing about the others that it holds.
    Two plans tell: that of the job, and that with all candidates held. What a held operator gets
    does not depend on what else is held.
    """
    if not found.taken:
        return
    whole = planned(found.taken)
    if step_file.sort is Sort.PASSES:
        found.leave_out(lambda one: None if _is_turned_off(one, whole) else STAYS_ON)
        return
    before = {(row.op_type, row.node): row for row in base.rows}
    changed = [row for row in whole.rows if not _is_same(before.get((row.op_type, row.node)), row)]
    taken = _held_in(step_file, whole, changed)
    lost = _held_in(step_file, whole, [row for row in changed if _is_without_kernel(row)])
    found.leave_out(lambda one: None if one.name in taken else NO_EFFECT)
    found.leave_out(lambda one: NO_KERNEL if one.name in lost else None)


def _is_turned_off(one: Candidate, whole: Plan) -> bool:
    if one.name == ALL:
        return True
    groups = GROUPS if one.group is None else (one.group,)
    return any(not whole.passes[group][one.name].on for group in groups)


def _held_in(step_file: StepFile, whole: Plan, rows: Sequence[Row]) -> set[str]:
    """The names of the candidates that hold these operators of the plan with all of them held."""
    if step_file.sort is Sort.TYPES and (whole.graph is None or whole.kept is None):
        return {row.op_type for row in rows}
    assert whole.graph is not None and whole.kept is not None
    names = {row.node for row in rows}
    is_type = step_file.sort is Sort.TYPES
    return {
        record.line.name
        for node in whole.graph.nodes
        if node.name in names
        for record in whole.kept.matching(node)
        if record.line.is_type == is_type
    }


def _is_without_kernel(row: Row) -> bool:
    """Whether certainly no kernel of the AI Core takes an operator as it is held."""
    return row.dtypes.status == REFUSED and _is_certain(row)


def _is_same(before: Row | None, after: Row) -> bool:
    """Whether an operator certainly ends with the same dtypes in both plans."""
    if before is None or before.op_type == _CAST:
        return False
    one, other = before.dtypes, after.dtypes
    if one.status != other.status or one.status not in (DETERMINED, REFUSED):
        return False
    is_certain = _is_certain(before) and _is_certain(after)
    return is_certain and (one.inputs, one.outputs) == (other.inputs, other.outputs)


def _is_certain(row: Row) -> bool:
    return all(mark == BEFORE_FUSION for mark in row.dtypes.marks)


_CAST = "Cast"
"""Others look through it, which depends on its list, too."""
