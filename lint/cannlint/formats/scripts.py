"""The files that compile options are written in: scripts, pages, and cannlint.toml.

What they hold is read by jobs/; what is said here is what makes such a file one.
"""

from __future__ import annotations

import re

from cannlint.formats.format import Format, Rank
from cannlint.kinds import Kind, Language, language_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.text.source import Source

_LINE = r"(?m)^[ \t]*(?:(?:[$]|nohup|sudo)[ \t]+)*(?:[^\s=]*/)?atc[ \t]+-"


class JobsFormat(Format):
    """A file with compile jobs, of which CANN sees the options only."""

    rule_prefix = "JB"
    front_ends: tuple[str, ...] = ()
    """The front ends whose options are in such a file (jobs/settings.py)."""
    marks: tuple[bytes, ...] = ()
    """Words that tell a Python script of this kind."""


class AtcCommandsFormat(JobsFormat):
    """A shell script, a page or a Python script with command lines of ATC."""

    kind = Kind.ATC_COMMANDS
    signs = ((Rank.COMMAND, lambda look: "atc " in look.text and re.search(_LINE, look.text)),)
    front_ends = ("atc",)

    def comment_language(self, path: str) -> str:
        """That of the name; what has no such name is for a shell."""
        return language_of(path) or Language.SHELL

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        from cannlint.jobs.atc_commands import read

        return read(source)


class FrameworkScriptFormat(JobsFormat):
    """A Python script that sets options of a framework, or a shell script that writes them."""

    comments = Language.PYTHON

    def read(self, source: Source) -> JobsReading:
        """The jobs of a file."""
        if language_of(source.path) == Language.SHELL:
            from cannlint.jobs.atc_commands import read_options_written

            return read_options_written(source, self.kind)
        from cannlint.jobs.python.reader import read

        return read(source, self.kind)


class TensorFlowScriptFormat(FrameworkScriptFormat):
    """A script of TensorFlow 1 or 2."""

    kind = Kind.TF_SCRIPT
    front_ends = ("tf1", "tf2")
    marks = (b"parameter_map", b"NPURunConfig", b"global_options()")


class TorchMindSporeScriptFormat(FrameworkScriptFormat):
    """A script of torch_npu, torchair or MindSpore."""

    kind = Kind.TORCH_MINDSPORE_SCRIPT
    front_ends = ("torch", "torchair", "mindspore")
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
        b"use_compatible_impl",
        b"set_mm_bmm_format_nd",
        b"device_context",
        b"set_deterministic",
        b"JitConfig",
        b"jit(",
        b"ACL_OP_",
        b"BMMV2_ENABLE",
        b"TORCH_NPU_USE_COMPATIBLE_IMPL",
    )


class ConfiguredJobsFormat(JobsFormat):
    """A cannlint.toml with jobs."""

    kind = Kind.JOB
    schema = "cannlint"
    comments = Language.TOML
    front_ends = ("ge",)

    def read(self, source: Source) -> JobsReading:
        """The jobs of a configuration. Raises BrokenConfigError for one that cannot be used."""
        from cannlint.jobs.configured_jobs import read

        return read(source)


FORMATS = (
    AtcCommandsFormat(),
    TensorFlowScriptFormat(),
    TorchMindSporeScriptFormat(),
    ConfiguredJobsFormat(),
)
