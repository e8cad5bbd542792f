"""From what the user asks for to a plan: finds the job, its files, the library and the graph."""

from __future__ import annotations

import os

from cannlint.engine import read
from cannlint.errors import CannlintError
from cannlint.jobs.given import job_of, with_options
from cannlint.jobs.linking import Finder, file_kind, link, names_file
from cannlint.jobs.model import FrontEnd
from cannlint.kinds import Kind
from cannlint.language import said
from cannlint.library.snapshot import fusion_passes
from cannlint.reading.ops_info import OpsInfo
from cannlint.resolve.plan import DEFAULT_ORIGINAL, Wanted, make_plan
from cannlint.resolve.target import Target
from cannlint.scope import Scope
from cannlint.script_jobs import script_job
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.config import Settings
    from cannlint.jobs.model import Job, Setting
    from cannlint.library.model import Library
    from cannlint.reading.base import Reading
    from cannlint.resolve.plan import Plan

ORIGINALS = {"float32": "float", "float16": "float16", "bfloat16": "bf16"}
"""The values of --original → the compiler's names."""


DECIDING = (
    "precision_mode",
    "precision_mode_v2",
    "op_select_implmode",
    "optypelist_for_implmode",
    "op_precision_mode",
    "allow_hf32",
    "keep_dtype",
    "customize_dtypes",
    "modify_mixlist",
    "fusion_switch_file",
    "optimization_switch",
    "oo_level",
)
"""The options that decide what becomes of operators and passes."""


class Request:
    """What a plan is asked for; see the options of `cannlint plan`.

    `job` is the name of a job of the configuration or of a script (script_jobs.py), `command` a
    compile command, both None for a job of `options` alone. `front_end` None is that of the job,
    or else ATC.
    """

    __slots__ = (
        "command",
        "config",
        "every",
        "front_end",
        "isolated",
        "job",
        "library",
        "model",
        "nodes",
        "ops_info",
        "options",
        "original",
        "soc",
        "types",
    )

    def __init__(self) -> None:
        self.job: str | None = None
        self.command: Sequence[str] | None = None
        self.options: Sequence[str] = ()
        self.front_end: FrontEnd | None = None
        self.types: Sequence[str] = ()
        self.nodes: Sequence[tuple[str, str]] = ()
        self.every = False
        self.model: str | None = None
        self.ops_info: Sequence[str] = ()
        self.original: str | None = None
        self.soc: str | None = None
        self.library: str | None = None
        self.config: str | None = None
        self.isolated = False

    @property
    def asks_for_nothing(self) -> bool:
        """Whether neither a job is described nor any operator asked for."""
        asked = (self.options, self.types, self.nodes, self.every, self.model, self.front_end)
        return not any(asked)

    def copy(self) -> Request:
        """Another request for the same."""
        other = Request()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other


def two_plans(request: Request, other: str) -> tuple[Plan, Plan]:
    """The plan that is asked for and another one, of the same operators.

    `other` is `library=...`, `soc=...`, an option of the job as `KEY=VALUE`, or the name of
    another job. Without a graph, and where no operators are asked for, they are those that
    either job names.
    """
    changed = _against(request, other)
    old, new = plan_of(request), plan_of(changed)
    if old.graph is None and not old.wanted.is_selective:
        types = list(dict.fromkeys(row.op_type for row in (*old.rows, *new.rows)))
        if types:
            request, changed = request.copy(), changed.copy()
            request.types = changed.types = types
            old, new = plan_of(request), plan_of(changed)
    return old, new


def _against(request: Request, other: str) -> Request:
    """The same request with the one thing changed that `other` says."""
    changed = request.copy()
    key, equals, value = other.partition("=")
    if not equals:
        changed.job, changed.command = other, None
    elif key in ("library", "soc"):
        setattr(changed, key, value)
    else:
        changed.options = [*request.options, other]
    return changed


def plan_of(request: Request) -> Plan:
    """The plan that is asked for.

    Raises CannlintError (and UnreadablePathError, BrokenConfigError) when none can be made.
    """
    settings = Scope(request.config, request.isolated, request.library, ()).settings_of("")
    job = _job(request, settings)
    _link(job, settings)
    library = _library(request, settings)
    target = Target(library, _soc(request, job, settings), _custom(request.ops_info))
    return make_plan(job, target, _wanted(request, job), fusion_passes())


