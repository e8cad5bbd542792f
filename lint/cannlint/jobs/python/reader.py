"""The jobs of a Python script, whichever front ends it uses.

A file has one kind, that of the front end it is seen to use first: `tf_script` for TensorFlow 1
and 2, `torch_script` for torch_npu, torchair and MindSpore. What is read does not depend on it:
a file may use several front ends, and start `atc` besides.
"""

from __future__ import annotations

from importlib import import_module

from cannlint.discovery.detect import runs_atc
from cannlint.facts import Fact
from cannlint.jobs.model import JobsReading
from cannlint.jobs.shell.statements import MOST_WORDS, LongCommandError
from cannlint.jobs.unparsed import LONG_COMMAND, Unparsed
from cannlint.kinds import Kind
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.text.source import Source

FRONT_ENDS = {
    "tf1_session": (b"parameter_map",),
    "tf1_run_config": (b"NPURunConfig",),
    "option_objects": (b"global_options", b"torchair", b"CompilerConfig"),
    "npugraph_ex": (b"npugraph_ex",),
    "torch_options": (
        b"set_option", b"set_compile_mode", b"allow_hf32", b"allow_internal_format", b"npu.matmul",
        b"npu.conv", b"npu.config", b"npu.aclnn", b"set_mm_bmm_format_nd", b"use_compatible_impl",
        b"set_deterministic_level", b"set_aoe", b"set_dump", b"environ",
    ),
    "mindspore_context": (
        b"set_context", b"device_context", b"set_deterministic", b"JitConfig", b"jit(",
    ),
}  # fmt: skip
"""Module that reads one way of setting options → what a script that uses it has in it.

Each module has a function `pending_jobs(module)`.
"""


def read_tf_script(source: Source) -> JobsReading:
    """The jobs of a script of TensorFlow 1 or 2; none where it is not Python."""
    return _read(source, Kind.TF_SCRIPT)


def read_torch_script(source: Source) -> JobsReading:
    """The jobs of a script of torch_npu, torchair or MindSpore; none where it is not Python."""
    return _read(source, Kind.TORCH_SCRIPT)


def front_ends_in(data: bytes) -> list[str]:
    """The ways of setting options that a script may use: keys of FRONT_ENDS."""
    return [name for name, marks in FRONT_ENDS.items() if any(mark in data for mark in marks)]


def _read(source: Source, kind: Kind) -> JobsReading:
    reading = JobsReading(source, kind, [])
    used = front_ends_in(source.data)
    starts_atc = runs_atc(source.data)
    if not used and not starts_atc:
        return reading
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.script import parse

    script = parse(source)
    if isinstance(script, Unparsed):
        reading.note(Fact.UNPARSED_SCRIPT, script)
        return reading
    try:
        reading.jobs = _jobs_of(Module(script), used, starts_atc)
    except LongCommandError:
        part = Unparsed(Span(*source.line_span(1)), LONG_COMMAND, MOST_WORDS)
        reading.note(Fact.UNPARSED_SCRIPT, part)
    return reading


def _jobs_of(module: Module, used: list[str], starts_atc: bool) -> list[Job]:
    """The jobs of a script, in the order they are written."""
    pending: list[PendingJob] = []
    for name in used:
        pending += import_module(f"cannlint.jobs.python.{name}").pending_jobs(module)
    pending.sort(key=lambda one: one.span.start)
    jobs = [job for one in pending for job in one.jobs()]
    if starts_atc:
        from cannlint.jobs.python.started_jobs import jobs_started

        jobs += jobs_started(module)
        jobs.sort(key=lambda job: job.span.start)
    return jobs
