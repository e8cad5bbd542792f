"""Find the job of a request, or list those of a folder; read the config files that it names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cannlint.cann.option_names import DECIDING, MODEL, SOC
from cannlint.config.file import Settings
from cannlint.config.search import lies_outside, repository_of
from cannlint.discovery.survey import find_files
from cannlint.engine.own_plugins import with_own_plugins
from cannlint.engine.read import read
from cannlint.engine.scope import Scope
from cannlint.errors import CannlintError
from cannlint.jobs.configured_jobs import job_of, with_options
from cannlint.jobs.linking import Finder, file_kind, link, names_file
from cannlint.jobs.model import Job
from cannlint.jobs.model_files import look_into_model
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.kinds import FORMATS, SCRIPT_KINDS, Kind
from cannlint.language import said, translated
from cannlint.planning.request import Request
from cannlint.planning.scripts import named_jobs, script_job
from cannlint.reading.base import Reading
from cannlint.text.source import Source, read_source

if TYPE_CHECKING:
    from cannlint.jobs.linking import Find


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


def linked_job(request: Request, settings: Settings | None) -> Job:
    """The job of a request, linked to its config files and compared with its model.

    Files of a script are looked for as `cannlint check` does in the current folder. Raises
    CannlintError (and UnreadablePathError) if there is no such job, or several.
    """
    job = _job(request, settings)
    find = _finder(settings, request.beside)
    root, folder = settings.root if settings is not None else None, os.path.dirname(job.source.path)
    project = root or repository_of(folder) or folder
    _link(job, find, (root or folder, project, request.beside or folder))
    if not request.no_model:
        look_into_model(job, find, project)
    model = job.get(MODEL)
    job.own_model = find(model) if model is not None and model.value else None
    return with_own_plugins(job, settings)


def _job(request: Request, settings: Settings | None) -> Job:
    """The named job or that of the command line, with the -O options."""
    if request.command is not None:
        if request.job is not None:
            raise CannlintError(
                "name one job: {job!r} or a command line, not both", job=request.job
            )
        from cannlint.jobs.atc_commands import read_command

        [job] = read_command(request.command, os.getcwd()).jobs
    elif request.job is not None:
        job = _named(request.job, settings)
    else:
        if settings is not None and settings.has_jobs and request.asks_for_nothing:
            raise CannlintError(
                "which job? {path} has {names}",
                path=_path_of(settings),
                names=_names(settings),
            )
        return job_of(request.front_end or FrontEnd.ATC, request.options)
    if request.front_end not in (None, job.front_end):
        raise CannlintError(
            "the job's front end is {front_end}, not {asked}",
            front_end=job.front_end,
            asked=request.front_end,
        )
    job = with_options(job, request.options) if request.options else job
    _check_known(job)
    return job


def _named(name: str, settings: Settings | None) -> Job:
    """The job with this name in the configuration, or else the job of a script."""
    is_configured = settings is not None and settings.has_jobs and name in _jobs(settings)
    found = None if is_configured else script_job(name)
    return found if found is not None else _configured(name, settings)


def _check_known(job: Job) -> None:
    """Raise CannlintError if an important option has a value only known at run time."""
    for option in DECIDING:
        setting = job.get(option)
        if setting is not None and setting.value is None:
            line, _ = setting.source.position(setting.span.start)
            raise CannlintError(
                "{place}: the value of {key} is only known when the script runs; set it "
                "with -O {option}=VALUE",
                place=f"{setting.source.path}:{line}",
                key=setting.key,
                option=option,
            )


def _configured(name: str, settings: Settings | None) -> Job:
    if name == FrontEnd.ATC:
        raise CannlintError(
            "unknown job {name!r}; to plan a command line, put `--` before it: "
            "`cannlint plan -- atc --model=...`",
            name=name,
        )
    if settings is None or settings.path is None:
        raise CannlintError(
            "unknown job {name!r}: no cannlint.toml here, and no such script; `cannlint plan` "
            "lists the jobs of the folder",
            name=name,
        )
    jobs = _jobs(settings)
    if name in jobs:
        return jobs[name]
    from cannlint.nearest import nearest

    meant = nearest(name, [*jobs])
    hint = (
        said("did you mean {meant}?", meant=meant)
        if meant
        else said("it has {names}", names=", ".join(jobs))
        if jobs
        else translated("`cannlint plan` lists the jobs of the folder")
    )
    raise CannlintError(
        "{path} has no job {name!r}; {hint}",
        path=_path_of(settings),
        name=name,
        hint=hint,
    )


def configured_jobs(settings: Settings) -> dict[str, Job]:
    """The jobs of a configuration by name; none without a file."""
    return _jobs(settings) if settings.path is not None and settings.has_jobs else {}


def _jobs(settings: Settings) -> dict[str, Job]:
    """The jobs of a configuration by name."""
    from cannlint.jobs.configured_jobs import read as read_jobs

    assert settings.path is not None
    reading = read_jobs(read_source(settings.path, _path_of(settings)))
    return {job.name: job for job in reading.jobs if job.name is not None}


def _path_of(settings: Settings) -> str:
    return os.path.relpath(settings.path or "")


def _names(settings: Settings) -> str:
    return ", ".join(_jobs(settings)) or "none"


def _finder(settings: Settings | None, beside: str | None) -> Find:
    """Finds the file of a setting from where that is written, or in the folder `beside`."""
    root = settings.root if settings is not None else None
    finders: dict[str, Finder] = {}

    def find(setting: Setting) -> str | None:
        path = setting.source.path
        if path not in finders:
            is_config = settings is not None and _is_same(path, settings.path)
            kind = Kind.JOB if is_config else Kind.ATC_COMMANDS
            finders[path] = Finder(path, kind, root, os.getcwd())
            if beside is not None:
                finders[path].search_in(beside)
        return finders[path](setting)

    return find


def _link(job: Job, find: Find, project: Sequence[str]) -> None:
    """Read the config files that the job names, and note the missing ones.

    `project` are the folders whose files are not outside.
    """

    def read_linked(path: str, kind: Kind) -> Reading:
        reading = _read(path, kind)
        reading.source.is_outside = lies_outside(path, "", *project)
        return reading

    link([job], find, read_linked)
    for option in dict.fromkeys(setting.option for setting in job.settings):
        setting = job.get(option)
        if setting is None or setting in job.missing or option in job.files:
            continue
        if file_kind(setting) and names_file(setting) and find(setting) is None:
            job.missing.append(setting)


def own_model(job: Job) -> str | None:
    """The model that a job names, where its config files are looked for; None if not there."""
    return job.own_model if job.own_model and os.path.isfile(job.own_model) else None


def _is_same(path: str, other: str | None) -> bool:
    return other is not None and os.path.abspath(path) == os.path.abspath(other)


def _read(path: str, kind: Kind) -> Reading:
    """The reading of a file; CANN reads a folder like a file without entries (manual/atc.md#paths).

    Of a fusion switch file an empty text is refused, and a folder is not.
    """
    if os.path.isdir(path):
        return read(Source(path, FORMATS[kind].empty), kind)
    return read(read_source(path), kind)
