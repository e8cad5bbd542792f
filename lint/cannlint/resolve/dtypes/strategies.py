"""How a precision mode chooses among the columns for one tensor.

See manual/dtype-selection.md#what-a-tensor-wants.
"""

from __future__ import annotations

from dataclasses import dataclass

from cannlint.cann.mixlist import BLACK, WHITE
from cannlint.cann.precision import (
    FLOATS,
    HIF8_BLACK,
    HIF8_GRAY,
    HIF8_GRAY_BF16_AFTER,
    HIF8_WHITE,
    Strategy,
)
from cannlint.resolve.dtypes.customized import BF16, FLOAT, FLOAT16, LOW, exact, mix, reduce, rise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.resolve.dtypes.customized import Columns

    State = tuple[Columns, bool]
    """The columns still alive, and whether an earlier tensor has set `_force_fp32_to_fp16`."""

    Run = Callable[["Columns", "Slot", "NodeFlags", str | None, str | None], State]
    """(columns, tensor, node, forbidden dtype, dtype of the producer) → columns, lowered."""

LOW_DTYPES = {Strategy.MIX_FP16: FLOAT16, Strategy.MIX_BF16: BF16}
"""Mixed mode → the dtype that it lowers to; a Cast that raises it is looked through."""


@dataclass(eq=False, slots=True)
class Slot:
    """A tensor of a node as the judge meets it.

    `name` is the operator's, `position` the node's, `dtype` the graph's. `dtypes` and `formats`
    are what the columns have, one each; no formats where they are made for the node at hand.
    """

    name: str
    is_input: bool
    position: int
    dtype: str
    dtypes: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    is_continuous: bool = False


@dataclass(eq=False, slots=True)
class NodeFlags:
    """What the strategies ask about a node.

    `is_sensitive` is a Cast, or a node with a complex tensor; `is_null` one whose opFile is
    Null; `gives_float` whether some column takes float16 and gives float32.
    """

    strategy: Strategy
    colour: str
    gives_float: bool = False
    inherits: bool = False
    is_cube: bool = False
    is_null: bool = False
    is_sensitive: bool = False
    keeps: bool = False


def narrow(state: State, slot: Slot, flags: NodeFlags, producer: str | None) -> State:
    """The columns that are left after a tensor, by the first rule that is its own.

    See manual/dtype-selection.md#exceptions.
    """
    columns, lowered = state
    run, forbidden = _rule(slot, flags, lowered)
    columns, lowers = run(columns, slot, flags, forbidden, producer)
    return columns, lowered or lowers


def reads_producer(slot: Slot, flags: NodeFlags) -> bool:
    """Whether what a tensor becomes depends on what its producer gives out."""
    if not slot.is_input or flags.is_sensitive or flags.keeps:
        return False
    if flags.colour in (WHITE, BLACK) and not flags.inherits:
        return False
    if _follows_mix(slot, flags):
        return True
    return flags.strategy in (Strategy.MIX_FP16, Strategy.MIX_BF16, Strategy.MIXED_HIF8)


def low_dtype(slot: Slot, flags: NodeFlags) -> str | None:
    """The 16-bit dtype of the mixed routine that a tensor runs; the hifloat8 one has none."""
    if _follows_mix(slot, flags):
        return FLOAT16
    return LOW_DTYPES.get(flags.strategy)


def _rule(slot: Slot, flags: NodeFlags, lowered: bool) -> tuple[Run, str | None]:
    if flags.keeps or flags.is_sensitive:
        return _allow_fp32_to_fp16, None
    if _follows_mix(slot, flags):
        return (_gray_fp16 if flags.inherits else _mix_fp16), None
    if lowered and flags.strategy is Strategy.ALLOW_FP32_TO_FP16:
        return _force_fp16, None
    return _RUNS[flags.strategy], forbidden_dtype(flags.strategy, slot.dtype)


def _follows_mix(slot: Slot, flags: NodeFlags) -> bool:
    """Rule b: the mixed float16 routine, in every mode."""
    is_null = flags.is_null and flags.strategy is not Strategy.FORCE_FP16
    return is_null or (slot.is_input and slot.is_continuous) or flags.inherits


def forbidden_dtype(strategy: Strategy, dtype: str) -> str | None:
    """The 16-bit dtype that a mode does not take for a tensor of a dtype."""
    if strategy in (Strategy.FORCE_FP16, Strategy.FORCE_FP32):
        return BF16
    if strategy in (Strategy.ALLOW_FP32_TO_FP16, Strategy.MIX_FP16):
        return BF16 if dtype != BF16 else None
    if strategy in (Strategy.ALLOW_FP32_TO_BF16, Strategy.MIX_BF16):
        return FLOAT16 if dtype != FLOAT16 else None
    return None


