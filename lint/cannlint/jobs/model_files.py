"""From jobs to the models that they compile: where they are, and what their headers say."""

from __future__ import annotations

import os

from cannlint.cann.option_names import AIPP, FRAMEWORK, MODEL
from cannlint.config.search import lies_outside
from cannlint.facts import Fact
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.folders import changes_in
from cannlint.jobs.settings import FrontEnd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.graphs.header import Header
    from cannlint.jobs.linking import Finder
    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

_PARSED = ("0", "7", "30")
"""The values of --mode with which ATC goes on after the parser."""

_FRAMEWORKS = {".onnx": "5", ".pb": "3", ".prototxt": "0"}

_MOST_PLANNED, _MOST_FIELDS = 10_000, 1_000_000
"""Nodes and fields of a model that is planned without being asked for: in some seconds."""


def look_into_models(jobs: Iterable[Job], find: Finder, project: str) -> None:
    """Note what does not fit in the models that jobs of ATC name, where they are.

    A model outside of the project is read as well, since CANN does so, but its names are not told.
    """
    for job in jobs:
        job.header, job.mismatches, job.own_model = None, [], None
        if job.no_model_in is not None and job.no_model_in == find.state(job.source.text):
            continue  # no folder has changed
        path = model_of(job, find, project)
        framework = _framework_of(job, path) if path is not None else None
        if path is None or framework is None:
            continue
        from cannlint.graphs.headers import header_of

        job.header = header_of(path, framework)
        if job.header is not None and _is_parsed(job):
            from cannlint.jobs.against_model import mismatches

            job.mismatches = mismatches(job, job.header)
            job.mismatches += _of_aipp(job, job.header, find, project)
        if job.header is not None and _is_outside(job, path, project):
            job.header = _without_names(job.header)
            job.mismatches = [one for one in job.mismatches if one.fact != Fact.OTHER_DIMENSION]
            for mismatch in job.mismatches:
                mismatch.near, mismatch.own = (), ""
        elif job.header is not None and _is_small(job.header):
            job.own_model = path


def _framework_of(job: Job, path: str) -> str | None:
    """The framework that a job names, or that the name of the model tells in a configuration."""
    if isinstance(job, AtcJob) or job.get(FRAMEWORK) is not None:
        return job.value(FRAMEWORK)
    return _FRAMEWORKS.get(os.path.splitext(path)[1].lower())


def model_of(job: Job, find: Finder, project: str) -> str | None:
    """The path of the model that a job of ATC compiles; None where it is not there.

    None as well where the script may run in a folder that is not known, and for a link that leads
    out of the project.
    """
    model = job.get(MODEL) if job.front_end is FrontEnd.ATC and job.compiles else None
    if model is None or not model.value:
        return None
    path = _found(job, model, find)
    if path is None or not os.path.isfile(path) or _leads_out(job, path, project):
        return None
    may_run_elsewhere = not os.path.isabs(model.value) and None in changes_in(model.source.text)
    return None if may_run_elsewhere else path


def _found(job: Job, model: Setting, find: Finder) -> str | None:
    """The path of the model of a script, with a note of where it is not."""
    path = _path_of(job, model, find)
    if path is None and not os.path.dirname(model.value or ""):
        job.no_model_in = find.state(model.source.text)
    return path


def _of_aipp(job: Job, header: Header, find: Finder, project: str) -> list[Mismatch]:
    """What does not fit between the model and the AIPP file, where that is in the project."""
    setting = job.get(AIPP)
    path = _path_of(job, setting, find) if setting is not None and setting.value else None
    if path is None or not os.path.isfile(path) or _is_outside(job, path, project):
        return []
    from cannlint.jobs.against_model import aipp_mismatches
    from cannlint.jobs.aipp import aipp_inputs

    return list(aipp_mismatches(job, header, aipp_inputs(path)))


def _path_of(job: Job, setting: Setting, find: Finder) -> str | None:
    """Where the file of a setting is: from the folder of a line to run here, else searched."""
    folder = _folder_of(job)
    return find(setting) if folder is None else os.path.join(folder, setting.value or "")


def _folder_of(job: Job) -> str | None:
    return job.folder if isinstance(job, AtcJob) else None


def _is_small(header: Header) -> bool:
    return len(header.nodes) <= _MOST_PLANNED and header.fields <= _MOST_FIELDS


def _leads_out(job: Job, path: str, project: str) -> bool:
    """Whether a path in the project is really one outside of it."""
    home = os.path.abspath(project).rstrip(os.sep) + os.sep
    return os.path.abspath(path).startswith(home) and _is_outside(job, path, project)


def _is_outside(job: Job, path: str, project: str) -> bool:
    """Whether others may have chosen a file outside of the project: not in the user's own line."""
    return _folder_of(job) is None and lies_outside(path, "", project)


def _is_parsed(job: Job) -> bool:
    """Whether ATC goes on when the parser is done."""
    mode = job.mode if isinstance(job, AtcJob) else job.value("mode") or "0"
    return mode in _PARSED


def _without_names(header: Header) -> Header:
    """What is told of a model outside of the project: nothing but operators of ONNX itself."""
    from cannlint.graphs.header import ONNX, Header
    from cannlint.graphs.onnx_faults import NO_PLUGIN, NOT_REGISTERED

    told = Header(header.framework, {})
    if header.framework == ONNX:
        codes = (NO_PLUGIN, NOT_REGISTERED, None)
        told.faults = [fault for fault in header.faults if fault.code in codes]
    return told
