"""The jobs of a folder, under the names by which `cannlint plan` takes them."""

from __future__ import annotations

import os

from cannlint.cann.option_names import MODEL, SOC
from cannlint.discovery.survey import find_files
from cannlint.engine.scope import Scope
from cannlint.errors import CannlintError
from cannlint.kinds import SCRIPT_KINDS
from cannlint.planning.job import configured_jobs
from cannlint.planning.scripts import named_jobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.planning.request import Request


class ListedJob:
    """A job and the `name` to give to `cannlint plan`; texts are empty where nothing is known."""

    __slots__ = ("front_end", "model", "name", "soc")

    def __init__(self, name: str, job: Job) -> None:
        self.name = name
        self.front_end = job.front_end.value
        self.soc = job.value(SOC) or ""
        self.model = job.graph or job.value(MODEL) or ""


def jobs_here(request: Request) -> list[ListedJob]:
    """The jobs of the configuration of a request, then those of the scripts below this folder.

    Raises CannlintError if there is none.
    """
    settings = Scope(request.config, request.isolated, request.library, ()).settings_of("")
    configured = configured_jobs(settings) if settings is not None else {}
    found = [ListedJob(name, job) for name, job in configured.items()]
    for file in find_files("."):
        if file.kind in SCRIPT_KINDS:
            path = os.path.normpath(file.path)
            found += [ListedJob(name, job) for name, job in named_jobs(path)]
    if not found:
        raise CannlintError(
            "no compile job here: give an atc command line after `--`, options with -O, or name "
            "a script"
        )
    return found
