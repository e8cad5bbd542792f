"""Hold a compiled model against its job: the whole of `cannlint verify`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cannlint.graphs.read import read_graph
from cannlint.planning.request import Request
from cannlint.resolve.plan import Plan, plan_of_graph
from cannlint.resolve.refusal import Refusal
from cannlint.verify.before import Before
from cannlint.verify.casts import Cast, casts_of, inserted_types
from cannlint.verify.compiled import FLOATS, Compiled
from cannlint.verify.entries import causes_of, entries_of, switches_of
from cannlint.verify.fusion_result import FusionResult, read_fusion_result
from cannlint.verify.job import JobOfModel, without_options
from cannlint.verify.kernels import KernelNames
from cannlint.verify.matching import Index
from cannlint.verify.operators import Operator, operators_of
from cannlint.verify.options import options_of
from cannlint.verify.outcome import EQUAL, Asked


@dataclass
class Numbers:
    """The numbers of a compiled model: kernels of AI Core, and what they give out.

    `by_dtype` counts kernels by the dtype of their first output, `inserted` what the compiler put
    in by type.
    """

    operators: int
    on_ai_core: int
    by_dtype: dict[str, int]
    inserted: dict[str, int]

    @property
    def float32_share(self) -> float | None:
        """The share of float32 among the kernels that give out floats, from 0 to 1."""
        floats = sum(self.by_dtype.get(dtype, 0) for dtype in FLOATS)
        return self.by_dtype.get(FLOATS[0], 0) / floats if floats else None


@dataclass
class Counts:
    """How many operators have the dtypes and the mode that the plan says."""

    equal: int
    different: int
    undecided: int


@dataclass
class Verification:
    """A compiled model beside the plan of its job.

    `refusals` are what the plan says that CANN refuses: CANN took a recorded job, so its plan is
    made without these options. `asked` are the options and the entries of config files with what
    became of them, `operators` the kernels of AI Core with their plan and their compile, `casts`
    what was put in between.
    """

    compiled: Compiled
    job: JobOfModel
    plan: Plan
    refusals: list[Refusal]
    asked: list[Asked]
    operators: list[Operator]
    casts: list[Cast]
    numbers: Numbers
    fusion: FusionResult | None

    @property
    def lost(self) -> list[Asked]:
        """What was asked for and not done."""
        return [asked for asked in self.asked if asked.is_lost]

    @property
    def different(self) -> list[Operator]:
        """The operators whose plan and compile differ."""
        return [operator for operator in self.operators if not operator.is_equal]

    @property
    def counts(self) -> Counts:
        """The operators by how plan and compile compare; undecided where the plan is, too."""
        different = len(self.different)
        equal = sum(each.is_equal and each.dtypes == EQUAL for each in self.operators)
        return Counts(equal, different, len(self.operators) - equal - different)

    @property
    def is_clean(self) -> bool:
        """Whether nothing that was asked for is lost, and plan and compile agree."""
        return self.plan.accepted and not self.lost and not self.different


def verify(model: str, request: Request, fusion_result: str | None = None) -> Verification:
    """Read a compiled model, and hold it against the job of the request or the recorded one.

    Raises CannlintError (and UnreadablePathError) for a model, a job or a file that cannot be read.
    """
    graph = read_graph(model)
    fusion = read_fusion_result(fusion_result) if fusion_result is not None else None
    compiled = Compiled(graph)
    job = JobOfModel(request, compiled)
    compiled.name_members(KernelNames(job.target.op_types()))
    before = Before(compiled, job.target)
    plan = plan_of_graph(job.job, job.target, before.graph)
    refusals = plan.refusals
    if refusals and job.is_recorded:
        taken = without_options(job.job, {refusal.option for refusal in refusals})
        plan = plan_of_graph(taken, job.target, before.graph)
    operators = operators_of(compiled, before, plan)
    index = Index(compiled, operators)
    entries = [*entries_of(job.job, index), *switches_of(job.job, compiled, plan, fusion)]
    options = [*options_of(job.job, job.not_found, entries, (compiled, plan, operators))]
    for entry in entries:
        for match in entry.matches:
            operator = index.operator(match.kernel)
            if operator is not None:
                operator.asked.append(entry)
    casts = casts_of(compiled, causes_of(plan, entries) if plan.accepted else {})
    numbers = _numbers(compiled, operators)
    return Verification(
        compiled, job, plan, refusals, _sorted(options, entries), operators, casts, numbers, fusion
    )


def _sorted(options: list[Asked], entries: list[Asked]) -> list[Asked]:
    """Each option, and the entries of its file behind it."""
    found: list[Asked] = []
    for option in options:
        found.append(option)
        found += [entry for entry in entries if entry.option == option.option]
    return found


def _numbers(compiled: Compiled, operators: list[Operator]) -> Numbers:
    dtypes = (operator.outputs[0] for operator in operators if operator.outputs)
    kernels = [kernel for kernel in compiled.kernels if kernel.is_kernel and not kernel.is_inserted]
    return Numbers(
        len(kernels),
        len(operators),
        dict(Counter(dtype or "unknown" for dtype in dtypes).most_common()),
        dict(inserted_types(compiled).most_common()),
    )
