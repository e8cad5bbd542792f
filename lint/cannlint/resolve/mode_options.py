"""The options that choose implementation modes, as the engine gets them.

See manual/implementation-modes.md.
"""

from __future__ import annotations

from cannlint.cann.option_names import HF32
from cannlint.diagnostics import Message
from cannlint.jobs.chosen_release import sent_in
from cannlint.jobs.values import normal_text
from cannlint.resolve.provenance import Origin, of_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

DEFAULT_SELECT = "high_performance"
"""What op_select_implmode is where nothing is set.

See manual/implementation-modes.md#which-source-counts.
"""

DEFAULT_HF32 = "10"
"""What allow_hf32 is where nothing is set: convolutions, not matrix products."""


class ModeOption:
    """One of the options: its value as the engine gets it, `""` where it gets none.

    `setting` is the user's, None where there is none; then a value is the front end's own, and
    `origin` says so. `is_unknown` says that the file does not show the user's value.
    """

    __slots__ = ("is_unknown", "name", "origin", "setting", "value")

    def __init__(self, name: str, value: str, origin: Origin, setting: Setting | None) -> None:
        self.name = name
        self.value = value
        self.origin = origin
        self.setting = setting
        self.is_unknown = setting is not None and setting.value is None


CONV, MATMUL = "conv.allow_hf32", "matmul.allow_hf32"
"""The two switches that torch_npu and MindSpore have in place of allow_hf32."""


def mode_option(job: Job, name: str) -> ModeOption:
    """An option of a job as the engine gets it."""
    switches = [setting for setting in (job.get(CONV), job.get(MATMUL)) if setting is not None]
    if name == HF32 and switches:
        return _hf32_of_switches(job, switches[0])
    setting = job.get(name)
    filled_in = sent_in(job).get(name, "")
    if setting is not None and (setting.value or not filled_in):
        return ModeOption(name, setting.value or "", of_setting(setting), setting)
    detail = Message.of("{option}: set by the front end", option=name)
    return ModeOption(name, filled_in, Origin("default", detail), None)


def _hf32_of_switches(job: Job, setting: Setting) -> ModeOption:
    """The value that the front end makes of the switches: `<conv><matmul>`.

    See manual/implementation-modes.md#hf32.
    """
    values = [
        _as_digit(job.get(CONV), DEFAULT_HF32[0]),
        _as_digit(job.get(MATMUL), DEFAULT_HF32[1]),
    ]
    option = ModeOption(
        HF32, "".join(value or "" for value in values), of_setting(setting), setting
    )
    option.is_unknown = None in values
    return option


def _as_digit(setting: Setting | None, default: str) -> str | None:
    """A switch as allow_hf32 writes it; None where its value is not known."""
    if setting is None:
        return default
    if setting.value is None:
        return None
    return "1" if normal_text(setting) == "true" else "0"
