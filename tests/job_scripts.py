"""Scripts as tests write them, and what is read from them in a form that is easy to compare."""

from __future__ import annotations

from textwrap import dedent

from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.reading.base import Reading
from cannlint.text.source import Source

OPTIMIZER = """
    custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
    custom_op.name = "NpuOptimizer"
"""


def jobs_in(script: str, kind: Kind = Kind.TF_SCRIPT) -> list[Job]:
    """The jobs of a script; its indentation does not matter."""
    source = Source("train.py", dedent(script).encode("utf-8", "surrogateescape"))
    return read(source, kind).jobs


def values_of(job: Job) -> dict[str, str | None]:
    """Key → value, of repeated keys the last."""
    return {setting.key: setting.value for setting in job.settings}


def read_values(script: str, kind: Kind = Kind.TF_SCRIPT) -> dict[str, str | None]:
    """Key → value of the only job of a script."""
    [job] = jobs_in(script, kind)
    return values_of(job)


def findings_in(script: str, kind: Kind = Kind.TF_SCRIPT) -> list[str]:
    """The findings of a script as code and line, `JB001 3`."""
    source = Source("train.py", dedent(script).encode())
    found = check_reading(read(source, kind))
    return [f"{finding.code} {source.position(finding.span.start)[0]}" for finding in found]


def errors_in(reading: Reading) -> list[tuple[str, str]]:
    """The rule of each error and the text that it points at."""
    return [
        (found.code, reading.source.slice(found.span))
        for found in check_reading(reading)
        if found.severity is Severity.ERROR
    ]
