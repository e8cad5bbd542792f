"""Each operator of a compiled model: what the plan says, and what was compiled."""

from __future__ import annotations

from cannlint.cann.modes import UNSTAMPED_MODES
from cannlint.resolve.modes import Mode, Modes
from cannlint.resolve.outcome import DETERMINED, UNDETERMINED
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.verify.before import Before, Planned
from cannlint.verify.compiled import Compiled, Kernel
from cannlint.verify.outcome import DIFFERENT, EQUAL, UNDECIDED, Asked

_DEFAULT = "default"

CUSTOMIZED_STEPS = ("S3", "S4", "D3")
"""The steps of a plan in which an entry of customize_dtypes decides."""

STAMPED_AS = {"FullyConnection": ("Conv2D", "DepthwiseConv2D", "MatMulV2")}
"""Types that fusion makes of others, after the implementation mode was stamped."""


class Operator:
    """A kernel of AI Core beside its plan.

    `row` is that of the plan, None where CANN refuses the job. `mode` is the planned
    implementation mode, `dtypes` and `modes` compare plan and compile. `asked` are the entries
    that are for it.
    """

    __slots__ = ("asked", "dtypes", "kernel", "known", "mode", "mode_type", "modes", "row")

    def __init__(self, planned: Planned, row: Row | None) -> None:
        self.kernel: Kernel = planned.kernel
        self.known = planned.known
        self.row = row
        self.mode: Mode | None = row.mode if row is not None else None
        self.mode_type: str | None = None
        self.dtypes: str = UNDECIDED
        self.modes: str = UNDECIDED
        self.asked: list[Asked] = []

    @property
    def is_equal(self) -> bool:
        """Whether nothing is known to differ."""
        return DIFFERENT not in (self.dtypes, self.modes)

    @property
    def inputs(self) -> list[str | None]:
        """The compiled dtypes of the inputs: of a fused kernel, those of all its operators."""
        return [tensor.dtype if tensor is not None else None for tensor in self.kernel.node.inputs]

    @property
    def outputs(self) -> list[str | None]:
        """The compiled dtypes of the outputs: of a fused kernel, those of its last operator."""
        return [tensor.dtype for tensor in self.kernel.node.outputs]


def operators_of(compiled: Compiled, before: Before, plan: Plan) -> list[Operator]:
    """The kernels of AI Core that the model asked for, in the order of the file."""
    rows = {row.node: row for row in plan.rows}
    found = []
    for name, planned in before.planned.items():
        operator = Operator(planned, rows.get(name))
        if operator.row is not None:
            operator.dtypes = _dtypes(operator)
            if plan.modes is not None:
                _compare_modes(operator, plan.modes, compiled)
        found.append(operator)
    return found


def _dtypes(operator: Operator) -> str:
    """Whether the planned dtypes are the compiled ones, as far as both are known."""
    assert operator.row is not None
    dtypes = operator.row.dtypes
    if dtypes.status == UNDETERMINED:
        return UNDECIDED
    if dtypes.status != DETERMINED:
        return DIFFERENT  # it was to leave AI Core, or to fail
    pairs = [
        (planned, compiled)
        for planned, compiled, known in zip(
            dtypes.inputs, operator.inputs, operator.known, strict=False
        )
        if known and compiled is not None
    ]
    if not operator.kernel.is_fused:
        outputs = zip(dtypes.outputs, operator.outputs, strict=False)
        pairs += [(planned, compiled) for planned, compiled in outputs if compiled is not None]
    if not pairs:
        return UNDECIDED
    return EQUAL if all(planned == compiled for planned, compiled in pairs) else DIFFERENT


def _compare_modes(operator: Operator, modes: Modes, compiled: Compiled) -> None:
    """Compare the modes, where the release records them.

    CANN stamps the mode before fusion: of a type that fusion makes of another, the other type's
    mode counts.
    """
    kernel = operator.kernel
    planned = _named_mode(modes, kernel, kernel.first)
    operator.mode = planned
    stamped = kernel.modes
    if not compiled.records_modes or (stamped is None and kernel.is_fused):
        return
    have = {name for name in stamped or () if name != _DEFAULT}
    for op_type in (kernel.first, *STAMPED_AS.get(kernel.first, ())):
        mode = planned if op_type == kernel.first else _named_mode(modes, kernel, op_type)
        if mode.reason is not None or mode.value in UNSTAMPED_MODES:
            return
        if have == {mode.value} - {None, _DEFAULT}:
            operator.mode, operator.modes = mode, EQUAL
            operator.mode_type = op_type if op_type != kernel.first else None
            return
    operator.modes = DIFFERENT


def _named_mode(modes: Modes, kernel: Kernel, op_type: str) -> Mode:
    """The mode of a kernel: an entry for one of its names comes before one for the type."""
    by_type = modes.of(op_type)
    for name in kernel.names:
        mode = modes.of(op_type, name)
        if mode.origin is not by_type.origin and mode.value is not None and mode.origin is not None:
            same = by_type.origin is not None and mode.origin.span == by_type.origin.span
            if not same:
                return mode
    return by_type
