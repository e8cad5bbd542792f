"""The front ends that Python scripts set options of: which a file is for, and the jobs in it.

A file has one kind, that of the front end it is seen to use first: `tf_script` for TensorFlow 1
and 2, `torch_script` for torch_npu, torchair and MindSpore. What is read does not depend on it:
a file may use several front ends, and start `atc` besides.
"""

from __future__ import annotations

from importlib import import_module

from cannlint.discovery.detect import runs_atc
from cannlint.jobs.model import JobsReading
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.python.pending_jobs import Draft
    from cannlint.text.source import Source

READERS = ("tf1_session", "tf1_run_config", "tf2_options", "torch_options", "torchair_config",
           "mindspore_context")  # fmt: skip
"""The modules that each read one way of setting options: `MARKERS`, and `drafts(module)`."""


def read_script(source: Source, kind: Kind) -> JobsReading:
    """The jobs of a script, in the order they are written."""
    return JobsReading(source, kind, _jobs(source))


def _jobs(source: Source) -> list[Job]:
    readers = [import_module(f"cannlint.jobs.python.{name}") for name in READERS]
    meant = [reader for reader in readers if any(mark in source.data for mark in reader.MARKERS)]
    starts_atc = runs_atc(source.data)
    if not meant and not starts_atc:
        return []
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.script import parse

    script = parse(source)
    if script is None:
        return []
    module = Module(script)
    drafts: list[Draft] = [draft for reader in meant for draft in reader.drafts(module)]
    drafts.sort(key=lambda draft: draft.span.start)
    jobs = [job for draft in drafts for job in draft.jobs()]
    if starts_atc:
        from cannlint.jobs.atc_script import jobs_started

        jobs += jobs_started(module)
        jobs.sort(key=lambda job: job.span.start)
    return jobs
