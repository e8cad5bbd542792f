"""From jobs to their models: where they are, what headers say, and which inputs AIPP is about."""

from __future__ import annotations

import os

from cannlint.cann.option_names import AIPP, FRAMEWORK, MODEL
from cannlint.config.search import lies_outside
from cannlint.errors import CannlintError
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.folders import changes_in
from cannlint.jobs.settings import FrontEnd
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.header import Header
    from cannlint.jobs.linking import Find
    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting


_LARGEST = 1 << 20
"""Bytes of an AIPP file: real ones have some kilobytes."""

_MOST = 1_000
"""Groups of an AIPP file that are read."""


def aipp_inputs(path: str) -> list[int]:
    """The numbers of the inputs, in order, each once; none of a file that cannot be read.

    A group without a number is about the first input. One that names its input is left out: only
    the parser of Caffe knows that name.
    """
    from cannlint.graphs.ge_proto import integer, text
    from cannlint.graphs.prototext import parts

    found: dict[int, None] = {}
    try:
        descriptor, size = open_regular(path, path, _LARGEST)
        with os.fdopen(descriptor, "rb") as file:
            for place, message in parts(path, file, ("aipp_op",)) if size else ():
                if place != "aipp_op" or text(message, "related_input_name"):
                    continue
                number = integer(text(message, "related_input_rank") or "0")
                if number is not None and number >= 0 and len(found) < _MOST:
                    found[number] = None
    except CannlintError:
        return []
    return list(found)


_PARSED = ("0", "7", "30")
"""The values of --mode with which ATC goes on after the parser."""

_MOST_PLANNED, _MOST_FIELDS = 10_000, 1_000_000
"""Nodes and fields of a model that is planned without being asked for: in some seconds."""


def look_into_model(job: Job, find: Find, project: str) -> None:
    """Note what of a job of ATC does not fit the model that it names, where that is."""
    job.header, job.mismatches, job.own_model = None, [], None
    model = _model_of(job)
    path = _path_of(job, model, find) if model is not None else None
    if model is not None and path is not None:
        _look_into(job, model, path, find, project)


def _look_into(job: Job, model: Setting, path: str, find: Find, project: str) -> None:
    """Fill `header` and `mismatches` from the model at a path, and `own_model` if it is small.

    A model outside of the project is read as well, since CANN does so, but its names are not told.
    """
    framework = _framework_of(job, path)
    if framework is None or not _is_certain(job, model, path, project):
        return
    from cannlint.graphs.headers import header_of

    job.header = header_of(path, framework)
    if job.header is not None and _is_parsed(job):
        from cannlint.jobs.against_model import mismatches

        job.mismatches = mismatches(job, job.header)
        job.mismatches += _of_aipp(job, job.header, find, project)
    if job.header is not None and _is_outside(job, path, project):
        job.header = _without_names(job.header)
        job.mismatches = [one for one in job.mismatches if one.is_refused]
        for mismatch in job.mismatches:
            mismatch.near, mismatch.own = (), ""
    elif job.header is not None and _is_small(job.header):
        job.own_model = path


def _framework_of(job: Job, path: str) -> str | None:
    """The framework that a job names, or that the name of the model tells in a configuration."""
    if isinstance(job, AtcJob) or job.get(FRAMEWORK) is not None:
        return job.value(FRAMEWORK)
    from cannlint.graphs.header import FRAMEWORK_OF_SUFFIX

    return FRAMEWORK_OF_SUFFIX.get(os.path.splitext(path)[1].lower())


def _model_of(job: Job) -> Setting | None:
    """The setting with the model that a job of ATC compiles."""
    model = job.get(MODEL) if job.front_end is FrontEnd.ATC and job.compiles else None
    return model if model is not None and model.value else None


def _is_certain(job: Job, model: Setting, path: str, project: str) -> bool:
    """Whether a file is the model that CANN reads, and may be read.

    A script may run in a folder that is not known; a link may lead out of the project.
    """
    if not os.path.isfile(path) or _leads_out(job, path, project):
        return False
    return os.path.isabs(model.value or "") or None not in changes_in(model.source.text)


def _of_aipp(job: Job, header: Header, find: Find, project: str) -> list[Mismatch]:
    """What does not fit between the model and the AIPP file, where that is in the project."""
    setting = job.get(AIPP)
    path = _path_of(job, setting, find) if setting is not None and setting.value else None
    if path is None or not os.path.isfile(path) or _is_outside(job, path, project):
        return []
    from cannlint.jobs.against_model import aipp_mismatches

    return list(aipp_mismatches(job, header, aipp_inputs(path)))


def _path_of(job: Job, setting: Setting, find: Find) -> str | None:
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
    from cannlint.graphs.header import NO_PARSER, ONNX, Header

    told = Header(header.framework, {})
    if header.framework == ONNX:
        codes = (NO_PARSER, None)
        told.faults = [fault for fault in header.faults if fault.code in codes]
    return told
