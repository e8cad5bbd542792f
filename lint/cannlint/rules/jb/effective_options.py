"""The options of a job that take effect, as far as the file shows."""

from __future__ import annotations

from cannlint.cann.modes import HF32_FILES, SELECT_IMPLMODES, SELECT_PLAIN
from cannlint.cann.option_names import CUSTOMIZE, FILE, KEEP, LIST, SELECT, V1, V2
from cannlint.cann.precision import ENGINE_MODES, Strategy
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.jobs.values import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting


BUILT_IN = (*SELECT_IMPLMODES, *SELECT_PLAIN)
"""The modes of op_select_implmode; each has a built-in file."""


def effective(job: Job, option: str) -> Setting | None:
    """The setting that takes effect, if its value is known and not empty.

    None also if the value is Python's None, or really the next flag of the command line (JB014).
    """
    setting = job.get(option)
    if setting is None or not setting.value or setting.value.startswith("--"):
        return None
    if setting.value_type == "none":
        return None
    return setting


def has_option(job: Job, option: str) -> bool:
    """Whether the front end has the option."""
    return any(spec.option == option for spec in options_of(job.front_end).values())


def is_unset(job: Job, option: str) -> bool:
    """Whether the option is certainly not set, or set to the empty string."""
    setting = job.get(option)
    return job.lacks(option) or (setting is not None and setting.value == "")


def precision_setting(job: Job) -> Setting | None:
    """The setting of the precision mode that takes effect: precision_mode, else precision_mode_v2.

    None if neither is set, or if the file does not show which of them takes effect.
    """
    if effective(job, V1) is not None:
        return effective(job, V1)
    return effective(job, V2) if job.get(V1) is None or is_unset(job, V1) else None


def precision_strategy(job: Job) -> Strategy | None:
    """How the job chooses dtypes; None if the file does not show it. ATC has a default.

    See manual/dtype-selection.md#precision-modes.
    """
    setting = precision_setting(job)
    if setting is not None and setting.sent is not None:
        return ENGINE_MODES.get(setting.sent)
    if job.front_end is FrontEnd.ATC and sets_no_precision(job):
        return Strategy.FORCE_FP16
    return None


def sets_no_precision(job: Job) -> bool:
    """Whether the job certainly sets no precision mode."""
    return is_unset(job, V1) and is_unset(job, V2)


def leaves_no_float32(job: Job) -> bool:
    """Whether every float32 tensor certainly becomes float16 if a kernel allows it."""
    exceptions = (KEEP, CUSTOMIZE)
    lowered = precision_strategy(job) is Strategy.FORCE_FP16
    return lowered and all(is_unset(job, option) for option in exceptions)


def asks_for_hf32(setting: Setting) -> bool:
    """Whether allow_hf32 has a legal value that turns HF32 on, for any operators."""
    return "_t" in HF32_FILES.get(setting.value or "", "") and verdict(setting) is None


def debugging(job: Job) -> Setting | None:
    """The option for debugging operators that turns the compile cache off.

    See manual/options.md#compile-cache-and-debugging.
    """
    level = effective(job, "op_debug_level")
    if level is not None and level.value in ("1", "2", "3", "4"):
        return level
    return effective(job, "op_debug_config")


def keeps_origin(job: Job) -> bool:
    """Whether the precision mode keeps the dtypes of the model."""
    return precision_setting(job) is not None and precision_strategy(job) is Strategy.MUST_KEEP


def implmode_setting(job: Job) -> Setting | None:
    """The op_select_implmode that takes effect: a legal value, and no op_precision_mode is set."""
    setting = effective(job, SELECT)
    if setting is None or not is_unset_or_absent(job, FILE):
        return None
    return setting if setting.value in BUILT_IN else None


def is_unset_or_absent(job: Job, option: str) -> bool:
    """Whether the file shows no value of the option; it may still be set in another place."""
    setting = job.get(option)
    return setting is None or setting.value == "" or setting.value_type == "none"


def listed_types(job: Job) -> tuple[Setting, Setting] | None:
    """The op_select_implmode and the optypelist_for_implmode, if the list takes effect."""
    select, listed = implmode_setting(job), effective(job, LIST)
    if select is None or listed is None or select.value not in SELECT_PLAIN:
        return None
    return select, listed
