"""What to use instead of an option that a front end does not have: another one, or its own place.

Some front ends have a scope, a call or an environment variable for the same purpose
(manual/options.md). MindSpore passes options to GE under the keys of GE.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cannlint.jobs.chosen_release import options_at
from cannlint.jobs.model import Job
from cannlint.jobs.reached import takes_ge_keys
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import options_of, table_of

_GROUPED = (FrontEnd.TF2, FrontEnd.TORCH, FrontEnd.TORCHAIR)
"""Front ends with their own names for options, many of them in groups."""

_ACL_ALONE = "remove it: only acl has this option"
_HF32_FLAGS = "set `torch.npu.matmul.allow_hf32` and `torch.npu.conv.allow_hf32` instead"
_REMOVED = "remove it: CANN 8 removed this kind of tuning; older releases have the option"
_ELSEWHERE = {
    FrontEnd.TF1: {
        "auto_tune_mode": _REMOVED,
        "allow_hf32": "set the environment variable `ENABLE_HF32_EXECUTION` instead",
        "keep_dtype": "build the operators under `npu_scope.keep_dtype_scope()` instead",
        "op_bank_path": "set the environment variable `TUNE_BANK_PATH` instead",
    },
    FrontEnd.TF2: {
        "auto_tune_mode": _REMOVED,
        "allow_hf32": "call `tf.config.experimental.enable_tensor_float_32_execution` instead",
        "keep_dtype": "build the operators under `npu.keep_dtype_scope()` instead",
    },
    FrontEnd.TORCH: {
        "ACL_AUTO_TUNE_MODE": _REMOVED,
        "ACL_ALLOW_HF32": _HF32_FLAGS,
        "ACL_CUSTOMIZE_DTYPES": _ACL_ALONE,
        "ACL_OP_JIT_COMPILE": "call `torch.npu.set_compile_mode` instead",
        "ACL_OP_PRECISION_MODE": _ACL_ALONE,
        "ACL_PRECISION_MODE_V2": _ACL_ALONE,
        "allow_hf32": _HF32_FLAGS,
        "conv.allow_hf32": _HF32_FLAGS,
        "matmul.allow_hf32": _HF32_FLAGS,
    },
    FrontEnd.TORCHAIR: {"allow_hf32": _HF32_FLAGS},
    FrontEnd.MINDSPORE: {
        "auto_tune_mode": _REMOVED,
        "allow_hf32": "set `matmul_allow_hf32` and `conv_allow_hf32` instead",
        "deterministic": "pass it to `set_context` as `ON` or `OFF`",
        "op_debug_config": "set the environment variable `MS_COMPILER_OP_DEBUG_CONFIG` instead",
        "op_debug_level": "set the environment variable `MS_COMPILER_OP_LEVEL` instead",
        "precision_mode_v2": "set `precision_mode` instead: MindSpore has no `precision_mode_v2`",
    },
}
_GE_KEY = "set `{ge_key}` in `ge_options` instead"


def alternative(job: Job, setting: Setting) -> str | None:
    """A template of what to use instead of the option, or None."""
    if setting.via == "ge_options":
        return "write `global` or `session`"
    if job.front_end is FrontEnd.ATC and flag_of(setting.key) is not None:
        return "write `--{flag}`"
    told = _ELSEWHERE.get(job.front_end, {}).get(setting.key)
    by_key = setting.via == "ascend_config" and ge_key(setting) is not None
    return told or (_GE_KEY if by_key else None)


def flag_of(key: str) -> str | None:
    """The flag of ATC for a key of GE."""
    spec = options_of(FrontEnd.GE).get(key)
    return spec.option if spec is not None and spec.option in options_of(FrontEnd.ATC) else None


def ge_key(setting: Setting) -> str | None:
    """The key of an option in GE; None where no call takes it."""
    known = options_of(FrontEnd.GE).values()
    specs = (spec for spec in known if spec.option == setting.key)
    return next((spec.key for spec in specs if _is_taken_by_a_call(spec)), None)


def _is_taken_by_a_call(spec: OptionSpec) -> bool:
    """Whether a call of GE takes the key of an option: a file for keep_dtype is set otherwise."""
    return spec.levels is None or bool(spec.levels)


_OFFLINE = ("initialize", "model")
"""The levels of the calls that build a model for later; the others run it, too."""


def other_place(job: Job, setting: Setting) -> str | None:
    """Where the front end reads an option of this name: a call, or `parameter_map`."""
    if _is_beside_ge_keys(job, setting):
        return _call_that_takes(job, setting)
    spec = options_at(job).get(setting.key)
    places = spec.via if spec is not None else ()
    return places[-1] if places and setting.via is not None else None


def _call_that_takes(job: Job, setting: Setting) -> str | None:
    """The call, or section, that takes a key of GE: if it can be, one of the same sort."""
    levels = _levels_of(setting.key)
    is_offline = setting.level in _OFFLINE
    groups = table_of(job.front_end).groups.items()
    names = [name for name, group in groups if group.get("level") in levels]
    near = (name for name in names if _is_offline(job, name) is is_offline)
    return next(near, next(iter(names), None))


def _is_offline(job: Job, name: str) -> bool:
    return table_of(job.front_end).groups[name].get("level") in _OFFLINE


def _is_beside_ge_keys(job: Job, setting: Setting) -> bool:
    """Whether the keys beside a setting are those of GE."""
    return setting.via == "raw_ge_options" or takes_ge_keys(job, setting)


def _levels_of(key: str) -> Sequence[str]:
    """The levels of the calls that take a key of GE."""
    spec = options_of(FrontEnd.GE).get(key)
    return (spec.levels or ()) if spec is not None else ()


def meant_option(job: Job, setting: Setting) -> str | None:
    """The name of an option that a misspelt one probably means."""
    from cannlint.nearest import nearest

    are_ge_keys = _is_beside_ge_keys(job, setting)
    if are_ge_keys and ge_key(setting) is not None:
        return ge_key(setting)
    known = {
        key: spec
        for key, spec in (options_of(FrontEnd.GE) if are_ge_keys else options_at(job)).items()
        if _is_taken(key, spec, setting) and (not are_ge_keys or _is_taken_by_a_call(spec))
    }
    if job.front_end in _GROUPED:
        inner = [key for key in known if key.endswith(f".{setting.key.rpartition('.')[2]}")]
        canonical = [key for key, spec in known.items() if spec.option == setting.key]
        if len(inner or canonical) == 1:
            return (inner or canonical)[0]
        beside = of_same_group(job, setting)
        if beside:  # the group is right: nothing but the name in it can be meant otherwise
            near = nearest(setting.key.rpartition(".")[2], beside)
            return f"{setting.key.rpartition('.')[0]}.{near}" if near is not None else None
    return nearest(setting.key, known) or _only_longer(setting.key, known)


def of_same_group(job: Job, setting: Setting) -> list[str]:
    """The names of the options in the group of an unknown one: `type` of `debug.graph_dump`."""
    group, dot, _ = setting.key.rpartition(".")
    if not dot or job.front_end not in _GROUPED:
        return []
    inner = (
        key.removeprefix(group + dot)
        for key, spec in options_at(job).items()
        if key.startswith(group + dot) and _is_taken(key, spec, setting)
    )
    return [name for name in inner if "." not in name and not name.startswith("_")]


def _is_taken(key: str, spec: OptionSpec, setting: Setting) -> bool:
    """Whether the form that the setting is written in takes another option."""
    if setting.via == "set_option":
        return "." not in key
    places = spec.via
    if spec.values and not any(spec.values):  # no value is legal: the option is as good as none
        return False
    return key != setting.key and (not places or setting.via in (None, *places))


def _only_longer(begun: str, known: Iterable[str]) -> str | None:
    """The only name with this beginning: `soc_version` for `soc`."""
    longer = [name for name in known if name.startswith(begun)]
    return longer[0] if len(longer) == 1 else None
