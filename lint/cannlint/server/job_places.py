"""The options of jobs in a file with their places, and what their plans say."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cannlint.cann.option_names import SOC
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.linking import Finder, names_file
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.resolve.target import Target
from cannlint.server.session import Checked
from cannlint.text.span import Span

JobRow = tuple[Job, str, Row]
"""A job, the dtype of its float tensors as users write it, and a row of its plan."""


def rows_of(checked: Checked, op_types: list[str]) -> dict[str, list[JobRow]]:
    """Operator type → its row in the plan of each job that names the file.

    No rows for jobs that are refused or not completely known. One row for each dtype that float
    tensors may have, because there is no graph.
    """
    rows: dict[str, list[JobRow]] = {op_type: [] for op_type in op_types}
    for job, original, plan in _plans(checked, op_types):
        if not plan.accepted:
            return {op_type: [] for op_type in op_types}
        for row in plan.rows:
            rows[row.op_type].append((job, original, row))
    return rows


def _plans(checked: Checked, op_types: list[str]) -> Iterator[tuple[Job, str, Plan]]:
    from cannlint.planning.request import ORIGINALS
    from cannlint.resolve.plan import make_plan
    from cannlint.resolve.wanted import Wanted

    targets = [target_of(checked, job) for job in checked.jobs]
    if None in targets:
        return
    for job, target in zip(checked.jobs, targets, strict=True):
        for original, dtype in ORIGINALS.items():
            wanted = Wanted()
            wanted.types, wanted.original = op_types, dtype
            assert target is not None
            yield job, original, make_plan(job, target, wanted, model_fits=True)


def target_of(checked: Checked, job: Job) -> Target | None:
    """The target of a job; None if it or the job is not completely known."""
    from cannlint.resolve.target import Target

    set_socs = checked.settings.socs if checked.settings is not None else ()
    soc = job.value(SOC)
    if soc is None and job.lacks(SOC) and len(set_socs) == 1:
        [soc] = set_socs
    operators = checked.operators
    if soc is None or operators is None or not job.complete:
        return None
    library = operators.library
    return Target(library, soc) if library.folder_of(soc) is not None else None


def settings_of(checked: Checked) -> Iterator[Setting]:
    """Every setting of a file's jobs, once."""
    if isinstance(checked.reading, JobsReading):
        seen = set()
        for job in checked.reading.jobs:
            for setting in job.settings:
                if setting.source is checked.source and setting.key_span not in seen:
                    seen.add(setting.key_span)
                    yield setting


def setting_at(checked: Checked, offset: int) -> Setting | None:
    """The setting whose key or value contains an offset, or ends at it."""
    for setting in settings_of(checked):
        if _holds(setting.key_span, offset) or _holds(setting.value_span, offset):
            return setting
    return None


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def about_option(setting: Setting) -> str | None:
    """What an option is in the front end of its job; None for an unknown option."""
    from cannlint.server.option_card import card

    return card(setting.spec, setting.via) if setting.spec is not None else None


def job_place(job: Job) -> str:
    """The name of a job, or else the file and the line that it is written in."""
    if job.name is not None:
        return job.name
    line, _ = job.source.position(job.span.start)
    return f"{os.path.basename(job.source.path)}:{line}"


def finder_of(checked: Checked) -> Finder | None:
    """Finds the files that the jobs of a file name; None for a file without jobs."""
    reading = checked.reading
    if not isinstance(reading, JobsReading):
        return None
    root = checked.settings.root if checked.settings is not None else None
    return Finder(checked.source.path, reading.kind, root)


def file_of(setting: Setting, find: Finder) -> str | None:
    """The path of the file that a setting names; None if there is no such file."""
    found = find(setting) if names_file(setting) else None
    return os.path.abspath(found) if found is not None and os.path.isfile(found) else None
