"""The plan of a job with another config file than it has, which need not be written yet."""

from __future__ import annotations

from copy import copy

from cannlint.engine.read import read
from cannlint.jobs.job_from_options import with_options
from cannlint.jobs.linking import file_kind
from cannlint.jobs.model import LinkedFile
from cannlint.library.snapshot import fusion_passes
from cannlint.resolve.plan import make_plan
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.plan import Plan


def plan_with_file(plan: Plan, option: str, path: str, data: bytes) -> Plan:
    """The plan of the same operators, with `data` as the config file that an option names.

    `path` is the name under which the file is going to be written.
    """
    job = with_options(plan.job, [f"{option}={path}"])
    setting = job.get(option)
    assert setting is not None
    kind = file_kind(setting)
    assert kind is not None
    file = LinkedFile(path, read(Source(path, data), kind), setting)
    job.files = {**plan.job.files, option: file}
    job.missing = [other for other in plan.job.missing if other.option != option]
    return make_plan(job, plan.target, copy(plan.wanted), fusion_passes())
