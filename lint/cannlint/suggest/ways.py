"""The ways that may give operators what is wanted: changes of options and of config files.

Nothing here knows whether a way works: trial.py plans the changed job to find that out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from cannlint.cann.mixlist import BLACK, GRAY, WHITE
from cannlint.cann.modes import SELECT_PLAIN
from cannlint.cann.option_names import CUSTOMIZE, FILE, HF32, KEEP, LIST, MIXLIST, SELECT, V1, V2
from cannlint.cann.precision import V1_MODES, V2_MODES, Strategy
from cannlint.diagnostics import Message
from cannlint.graphs.model import EXPANDED
from cannlint.language import Phrase
from cannlint.resolve.mode_options import CONV, MATMUL
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Origin
from cannlint.resolve.rows import Row
from cannlint.suggest.draft import Draft, NoWayError
from cannlint.suggest.goal import DtypeGoal, ModeGoal, node_of
from cannlint.suggest.line_files import add_customized, add_kept, add_modes
from cannlint.suggest.mixlist_file import move
from cannlint.suggest.wants import MODE, Value

Goals = Sequence[tuple[Row, "DtypeGoal | ModeGoal"]]
Change = Callable[[Draft], None]
"""Changes a job; raises NoWayError where that cannot be done."""

BY = (BY_NAME := Phrase("name"), BY_TYPE := Phrase("type"), BY_REMOVAL := Phrase("removal"))
"""How a way names operators in a file, or that it removes entries."""

_MIXED = (Strategy.MIX_FP16, Strategy.MIX_BF16, Strategy.MIXED_HIF8)
_MIXED_MODES = {
    "float": {V1: "allow_mix_precision_fp16", V2: "mixed_float16"},
    "float16": {V1: "allow_mix_precision_fp16", V2: "mixed_float16"},
    "bf16": {V1: "allow_mix_precision_bf16", V2: "mixed_bfloat16"},
}
"""Wanted dtype → the mixed mode in which a list can give it, by option."""


class Way:
    """One way: what it changes in a job, by `option` and, of a file, `by` name, type or removal.

    `options` are all that it sets, `value` that of an option that names no file, or a list. With
    `is_wide` it is not about single operators: of a job without a model nobody can tell what else
    it changes.
    """

    __slots__ = ("by", "change", "is_wide", "option", "options", "value")

    def __init__(
        self, option: str, by: Phrase | None, change: Change, *others: str, is_wide: bool = False
    ) -> None:
        self.option = option
        self.by = by
        self.change = change
        self.is_wide = is_wide
        self.options = (option, *others)
        self.value: str | None = None

    def rank(self, is_by_name: bool) -> tuple[int, bool]:
        """The place of ways that change as much: `is_by_name` tells how the user names operators.

        The option for single operators comes first, then the one that is advised.
        """
        return _ORDER.index(self.option), (self.by is BY_NAME) is not is_by_name


_ORDER = (KEEP, CUSTOMIZE, MIXLIST, FILE, SELECT, HF32, CONV, MATMUL, V2, V1)


def ways_to(value: Value, goals: Goals, plan: Plan, draft: Draft) -> list[Way]:
    """The ways to give operators what is wanted that the front end of the job has.

    `plan` is that of the job as it is, `draft` the job without a change.
    """
    found = _to_modes(value, goals, plan) if value.kind == MODE else _to_dtypes(goals, plan)
    return [way for way in found if _exists(way, draft)]


def _exists(way: Way, draft: Draft) -> bool:
    """Whether the front end has the options of a way, with the values that it gives them."""
    specs = [draft.spec(option) for option in way.options]
    if not all(specs):
        return False
    first = specs[0]
    return way.value is None or first is None or not first.values or way.value in first.values


def _to_dtypes(goals: Goals, plan: Plan) -> Iterator[Way]:
    own = [goal for _, goal in goals if isinstance(goal, DtypeGoal)]
    rows = [row for row, _ in goals]
    yield from _removals((KEEP, CUSTOMIZE), rows, plan)
    has_graph = plan.graph is not None
    if all(goal.is_own() for goal in own):
        if has_graph:
            yield Way(KEEP, BY_NAME, partial(_keep_names, rows, plan))
        yield Way(KEEP, BY_TYPE, partial(_keep_types, rows))
    if has_graph:
        yield Way(CUSTOMIZE, BY_NAME, partial(_customize, own, False))
    yield Way(CUSTOMIZE, BY_TYPE, partial(_customize, own, True))
    is_mixed = any(mode.strategy in _MIXED for mode in plan.precision.modes)
    if is_mixed:
        for target in (BLACK, WHITE, GRAY):
            yield _to_list(target, partial(_move, rows, target))
    mode_option = V2 if plan.job.value(V2) else V1
    tried = {mode.strategy for mode in plan.precision.modes}
    for mode, strategy in (V1_MODES if mode_option == V1 else V2_MODES).items():
        if strategy not in tried:  # some have two names
            tried.add(strategy)
            yield _setting(mode_option, mode)
    if not is_mixed:
        yield from _with_mixed_mode(own, rows, mode_option)


def _with_mixed_mode(own: Sequence[DtypeGoal], rows: list[Row], mode_option: str) -> Iterator[Way]:
    """A list beside the mixed mode that it needs."""
    wanted = {dtype for goal in own for at, dtype in enumerate(goal.expected) if at in goal.main}
    for dtype in wanted & set(_MIXED_MODES) if len(wanted) == 1 else ():
        mode = _MIXED_MODES[str(dtype)][mode_option]
        target = BLACK if dtype == "float" else WHITE
        change = partial(_move_in_mode, rows, target, mode_option, mode)
        yield _to_list(target, change, mode_option)


def _to_modes(value: Value, goals: Goals, plan: Plan) -> Iterator[Way]:
    rows = [row for row, _ in goals]
    mode = value.text
    yield from _removals((FILE,), rows, plan)
    if plan.graph is not None:
        yield Way(FILE, BY_NAME, partial(_mode_by_name, rows, mode))
    yield Way(FILE, BY_TYPE, partial(_mode_by_type, rows, plan, mode))
    if mode in SELECT_PLAIN:
        yield Way(SELECT, BY_TYPE, partial(_select_types, rows, plan, mode), LIST)
        yield _setting(SELECT, mode)
    if mode in SELECT_PLAIN or "float_32_execution" in mode:
        for whole in ("high_precision_for_all", "high_performance_for_all"):
            yield _setting(SELECT, whole)
    if "float_32_execution" in mode:
        for text in ("true", "false", "10", "01", "11", "00"):
            yield _setting(HF32, text)
        for option in (CONV, MATMUL):
            for text in ("True", "False"):
                yield _setting(option, text)


def _removals(options: tuple[str, ...], rows: list[Row], plan: Plan) -> Iterator[Way]:
    """The ways to take out the entries that decide about operators now."""
    origins = [origin for row in rows for origin in _deciding(row)]
    for option in options:
        linked = plan.job.files.get(option)
        source = linked.reading.source if linked is not None else None
        places = [at.span.start for at in origins if at.source is source and at.span is not None]
        if source is not None and places:
            numbers = {source.position(place)[0] for place in places}
            yield Way(option, BY_REMOVAL, partial(_drop, option, numbers))


def _deciding(row: Row) -> Iterator[Origin]:
    """Where the entries are that decide about an operator."""
    customized = (step.origin for step in row.dtypes.steps if step.name in _OF_CUSTOMIZE)
    yield from (at for at in (row.keep, row.mode.origin, *customized) if at is not None)


_OF_CUSTOMIZE = ("S3", "S4", "D3")
"""The steps of a plan that an entry of customize_dtypes decides."""


def _drop(option: str, numbers: set[int], draft: Draft) -> None:
    draft.reading(option)  # which raises if the file may not be changed
    draft.drop(option, numbers)


def _setting(option: str, value: str) -> Way:
    """An option of the whole job."""
    way = Way(option, None, lambda draft: draft.set(option, value), is_wide=True)
    way.value = value
    return way


def with_modes(way: Way, modes: Mapping[str, str]) -> Way:
    """A way to an entry of op_precision_mode, with entries for further operator types."""

    def change(draft: Draft) -> None:
        way.change(draft)
        add_modes(draft, FILE, modes, is_type=True)

    return Way(FILE, way.by, change)


def _to_list(target: str, change: Change, *others: str) -> Way:
    """Operators moved to a list; `others` are options that this needs."""
    way = Way(MIXLIST, BY_TYPE, change, *others, is_wide=bool(others))
    way.value = target
    return way


def _keep_names(rows: list[Row], plan: Plan, draft: Draft) -> None:
    add_kept(draft, KEEP, [_name_in_model(row, plan) for row in rows], is_type=False)


def _name_in_model(row: Row, plan: Plan) -> str:
    """The name of a node as ATC finds it when it looks for the entries of keep_dtype."""
    node = node_of(plan, row)
    assert node is not None
    node = node.parsed or node
    if node.name.startswith(EXPANDED) and node.origin_names:
        return node.origin_names[0]
    return node.name


def _keep_types(rows: list[Row], draft: Draft) -> None:
    types = [row.model_type or row.op_type for row in rows]
    add_kept(draft, KEEP, types, is_type=True)


def _customize(goals: Sequence[DtypeGoal], is_type: bool, draft: Draft) -> None:
    entries: dict[str, tuple[list[str], list[str]]] = {}
    for goal in goals:
        key = goal.row.op_type if is_type else goal.row.node
        entry = goal.entry()
        if entry is None or key is None:
            raise NoWayError(
                Message.of("no entry can ask for these dtypes of {op}", op=goal.row.op_type)
            )
        entries.setdefault(key, entry)
    add_customized(draft, CUSTOMIZE, entries, is_type)


def _move(rows: list[Row], target: str, draft: Draft) -> None:
    moves = {}
    for row in rows:
        if row.colour is None:
            raise NoWayError(Message.of("{op} is not in the operator library", op=row.op_type))
        if row.colour.value != target:
            moves[row.op_type] = (row.colour.default, target)
    if not moves:
        raise NoWayError(Message.of("the operators are in the {list} already", list=target))
    move(draft, MIXLIST, moves)


def _move_in_mode(rows: list[Row], target: str, option: str, mode: str, draft: Draft) -> None:
    """Set a mixed mode, and move what is not in the list already."""
    draft.set(option, mode)
    if any(row.colour is None or row.colour.value != target for row in rows):
        _move(rows, target, draft)


def _mode_by_name(rows: list[Row], mode: str, draft: Draft) -> None:
    add_modes(draft, FILE, {str(row.node): mode for row in rows}, is_type=False)


def _mode_by_type(rows: list[Row], plan: Plan, mode: str, draft: Draft) -> None:
    add_modes(draft, FILE, {_mode_type(row, plan): mode for row in rows}, is_type=True)


def _mode_type(row: Row, plan: Plan) -> str:
    """The type by which CANN looks the mode up: before fusion, where the node was there."""
    node = node_of(plan, row)
    if node is not None and node.parsed is not None and node.parsed.name == node.name:
        return node.parsed.op_type
    return row.op_type


def _select_types(rows: list[Row], plan: Plan, mode: str, draft: Draft) -> None:
    """Select a mode for the types, beside those that the job lists for the same mode."""
    listed = draft.job.value(LIST) if draft.job.value(SELECT) == mode else ""
    types = [item.strip() for item in (listed or "").split(",") if item.strip()]
    types += [_mode_type(row, plan) for row in rows]
    draft.set(SELECT, mode)
    draft.set(LIST, ",".join(dict.fromkeys(types)))
