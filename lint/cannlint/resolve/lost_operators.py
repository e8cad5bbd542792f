"""The operators of a plan that the AI Core does not take, by what of the job keeps them off it.

A setting is left out, and the operator is judged once more: where it is taken then, the setting is
the cause. What is taken in no case is lost because of the model alone.
"""

from __future__ import annotations

from copy import copy
from itertools import combinations

from cannlint.cann.option_names import V1, V2
from cannlint.resolve.freed import entries_for, freed
from cannlint.resolve.outcome import FAILS, REFUSED, UNMET
from cannlint.resolve.plan import make_plan
from cannlint.resolve.refusals import choose_precision
from cannlint.resolve.unknown_sizes import unknown_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from cannlint.graphs.model import Node
    from cannlint.jobs.model import Job
    from cannlint.resolve.dtypes.context import Context
    from cannlint.resolve.dtypes.graph import Walk
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.precision import PrecisionMode
    from cannlint.resolve.provenance import Origin


class Cause:
    """A setting of the job without which operators stay on the AI Core.

    `origin` is the entry of the file that `option` names; None for the value of the option.
    """

    __slots__ = ("option", "origin")

    def __init__(self, option: str, origin: Origin | None = None) -> None:
        self.option = option
        self.origin = origin


class Lost:
    """Operators of a graph that leave the AI Core or fail, for one reason.

    `causes` are settings each of which is enough to keep them off it, or, where `is_together`, only
    all of them; the first is the one to tell it at. None are there for what the model alone brings
    about: then `is_unknown` says that the SoC has no operator of these types at all. `instead` is a
    precision mode with which a plan loses none of them, nor any other.
    """

    __slots__ = ("causes", "instead", "is_together", "is_unknown", "nodes")

    def __init__(self, causes: Sequence[Cause], is_together: bool, is_unknown: bool) -> None:
        self.causes = causes
        self.is_together = is_together
        self.is_unknown = is_unknown
        self.instead: str | None = None
        self.nodes: list[Node] = []


class Losses:
    """What a plan with a graph loses, and its operators of sizes that the SoC has no kernels for.

    Nothing for a job that CANN refuses. `path` is the file of the graph.
    """

    __slots__ = ("of_unknown_size", "operators", "path")

    def __init__(self, path: str, plan: Plan | None, extra: Collection[str] = ()) -> None:
        self.path = path
        self.operators = lost_operators(plan, extra) if plan is not None else []
        graph = plan.graph if plan is not None else None
        self.of_unknown_size = unknown_sizes(graph, plan.target) if plan and graph else []


def lost_operators(plan: Plan, extra: Collection[str] = ()) -> list[Lost]:
    """What a plan with a graph loses, in the order of its operators.

    Nothing is certain of the types in `extra`, which packages of the user have.
    """
    if plan.graph is None or plan.dtypes is None or not plan.dtypes.walks:
        return []
    search, found = _Search(plan), dict[object, Lost]()
    for node in plan.graph.nodes:
        if node.op_type in extra:
            continue
        if all(is_lost(walk.dtypes[node.name]) for walk in plan.dtypes.walks):
            lost = search.reason_of(node)
        elif search.is_only_elsewhere(node):
            lost = Lost((), False, True)
        else:
            continue
        key = tuple((cause.option, cause.origin) for cause in lost.causes), lost.is_unknown
        found.setdefault(key, lost).nodes.append(node)
    for lost in found.values():
        if lost.causes and lost.causes[0].origin is None:
            lost.instead = _other_mode(plan, lost)
    return list(found.values())


_LOWERING = {
    V1: ("allow_fp32_to_fp16", "allow_mix_precision", "force_fp16"),
    V2: ("mixed_float16", "fp16"),
}
"""The modes of inference, those that change least first."""


def _other_mode(plan: Plan, lost: Lost) -> str | None:
    """The precision mode to write instead: the plan with it takes these, and loses no other."""
    option = lost.causes[0].option
    before = _names_of_lost(plan)
    for value in _LOWERING[option]:
        job = copy(plan.job)
        job.settings = [
            setting.with_value(value) if setting is plan.job.get(option) else setting
            for setting in plan.job.settings
        ]
        other = make_plan(job, plan.target, plan.wanted, model_fits=True)
        still = _names_of_lost(other)
        if other.accepted and still <= before and still.isdisjoint(n.name for n in lost.nodes):
            return value
    return None


def _names_of_lost(plan: Plan) -> set[str]:
    walks = plan.dtypes.walks if plan.dtypes is not None else None
    return {
        name
        for name, dtypes in (walks[0].dtypes.items() if walks else ())
        if is_lost(dtypes) and all(is_lost(walk.dtypes[name]) for walk in walks or ())
    }


def is_lost(dtypes: Dtypes) -> bool:
    """Whether the AI Core certainly does not take an operator, or its compile fails."""
    return dtypes.status in (REFUSED, FAILS) and dtypes.reason_id in UNMET


class _Search:
    """Looks for the causes, each combination of settings left out in one walk."""

    def __init__(self, plan: Plan) -> None:
        assert plan.dtypes is not None
        self._plan = plan
        self._walks = plan.dtypes.walks or []
        self._default = _default_mode(plan)
        self._elsewhere: dict[str, bool] = {}
        self._without: dict[tuple[str, ...], list[Walk]] = {}

    def reason_of(self, node: Node) -> Lost:
        """Why an operator is lost, without the operator itself."""
        present = {cause.option: cause for cause in self._settings_of(node)}
        for size in range(1, len(present) + 1):
            chosen = [one for one in combinations(present, size) if self._is_taken(node, one)]
            if chosen:
                options = chosen[0] if size > 1 else [option for (option,) in chosen]
                return Lost([present[option] for option in options], size > 1, False)
        return Lost((), False, False)

    def is_only_elsewhere(self, node: Node) -> bool:
        """Whether other SoCs of the release have a type, and this one certainly has not."""
        known = self._elsewhere.get(node.op_type)
        if known is None:
            target, library = self._plan.target, self._plan.target.library
            known = not target.stores(node.op_type) and library.is_complete
            known = known and not library.refused and bool(library.operator(node.op_type))
            self._elsewhere[node.op_type] = known
        return known and node.mapped

    def _settings_of(self, node: Node) -> Iterator[Cause]:
        """What of the job counts for an operator, the most special first."""
        for option, origin in entries_for(self._walks[0].context, node):
            yield Cause(option, origin)
        mode = _precision_option(self._plan.job)
        if mode is not None and self._default is not None:
            yield Cause(mode)

    def _is_taken(self, node: Node, options: tuple[str, ...]) -> bool:
        """Whether the AI Core takes an operator without some settings of the job."""
        if options not in self._without:
            self._without[options] = [
                walk.under(self._freed(walk.context, options)) for walk in self._walks
            ]
        return not any(is_lost(walk.outcome(node)[0]) for walk in self._without[options])

    def _freed(self, context: Context, options: tuple[str, ...]) -> Context:
        other = freed(context, options)
        if self._default is not None and (V1 in options or V2 in options):
            other.mode = self._default
        return other


def _precision_option(job: Job) -> str | None:
    """The option that sets the precision mode of a job."""
    return next((option for option in (V1, V2) if job.value(option)), None)


def _default_mode(plan: Plan) -> PrecisionMode | None:
    """The mode without the options of the job, where that is another one."""
    job = copy(plan.job)
    job.settings = [setting for setting in job.settings if setting.option not in (V1, V2)]
    default = choose_precision(job, plan.target.hardware).modes
    if not default or default[0].strategy in {mode.strategy for mode in plan.precision.modes}:
        return None
    return default[0]
