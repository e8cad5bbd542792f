"""Compile jobs: the options that scripts and configurations set, each with its place."""

from __future__ import annotations

from importlib import import_module

from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import JobsReading
    from cannlint.text.source import Source

_READERS = {
    Kind.ATC_SCRIPT: ("atc_script", "read"),
    Kind.TF_SCRIPT: ("python.reader", "read_tf_script"),
    Kind.TORCH_SCRIPT: ("python.reader", "read_torch_script"),
    Kind.JOB: ("configured_jobs", "read"),
}
"""Kind of file → module and function that read it."""


def read(source: Source, kind: Kind) -> JobsReading:
    """The jobs of a file of this kind."""
    module, function = _READERS[kind]
    reading: JobsReading = getattr(import_module(f"cannlint.jobs.{module}"), function)(source)
    return reading
