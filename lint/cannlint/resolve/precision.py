"""Which precision mode a compile runs in, or why it is refused.

See manual/dtype-selection.md#precision-modes.
"""

from __future__ import annotations

from cannlint.cann.option_names import V1, V2
from cannlint.cann.precision import BF16_MODES, V1_MODES, V2_MODES
from cannlint.diagnostics import Message, Phrase
from cannlint.resolve.provenance import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.cann.precision import Strategy


class PrecisionMode:
    """A precision mode: what it is, and the value and the place it comes from."""

    __slots__ = ("origin", "strategy", "text")

    def __init__(self, strategy: Strategy, text: str, origin: Origin) -> None:
        self.strategy = strategy
        self.text = text
        self.origin = origin


class PrecisionChoice:
    """The mode of a compile.

    `modes` has one; two where the default depends on what is not known (training or
    inference, the SoC); none where the compile is refused, with `code` and `reason`.
    """

    __slots__ = ("code", "modes", "reason")

    def __init__(self, modes: tuple[PrecisionMode, ...] = ()) -> None:
        self.modes = modes
        self.code: str | None = None
        self.reason: Message | None = None


def precision_mode(
    v1: str | None,
    v2: str | None,
    training: bool | None,
    fp32_cube: bool | None,
    bf16: bool | None,
) -> PrecisionChoice:
    """The mode that the two options set, as GE and then the engine check them.

    An empty option counts as unset. `training` is the run mode, `fp32_cube` and `bf16` what the
    SoC can do; each None where it is not known. Refused: both options (E10056), a value that
    the option does not have (E10001), a bfloat16 mode the SoC cannot run (E20101).
    """
    if v1 and v2:
        return _refused("E10056", Phrase("precision_mode and precision_mode_v2 are both set"))
    option, text, values = (V2, v2, V2_MODES) if v2 else (V1, v1, V1_MODES)
    if not text:
        return PrecisionChoice(_defaults(training, fp32_cube))
    if text not in values:
        return _refused(
            "E10001", Phrase("`{value}` is not a value of {option}"), value=text, option=option
        )
    if text in BF16_MODES and bf16 is False:
        template = Phrase("`{value}` needs bfloat16, which the SoC lacks")
        return _refused("E20101", template, value=text)
    return PrecisionChoice((PrecisionMode(values[text], text, Origin("option", option)),))


def _defaults(training: bool | None, fp32_cube: bool | None) -> tuple[PrecisionMode, ...]:
    texts = []
    if training is not True:
        texts.append("force_fp16")
    if training is not False and fp32_cube is not False:
        texts.append("must_keep_origin_dtype")
    if training is not False and fp32_cube is not True:
        texts.append("allow_fp32_to_fp16")
    origin = Origin("default", Message("no precision mode is set", {}))
    return tuple(PrecisionMode(V1_MODES[text], text, origin) for text in texts)


def _refused(code: str, reason: str, **values: object) -> PrecisionChoice:
    choice = PrecisionChoice()
    choice.code, choice.reason = code, Message(reason, values)
    return choice
