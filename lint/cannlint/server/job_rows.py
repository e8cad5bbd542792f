"""What the jobs of a config file make of operator types, as far as that needs no graph."""

from __future__ import annotations

from cannlint.cann.option_names import SOC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.rows import Row
    from cannlint.resolve.target import Target
    from cannlint.server.session import Checked

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
    from cannlint.library.snapshot import fusion_passes
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
            yield job, original, make_plan(job, target, wanted, fusion_passes(), model_fits=True)


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
