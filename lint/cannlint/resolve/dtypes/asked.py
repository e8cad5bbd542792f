"""The dtypes that config files and the precision mode ask for, before columns are looked at."""

from __future__ import annotations

from cannlint.cann.dtypes import graph_name
from cannlint.cann.mixlist import BLACK, WHITE
from cannlint.cann.precision import FLOATS, Strategy
from cannlint.resolve.dtypes.customized import BF16, FLOAT, FLOAT16, LOW, written_over
from cannlint.resolve.dtypes.strategies import LOW_DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.dtypes.node_view import NodeView
    from cannlint.resolve.dtypes.strategies import NodeFlags

    Asked = tuple[list[str | None], list[str | None]]
    """For inputs and outputs the dtype that is asked for, as graphs write it; "" where none is, as
    the tensor follows its producer, None for an absent input."""

FREE = ""
HIF8 = "hifloat8"


def asked_dtypes(view: NodeView, flags: NodeFlags) -> Asked:
    """What is asked for each tensor: by customize_dtypes, or else by keep_dtype and the mode.

    Where an input follows its producer, so do the outputs.
    """
    entry = view.customized
    following = [_follows(view, flags, at) for at in range(len(view.inputs))]
    inputs = [
        None if own is None else _by_mode(own, flags, follows, at == 0)
        for at, (own, follows) in enumerate(zip(view.inputs, following, strict=True))
    ]
    outputs: list[str | None] = [
        _by_mode(own, flags, any(following), False) for own in view.outputs
    ]
    if entry is not None:
        inputs, outputs = written_over(inputs, entry.inputs), written_over(outputs, entry.outputs)
    return [dtype and graph_name(dtype) for dtype in inputs], [
        dtype and graph_name(dtype) for dtype in outputs
    ]


def _follows(view: NodeView, flags: NodeFlags, at: int) -> bool:
    """Whether an input has the dtype of its producer."""
    if view.inputs[at] is None or flags.keeps or flags.is_sensitive:
        return False
    is_mixed = flags.strategy in LOW_DTYPES or flags.strategy is Strategy.MIXED_HIF8
    is_gray = is_mixed and flags.colour not in (BLACK, WHITE)
    if not (is_gray or _runs_as_null(flags) or flags.inherits or at in view.continuous):
        return False
    return view.producers(at, None) != (None,)


def _runs_as_null(flags: NodeFlags) -> bool:
    """Whether an operator without a kernel is under the mixed routine, whatever the mode is."""
    return flags.is_null and flags.strategy is not Strategy.FORCE_FP16


def _by_mode(own: str, flags: NodeFlags, follows: bool, is_first: bool) -> str:
    """The dtype that a tensor should have by keep_dtype and the precision mode."""
    if flags.keeps or flags.is_sensitive or own not in (*FLOATS, HIF8):
        return own
    if follows:
        return FREE
    strategy = flags.strategy
    if strategy is Strategy.FORCE_FP16:
        return FLOAT16
    if strategy is Strategy.FORCE_FP32:
        is_low_cube = is_first and flags.is_cube and flags.gives_float
        return FLOAT16 if is_low_cube else FLOAT if own in LOW else own
    if strategy is Strategy.FORCE_LOWERPRECISION:
        return BF16 if own == FLOAT else own
    if strategy is Strategy.CUBE_HIF8:
        return HIF8 if flags.is_cube else own
    if flags.colour == WHITE and strategy in LOW_DTYPES:
        return LOW_DTYPES[strategy]
    if flags.colour == WHITE and strategy is Strategy.MIXED_HIF8:
        return HIF8
    return _kept_or_lowered(own, flags)


_PREFER_LOW = frozenset(
    {Strategy.ALLOW_FP32_TO_FP16, Strategy.ALLOW_FP32_TO_LOWPRECISION, Strategy.MIX_FP16}
)
"""Modes in which a cube operator takes float16 for float32."""


def _kept_or_lowered(own: str, flags: NodeFlags) -> str:
    is_gray = flags.colour != BLACK or flags.strategy is not Strategy.MIX_FP16
    is_lowered = own == FLOAT and flags.is_cube and flags.strategy in _PREFER_LOW and is_gray
    return FLOAT16 if is_lowered else own
