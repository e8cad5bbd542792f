"""The job that a compiled model is held against: the recorded one, or another that is named."""

from __future__ import annotations

import os
import shlex
from copy import copy

from cannlint.cann.option_names import SOC
from cannlint.errors import CannlintError
from cannlint.jobs.linking import file_kind
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.planning.plan import job_and_target
from cannlint.planning.request import Request
from cannlint.resolve.target import Target
from cannlint.verify.compiled import Compiled

_SINGLE = "--singleop"

SOURCES = RECORDED, GIVEN, NO_COMMAND = ("recorded", "given", "none")
"""The sources of a job."""


class JobOfModel:
    """The job and its target; `is_recorded` says that the model itself has the command.

    `not_found` are the settings whose config files are not here, each with the path.
    `has_command` is False where the model records none and no other is given: then only the SoC
    is known.
    """

    __slots__ = ("has_command", "is_recorded", "job", "not_found", "target")

    def __init__(self, request: Request, compiled: Compiled) -> None:
        request = request.copy()
        self.is_recorded = request.command is None and request.job is None
        self.has_command = True
        if self.is_recorded:
            self._record(request, compiled)
        self.job, self.target = _job_and_target(request, compiled)
        self.job, self.not_found = _without_lost_files(self.job, self.is_recorded)

    @property
    def source(self) -> str:
        """Where the job comes from: `recorded` in the model, `given`, or `none`: only its SoC."""
        if not self.is_recorded:
            return GIVEN
        return RECORDED if self.has_command else NO_COMMAND

    def _record(self, request: Request, compiled: Compiled) -> None:
        """Ask for the command that the model records."""
        words = _words(compiled)
        if words and not any(word.startswith(_SINGLE) for word in words):
            request.command = words
            request.no_model = True  # that of then, which CANN has read
            request.beside = os.path.dirname(compiled.graph.path) or None
            return
        self.has_command = False
        request.options = [*request.options, *([f"{SOC}={compiled.soc}"] if compiled.soc else [])]


def without_options(job: Job, options: set[str]) -> Job:
    """A job without some of its options."""
    other = copy(job)
    other.settings = [setting for setting in job.settings if setting.option not in options]
    other.files = {name: file for name, file in job.files.items() if name not in options}
    other.missing = [setting for setting in job.missing if setting.option not in options]
    return other


def _words(compiled: Compiled) -> list[str]:
    try:
        words = shlex.split(compiled.command or "")
    except ValueError:  # an unclosed quote
        words = (compiled.command or "").split()
    return ["atc", *words[1:]] if words else []


def _job_and_target(request: Request, compiled: Compiled) -> tuple[Job, Target]:
    """The job; where neither the user nor the job names a SoC, the recorded one counts."""
    try:
        job, target = job_and_target(request)
    except CannlintError:
        if request.soc is not None or compiled.soc is None:
            raise
    else:
        if request.soc is not None or compiled.soc is None or job.value(SOC) is not None:
            return job, target
    request.soc = compiled.soc
    return job_and_target(request)


def _without_lost_files(job: Job, is_recorded: bool) -> tuple[Job, list[tuple[Setting, str]]]:
    """The job, and the settings whose files are not here, with their paths.

    In a recorded job their values become unknown: CANN had the files and took the job.
    """
    lost = [setting for setting in job.missing if file_kind(setting) is not None]
    paths = [(setting, setting.value or "") for setting in lost]
    if not (lost and is_recorded):
        return job, paths
    known = copy(job)
    known.missing = [setting for setting in job.missing if setting not in lost]
    known.settings = [_unknown(item) if item in lost else item for item in job.settings]
    return known, paths


def _unknown(setting: Setting) -> Setting:
    unknown = copy(setting)
    unknown.value = None
    return unknown
