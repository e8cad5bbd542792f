"""The kinds of file, and the format of each: what concerns every kind asks the format."""

from __future__ import annotations

from enum import Enum

from cannlint.formats import (
    customize_dtypes,
    fusion_switch,
    impl_mode,
    keep_dtype,
    mixlist,
    op_precision,
    ops_info,
    option_files,
    scripts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.format import Format


class Kind(str, Enum):
    """What CANN reads a file as; the value is the name that `--kind` takes."""

    CUSTOMIZE_DTYPES = "customize_dtypes"
    OP_PRECISION = "op_precision"
    KEEP_DTYPE = "keep_dtype"
    MIXLIST = "mixlist"
    FUSION_SWITCH = "fusion_switch"
    OPS_INFO = "ops_info"
    IMPL_MODE = "impl_mode"
    ATC_COMMANDS = "atc_script"
    """A shell script, a page or a Python script with command lines of `atc`."""
    TF_SCRIPT = "tf_script"
    """A Python script of TensorFlow 1 or 2."""
    TORCH_MINDSPORE_SCRIPT = "torch_script"
    """A Python script of torch_npu, torchair or MindSpore."""
    MSLITE_CONFIG = "mslite_config"
    """The ini file of MindSpore Lite."""
    MINDFORMERS_YAML = "mindformers_yaml"
    """A YAML file of MindFormers."""
    CPP_SOURCE = "cpp_source"
    """A C++ source with options of GE or acl."""
    JOB = "job"
    """A cannlint.toml."""

    def __str__(self) -> str:
        return self.value


FORMATS: dict[Kind, Format] = {
    Kind.CUSTOMIZE_DTYPES: customize_dtypes.FORMAT,
    Kind.OP_PRECISION: op_precision.FORMAT,
    Kind.KEEP_DTYPE: keep_dtype.FORMAT,
    Kind.MIXLIST: mixlist.FORMAT,
    Kind.FUSION_SWITCH: fusion_switch.FORMAT,
    Kind.OPS_INFO: ops_info.FORMAT,
    Kind.IMPL_MODE: impl_mode.FORMAT,
    Kind.ATC_COMMANDS: scripts.ATC_COMMANDS,
    Kind.TF_SCRIPT: scripts.TF_SCRIPT,
    Kind.TORCH_MINDSPORE_SCRIPT: scripts.TORCH_MINDSPORE_SCRIPT,
    Kind.MSLITE_CONFIG: option_files.MSLITE_CONFIG,
    Kind.MINDFORMERS_YAML: option_files.MINDFORMERS_YAML,
    Kind.CPP_SOURCE: scripts.CPP_SOURCE,
    Kind.JOB: scripts.JOB,
}
"""The format of each kind. The order matters where a file could be of several."""


def _kinds_of(role: str) -> tuple[Kind, ...]:
    return tuple(kind for kind, form in FORMATS.items() if form.role == role)


CONFIG_KINDS = _kinds_of("config")
"""The kinds of a user's config files."""

LINKED_KINDS = (*CONFIG_KINDS, Kind.MSLITE_CONFIG)
"""The kinds of file that an option of a job may name."""

LIBRARY_KINDS = _kinds_of("library")
"""The files of an operator library: read when --kind says so, never guessed."""

SCRIPT_KINDS = _kinds_of("script")
"""The files that a shell or Python reads, not CANN."""

NAMED_KINDS = (*CONFIG_KINDS, *LIBRARY_KINDS, Kind.MSLITE_CONFIG, Kind.MINDFORMERS_YAML)
"""The kinds that `[files]` of a cannlint.toml gives to files: all but those of code."""

JOB_KINDS = (*SCRIPT_KINDS, Kind.JOB)
"""The files that compile options are written in: scripts, and cannlint.toml."""

LINE_KINDS = tuple(kind for kind, form in FORMATS.items() if form.has_lines)
"""The files that CANN reads, or may read, line by line."""


def kind_of_front_end(front_end: str) -> Kind:
    """The kind of file that jobs of a front end are in, where they have a file of their own."""
    return next(kind for kind, form in FORMATS.items() if front_end in form.front_ends)
