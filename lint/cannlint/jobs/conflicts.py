"""Options of one job that do not go together, whatever the front end (options.md 2)."""

from __future__ import annotations

from cannlint.cann.option_names import V1, V2
from cannlint.cann.precision import V1_MODES, V2_MODES, Strategy
from cannlint.jobs.settings import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

_MIXED = (Strategy.MIX_FP16, Strategy.MIX_BF16, Strategy.MIXED_HIF8)
"""The strategies that use the lists of modify_mixlist."""


def precision_modes_twice(job: Job) -> tuple[Setting, Setting] | None:
    """Both forms of the precision mode, where both have a value (X1a to X1f).

    The adapter of TensorFlow 1 asks for the keys alone.
    """
    first, second = job.get(V1), job.get(V2)
    if first is None or second is None:
        return None
    by_key = first.via == second.via == "parameter_map"
    return (first, second) if by_key or (first.value and second.value) else None


def mixlist_without_mixed_mode(job: Job) -> tuple[Setting, Setting | None] | None:
    """A modify_mixlist without a mode that uses it, and the mode that is set instead (X2)."""
    mixlist = job.get("modify_mixlist")
    if mixlist is not None and job.front_end is FrontEnd.TF1:
        return _mixlist_of_session(job, mixlist)
    if mixlist is None or mixlist.value == "":
        return None
    modes = [mode for name in (V1, V2) if (mode := job.get(name))]
    if not job.complete and len(modes) < 2:
        return None
    if any(mode.value is None or is_mixed(mode) for mode in modes):
        return None
    return mixlist, next((mode for mode in modes if mode.value), None)


def _mixlist_of_session(job: Job, mixlist: Setting) -> tuple[Setting, Setting | None] | None:
    """The same for the adapter of TensorFlow 1 (X2c).

    It asks for the keys, whatever the values, and reads precision_mode_v2 only if the other key is
    not there.
    """
    mode = job.get(V1) or job.get(V2)
    if mode is None:
        is_given = mixlist.value is not None or mixlist.via == "parameter_map"
        return (mixlist, None) if job.complete and is_given else None
    if mode.option == V2 and not job.lacks(V1):
        return None
    if mixlist.value is None and mixlist.via != "parameter_map":
        return None
    unknown = mode.read_value is None
    modes = V1_MODES if mode.option == V1 else V2_MODES
    is_used = unknown or modes.get(mode.read_value or "") in _MIXED
    return None if is_used else (mixlist, mode)


def is_mixed(mode: Setting) -> bool:
    """Whether a precision mode is one that uses the mixed precision lists."""
    modes = V1_MODES if mode.option == V1 else V2_MODES
    return modes.get(mode.value or "") in _MIXED


def compress_twice(job: Job) -> tuple[Setting, Setting] | None:
    """Weight compression of everything, and of the nodes of a file (X10)."""
    switch, conf = job.get("enable_compress_weight"), job.get("compress_weight_conf")
    if switch is None or conf is None or switch.value not in ("true", "True", "1"):
        return None
    return (switch, conf) if conf.value else None


def deterministic_mismatch(job: Job) -> tuple[Setting, Setting | None] | None:
    """A deterministic_level that is zero while deterministic is not, or the other way (X11)."""
    level, switch = job.get("deterministic_level"), job.get("deterministic")
    if level is None or not level.value or not (switch or job.complete):
        return None
    value = switch.value if switch is not None else "0"
    if not value or (level.value == "0") == (value == "0"):
        return None
    return level, switch


def hybrid_of_datasets(job: Job) -> tuple[Setting, Setting] | None:
    """A compile_hybrid_mode, which is for placeholders only, beside gears of datasets (X25)."""
    hybrid, node_type = job.get("compile_hybrid_mode"), job.get("dynamic_node_type")
    if hybrid is None or node_type is None or not job.is_on(hybrid.option):
        return None
    is_read = job.reads(hybrid) and job.reads(node_type)
    return (hybrid, node_type) if is_read and node_type.value == "0" else None


def lacking_companions(job: Job, setting: Setting) -> list[str]:
    """The options that a setting asks for and that are certainly not set (tables: `requires`).

    A switch asks for them where it is on, any other option where it has a value; the adapter of
    TensorFlow 1 looks at the keys alone.
    """
    spec = setting.spec
    if spec is None or "missing" not in spec.entry or job.get(setting.option) is not setting:
        return []
    if setting.value_type == "none":
        return []
    is_switch = spec.type == "bool" or spec.key == "compile_hybrid_mode"
    is_key = job.front_end is FrontEnd.TF1 and setting.value is not None
    has_value = bool(setting.value) or is_key or setting.via == "parameter_map"
    asks = job.is_on(setting.option) if is_switch else has_value
    is_default = spec.front_end is FrontEnd.TORCHAIR and _is_default(setting)
    required = spec.entry["requires"] if asks and not is_default else []
    return [option for option in required if job.lacks(option) or _is_off(job, option)]


def _is_off(job: Job, option: str) -> bool:
    """Whether torchair certainly sends nothing of a group, as its switch is set to False."""
    if job.front_end is not FrontEnd.TORCHAIR:
        return False
    setting = job.get(option)
    return setting is not None and setting.value in ("False", "false", "0", "0.0")


def _is_default(setting: Setting) -> bool:
    return setting.spec is not None and setting.value == setting.spec.entry.get("default")
