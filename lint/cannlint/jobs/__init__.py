"""Compile jobs: the options that scripts and configurations set, each with its place."""

from __future__ import annotations

from importlib import import_module

from cannlint.kinds import Kind, Language, language_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.jobs_reading import JobsReading
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
    if kind in (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT) and language_of(source.path) == Language.SHELL:
        from cannlint.jobs.atc_script import read_options_written

        return read_options_written(source, kind)
    module, function = _READERS[kind]
    reading: JobsReading = getattr(import_module(f"cannlint.jobs.{module}"), function)(source)
    return reading