def _force_fp16(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    want = FLOAT16 if slot.dtype in (FLOAT, BF16) else slot.dtype
    return rise(columns, slot.dtypes, want, forbidden) or columns, False


def _force_fp32(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    is_first = slot.is_input and slot.position == 0
    if is_first and flags.is_cube and flags.gives_float and slot.dtype in FLOATS:
        want = FLOAT16
    else:
        want = FLOAT if slot.dtype in LOW else slot.dtype
    return _rise_or_reduce(columns, slot, want, forbidden), False


def _must_keep(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    return rise(columns, slot.dtypes, slot.dtype, forbidden) or columns, False


def _allow_fp32_to_fp16(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    """Keep, or lower where nothing else is left; a cube operator is lowered at once."""
    prefers_low = slot.dtype == FLOAT and flags.is_cube and not flags.keeps
    want = FLOAT16 if prefers_low else slot.dtype
    found = rise(columns, slot.dtypes, want, forbidden)
    if found or want not in (FLOAT, BF16):
        return found or columns, False
    found = reduce(columns, slot.dtypes, want, forbidden)
    return found or columns, bool(found) and want == FLOAT


def _allow_fp32_to_bf16(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    found = rise(columns, slot.dtypes, slot.dtype, forbidden)
    if not found and slot.dtype in (FLOAT, BF16):
        found = reduce(columns, slot.dtypes, slot.dtype, forbidden)
    return found or columns, False


def _force_lowerprecision(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    want = BF16 if slot.dtype == FLOAT else slot.dtype
    found = exact(columns, slot.dtypes, want)
    if not found:
        found = rise(columns, slot.dtypes, FLOAT16 if want == BF16 else want, forbidden)
    return found or columns, False


def _gray(alone: Run) -> Run:
    """For the gray list: the dtype of what is in front, and as `alone` where nothing is."""

    def run(
        columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
    ) -> State:
        if producer is None:
            return alone(columns, slot, flags, forbidden, producer)
        return _rise_or_reduce(columns, slot, producer, forbidden), False

    return run


def _mixed(gray: Run) -> Run:
    """A mode of mixed precision, by what it does with the gray list."""

    def run(
        columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
    ) -> State:
        if flags.colour == BLACK:
            return _must_keep(columns, slot, flags, forbidden, producer)
        if flags.colour != WHITE:
            return gray(columns, slot, flags, forbidden, producer)
        if slot.dtype in FLOATS:
            return mix(columns, slot.dtypes, forbidden), False
        return _must_keep(columns, slot, flags, None, producer)

    return run


_gray_fp16, _gray_bf16 = _gray(_allow_fp32_to_fp16), _gray(_allow_fp32_to_bf16)
_mix_fp16, _mix_bf16 = _mixed(_gray_fp16), _mixed(_gray_bf16)


def _rise_or_reduce(columns: Columns, slot: Slot, want: str, forbidden: str | None) -> Columns:
    return (
        rise(columns, slot.dtypes, want, forbidden)
        or reduce(columns, slot.dtypes, want, forbidden)
        or columns
    )


def _cube_hif8(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    table = HIF8_WHITE if flags.is_cube else HIF8_BLACK
    return _first_of(table.get(slot.dtype, (slot.dtype,)), columns, slot), False


def _mixed_hif8(
    columns: Columns, slot: Slot, flags: NodeFlags, forbidden: str | None, producer: str | None
) -> State:
    if flags.colour == WHITE:
        wanted = HIF8_WHITE.get(slot.dtype, (slot.dtype,))
    elif flags.colour == BLACK or producer is None:
        wanted = HIF8_BLACK.get(slot.dtype, (slot.dtype,))
    elif producer == "hifloat8" and slot.dtype == BF16:
        wanted = HIF8_GRAY_BF16_AFTER
    else:
        wanted = HIF8_GRAY.get(producer, (producer,))
    return _first_of(wanted, columns, slot), False


def _first_of(wanted: tuple[str, ...], columns: Columns, slot: Slot) -> Columns:
    matches = (exact(columns, slot.dtypes, dtype) for dtype in wanted)
    return next((found for found in matches if found), columns)


_RUNS: dict[Strategy, Run] = {
    Strategy.FORCE_FP16: _force_fp16,
    Strategy.FORCE_FP32: _force_fp32,
    Strategy.ALLOW_FP32_TO_FP16: _allow_fp32_to_fp16,
    Strategy.ALLOW_FP32_TO_BF16: _allow_fp32_to_bf16,
    Strategy.ALLOW_FP32_TO_LOWPRECISION: _allow_fp32_to_fp16,
    Strategy.FORCE_LOWERPRECISION: _force_lowerprecision,
    Strategy.MUST_KEEP: _must_keep,
    Strategy.MIX_FP16: _mix_fp16,
    Strategy.MIX_BF16: _mix_bf16,
    Strategy.CUBE_HIF8: _cube_hif8,
    Strategy.MIXED_HIF8: _mixed_hif8,
}
