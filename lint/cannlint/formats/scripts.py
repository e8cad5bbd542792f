"""Files that compile options are written in: scripts, pages, cannlint.toml; and their languages.

What they hold is read by jobs/; what is said here is what makes such a file one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.formats.format import Format, Rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


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
    CPP = "cpp"
    YAML = "yaml"
    DOCKERFILE = "dockerfile"
    MAKEFILE = "makefile"
    BATCH = "batch"
    NOTEBOOK = "notebook"
    PATCH = "patch"


SCRIPT_SUFFIXES = {
    ".sh": Language.SHELL,
    ".bash": Language.SHELL,
    ".zsh": Language.SHELL,
    ".ksh": Language.SHELL,
    ".py": Language.PYTHON,
    ".cpp": Language.CPP,
    ".cc": Language.CPP,
    ".cxx": Language.CPP,
    ".c": Language.CPP,
    ".h": Language.CPP,
    ".hpp": Language.CPP,
    ".md": Language.MARKDOWN,
    ".markdown": Language.MARKDOWN,
    ".rst": Language.RST,
    ".yml": Language.YAML,
    ".yaml": Language.YAML,
    ".dockerfile": Language.DOCKERFILE,
    ".mk": Language.MAKEFILE,
    ".bat": Language.BATCH,
    ".cmd": Language.BATCH,
    ".ipynb": Language.NOTEBOOK,
    ".patch": Language.PATCH,
    ".diff": Language.PATCH,
}
"""How the names of scripts and pages end, in small letters."""

_NAMES = {
    "dockerfile": Language.DOCKERFILE,
    "containerfile": Language.DOCKERFILE,
    "makefile": Language.MAKEFILE,
    "gnumakefile": Language.MAKEFILE,
}
"""Names that tell as much, with or without more behind a dot."""

HOLDERS = (
    Language.YAML,
    Language.DOCKERFILE,
    Language.MAKEFILE,
    Language.BATCH,
    Language.NOTEBOOK,
    Language.PATCH,
)
"""The languages of files that hold code of other languages."""
_WITH_SHELL_COMMENTS = (Language.YAML, Language.DOCKERFILE, Language.MAKEFILE)

PAGES = (Language.MARKDOWN, Language.RST)
"""The languages of pages: commands stand in blocks of them."""


TUNERS = {"aoe": "aoe", "omg": "atc"}
"""Programs with flags of ATC, the tuner and what ATC was called in 2019 → their name for msit."""
CONVERTER = "converter_lite"
"""The converter of MindSpore Lite."""
ADDITIONAL = ("--additional-config", "--additional_config")
"""The flag of vLLM that has options of the compiler in it, as it may be written."""
OTHER_COMMANDS = (CONVERTER, *ADDITIONAL, "msit convert", *TUNERS)
"""What a shell script has in it that runs another program with options of the compiler."""


@lru_cache(maxsize=2)
def names_other(text: str) -> bool:
    """Whether a text may run another program with options of the compiler.

    A script of Python asks for each of its blocks.
    """
    return any(mark in text for mark in OTHER_COMMANDS)


def names_tuner(word: str) -> bool:
    """Whether a word names a program with flags of ATC, in whatever folder."""
    return word.rpartition("/")[2] in TUNERS


def language_of(path: str) -> str | None:
    """The language that the name of a file tells, in whatever case; None where it tells none."""
    name = path.rpartition("/")[2].lower()
    first, _, _ = name.partition(".")
    _, dot, suffix = name.rpartition(".")
    return SCRIPT_SUFFIXES.get(dot + suffix) or _NAMES.get(first)


_LINE = r"(?m)^[ \t]*(?:(?:[$]|nohup|sudo)[ \t]+)*(?:[^\s=]*/)?atc[ \t]+-"


class JobsFormat(Format):
    """A file with compile jobs, of which CANN sees the options only."""

    rule_prefix = "JB"
    role = "script"


class AtcCommandsFormat(JobsFormat):
    """A shell script, a page or a Python script with command lines of ATC."""

    signs = ((Rank.COMMAND, lambda look: "atc " in look.text and re.search(_LINE, look.text)),)
    front_ends = ("atc", "msit")

    def comment_language(self, path: str) -> str | None:
        """That of the name; what has no such name is for a shell."""
        language = language_of(path) or Language.SHELL
        if language in _WITH_SHELL_COMMENTS:
            return Language.SHELL
        return None if language in HOLDERS else language

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        from cannlint.jobs.atc_commands import read

        return read(source)


class FrameworkScriptFormat(JobsFormat):
    """A Python script that sets options of a framework, or a shell script that writes them."""

    comments = Language.PYTHON

    def _read_as(self, source: Source, kind: Kind) -> JobsReading:
        if language_of(source.path) == Language.SHELL:
            from cannlint.jobs.atc_commands import read_options_written

            return read_options_written(source, kind)
        from cannlint.jobs.python.reader import read

        return read(source, kind)


class TensorFlowScriptFormat(FrameworkScriptFormat):
    """A script of TensorFlow 1 or 2."""

    front_ends = ("tf1", "tf2")
    marks = (b"parameter_map", b"NPURunConfig", b"global_options()")

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        from cannlint.kinds import Kind

        return self._read_as(source, Kind.TF_SCRIPT)


class TorchMindSporeScriptFormat(FrameworkScriptFormat):
    """A script of torch_npu, torchair or MindSpore."""

    front_ends = (
        "torch",
        "torchair",
        "npugraph_ex",
        "onnxruntime",
        "mindspore",
        "mslite",
        "vllm_ascend",
    )
    marks = (
        b"npu.set_option",
        b"set_compile_mode",
        b"allow_hf32",
        b"allow_internal_format",
        b"torchair",
        b"set_context",
        b"ascend_config",
        b"op_precision.",
        b"op_tuning.",
        b"torch_npu.npu",
        b"npu.matmul",
        b"npu.conv",
        b"npu.config",
        b"npu.aclnn",
        b"npugraph_ex",
        b"CANNExecutionProvider",
        b"ge_initialize",
        b"ge.session",
        b"CannExecutionProvider",
        b"CANNEx",
        b"AscendExecutionProvider",
        b"NPUExecutionProvider",
        b"CANNProvider",
        b"use_compatible_impl",
        b"set_mm_bmm_format_nd",
        b"device_context",
        b"set_deterministic",
        b"JitConfig",
        b"jit(",
        b"ACL_OP_",
        b"BMMV2_ENABLE",
        b"TORCH_NPU_USE_COMPATIBLE_IMPL",
        b"mindspore_lite",
        b"additional_config",
    )

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        from cannlint.kinds import Kind

        return self._read_as(source, Kind.TORCH_MINDSPORE_SCRIPT)


class CppSourceFormat(JobsFormat):
    """A C++ source that hands options to GE or acl."""

    comments = Language.CPP
    front_ends = ("acl", "aclgrph")
    calls = (
        b"aclSetCompileopt",
        b"AclSetCompileopt",
        b"aclgrphBuildInitialize",
        b"aclgrphBuildModel",
        b"GEInitialize",
        b"ge::Session",
    )

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        from cannlint.jobs.cpp.reader import read

        return read(source)


class ConfiguredJobsFormat(JobsFormat):
    """A cannlint.toml with jobs."""

    role = "configuration"
    schema = "cannlint"
    comments = Language.TOML
    front_ends = ("ge",)

    def read(self, source: Source) -> JobsReading:
        """The jobs of a configuration. Raises BrokenConfigError for one that cannot be used."""
        from cannlint.jobs.configured_jobs import read

        return read(source)


ATC_COMMANDS = AtcCommandsFormat()
TF_SCRIPT = TensorFlowScriptFormat()
TORCH_MINDSPORE_SCRIPT = TorchMindSporeScriptFormat()
CPP_SOURCE = CppSourceFormat()
JOB = ConfiguredJobsFormat()