def _job(request: Request, settings: Settings | None) -> Job:
    """The job that is named, or the one of a command line, with the options given beside it."""
    if request.command is not None:
        from cannlint.jobs.atc_script import read_command

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
    """The job of the configuration that has the name, or else the one of a script."""
    is_configured = settings is not None and settings.has_jobs and name in _jobs(settings)
    found = None if is_configured else script_job(name)
    return found if found is not None else _configured(name, settings)


def _check_known(job: Job) -> None:
    """Raise CannlintError where an option that decides has a value that only a run knows."""
    for option in DECIDING:
        setting = job.get(option)
        if setting is not None and setting.value is None:
            line, _ = setting.source.position(setting.span.start)
            raise CannlintError(
                "{place}: only a run knows the value of {key}; give it with -O {option}=VALUE",
                place=f"{setting.source.path}:{line}",
                key=setting.key,
                option=option,
            )


def _configured(name: str, settings: Settings | None) -> Job:
    if settings is None or settings.path is None:
        raise CannlintError("there is no cannlint.toml with a job {name!r}", name=name)
    jobs = _jobs(settings)
    if name in jobs:
        return jobs[name]
    from cannlint.nearest import nearest

    meant = nearest(name, [*jobs])
    hint = (
        said("did you mean {meant}?", meant=meant)
        if meant
        else said("it has {names}", names=_names(settings))
    )
    raise CannlintError(
        "{path} has no job {name!r}; {hint}",
        path=_path_of(settings),
        name=name,
        hint=hint,
    )


def _jobs(settings: Settings) -> dict[str, Job]:
    """The jobs of a configuration by name."""
    from cannlint.jobs.job import read as read_jobs

    assert settings.path is not None
    reading = read_jobs(read_source(settings.path, _path_of(settings)))
    return {job.name: job for job in reading.jobs if job.name is not None}


def _path_of(settings: Settings) -> str:
    return os.path.relpath(settings.path or "")


def _names(settings: Settings) -> str:
    return ", ".join(_jobs(settings)) or "none"


def _link(job: Job, settings: Settings | None) -> None:
    """Read the config files that the job names; one that is not there stops the job here."""
    root = settings.root if settings is not None else None
    finders: dict[str, Finder] = {}

    def find(setting: Setting) -> str | None:
        path = setting.source.path
        if path not in finders:
            is_config = settings is not None and _is_same(path, settings.path)
            finders[path] = Finder(path, Kind.JOB if is_config else Kind.ATC_SCRIPT, root)
        return finders[path](setting)

    link([job], find, _read)
    for option in dict.fromkeys(setting.option for setting in job.settings):
        setting = job.get(option)
        if setting is None or setting in job.missing or option in job.files:
            continue
        if file_kind(setting) and names_file(setting) and find(setting) is None:
            job.missing.append(setting)


def _is_same(path: str, other: str | None) -> bool:
    return other is not None and os.path.abspath(path) == os.path.abspath(other)


def _read(path: str, kind: Kind) -> Reading | None:
    """CANN's reading of a file; a folder it opens as if it were an empty one (options.md 4)."""
    if os.path.isdir(path):
        return read(Source(path, b""), kind)
    return read(read_source(path), kind)


def _library(request: Request, settings: Settings | None) -> Library:
    from cannlint.library.choose import choose

    if settings is None:
        return choose(request.library)
    return choose(request.library, settings.opp, settings.library)


def _soc(request: Request, job: Job, settings: Settings | None) -> str:
    """The SoC asked for, or the job's, or the configured one."""
    configured = settings.socs if settings is not None else ()
    soc = request.soc or job.value("soc_version") or (configured[0] if configured else None)
    if soc is None:
        raise CannlintError(
            "a plan is for one SoC: name it with --soc, with soc in cannlint.toml, or in the job"
        )
    return soc


def _custom(paths: Sequence[str]) -> list[OpsInfo]:
    """The custom operator libraries, in the order in which they are searched."""
    found = []
    for path in paths:
        reading = read(read_source(path), Kind.OPS_INFO)
        assert isinstance(reading, OpsInfo)
        if not reading.accepted:
            raise CannlintError(
                "{path}: CANN cannot load this operator library; "
                "see cannlint check --kind ops_info {path}",
                path=path,
            )
        found.append(reading)
    return found


def _wanted(request: Request, job: Job) -> Wanted:
    wanted = Wanted()
    wanted.types, wanted.nodes = list(request.types), list(request.nodes)
    wanted.every = request.every
    wanted.original = ORIGINALS.get(request.original or "", DEFAULT_ORIGINAL)
    graph = request.model or job.graph
    if graph is not None:
        from cannlint.graphs.read import read_graph

        wanted.graph = read_graph(graph)
    return wanted
