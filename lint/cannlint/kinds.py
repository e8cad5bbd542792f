"""The kinds of file that cannlint reads, and the languages of scripts."""

from __future__ import annotations

from enum import Enum


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
    JOB = "job"
    """A cannlint.toml."""

    def __str__(self) -> str:
        return self.value


CONFIG_KINDS = (
    Kind.CUSTOMIZE_DTYPES,
    Kind.OP_PRECISION,
    Kind.KEEP_DTYPE,
    Kind.MIXLIST,
    Kind.FUSION_SWITCH,
)
"""The kinds of a user's config files."""

LIBRARY_KINDS = (Kind.OPS_INFO, Kind.IMPL_MODE)
"""The files of an operator library: read when --kind says so, never guessed."""

SCRIPT_KINDS = (Kind.ATC_COMMANDS, Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT)
"""The files that a shell or Python reads, not CANN."""

JOB_KINDS = (*SCRIPT_KINDS, Kind.JOB)
"""The files that compile options are written in: scripts, and cannlint.toml."""


class Output:
    """A JSON file that a program wrote, although it looks like a config file.

    Texts, as every run would pay for an Enum.
    """

    FUSION_RESULT = "fusion result"
    MODEL = "model"
    OURS = "report"


class Language:
    """What a file is written in that may have comments: a script, a page with commands in it.

    Texts, as every run would pay for an Enum.
    """

    SHELL = "shell"
    PYTHON = "python"
    MARKDOWN = "markdown"
    RST = "rst"
    INI = "ini"
    TOML = "toml"


SCRIPT_SUFFIXES = {
    ".sh": Language.SHELL,
    ".bash": Language.SHELL,
    ".zsh": Language.SHELL,
    ".ksh": Language.SHELL,
    ".py": Language.PYTHON,
    ".md": Language.MARKDOWN,
    ".markdown": Language.MARKDOWN,
    ".rst": Language.RST,
}
"""How the names of scripts and pages end, in small letters."""

PAGES = (Language.MARKDOWN, Language.RST)
"""The languages of pages: commands stand in blocks of them."""


def language_of(path: str) -> str | None:
    """The language that the name of a file tells, in whatever case; None where it tells none."""
    _, dot, suffix = path.rpartition(".")
    return SCRIPT_SUFFIXES.get(dot + suffix.lower())
