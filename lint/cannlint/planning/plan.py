"""Make plans from requests."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.cann.option_names import SOC
from cannlint.config.file import Settings
from cannlint.diagnostics import Message
from cannlint.engine.read import read
from cannlint.engine.scope import Scope
from cannlint.errors import CannlintError
from cannlint.formats.ops_info.reading import OpsInfo
from cannlint.jobs.chosen_release import choose_releases
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.language import translated
from cannlint.library.model import Library
from cannlint.planning.job import linked_job, own_model
from cannlint.planning.request import ORIGINALS, Request
from cannlint.resolve.plan import Plan, make_plan
from cannlint.resolve.refusal import Refusal
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import DEFAULT_ORIGINAL, Wanted
from cannlint.text.source import read_source


def two_plans(request: Request, other: str) -> tuple[Plan, Plan]:
    """Two plans of the same operators: that of the request, and another one.

    `other` is `library=...`, `soc=...`, an option of the job as `KEY=VALUE`, or the name of
    another job. If the request has no graph and names no operators, the plans are about the
    operators that either job names.
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
    """A copy of the request with the change that `other` describes."""
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
    """The plan of a request.

    Raises CannlintError (and UnreadablePathError, BrokenConfigError) if no plan can be made.
    """
    job, target = job_and_target(request)
    wanted = _wanted(request, job)
    plan = make_plan(job, target, wanted)
    if plan.refusals:
        from cannlint.planning.faults import explain_refusals

        explain_refusals(plan)
    if plan.refusals and request.assume_fixed:
        from cannlint.planning.assumed import planned_as_fixed

        return planned_as_fixed(plan, lambda job: make_plan(job, target, wanted))
    return plan


def accepted_plan_of(request: Request) -> Plan:
    """The plan of a request for a job that CANN accepts; raises CannlintError as `plan_of` does."""
    plan = plan_of(request)
    for refusal in plan.refusals:
        raise CannlintError(
            "CANN refuses the job ({codes}): {reason}; `cannlint plan` shows all that it refuses",
            codes=codes_of(refusal),
            reason=str(refusal.message),
        )
    return plan


def codes_of(refusal: Refusal) -> str:
    """The error codes of a refusal, each once, in words."""
    return ", ".join(dict.fromkeys(refusal.codes)) or translated("without a code")


def job_and_target(request: Request) -> tuple[Job, Target]:
    """The job of a request with its files, and what it is planned for.

    Raises CannlintError (and UnreadablePathError, BrokenConfigError) if there is none.
    """
    scope = Scope(request.config, request.isolated, request.library, (), request.front_end_versions)
    settings = scope.settings_of("")
    job = linked_job(request, settings)
    choose_releases([job], *scope.releases_under(settings))
    library = _library(request, settings)
    return job, Target(library, _soc(request, job, settings), _custom(request.ops_info))


def _library(request: Request, settings: Settings | None) -> Library:
    from cannlint.library.choose import choose

    if settings is None:
        return choose(request.library)
    return choose(request.library, settings.opp, settings.library)


def _soc(request: Request, job: Job, settings: Settings | None) -> str:
    """The SoC of the request, or of the job, or of the configuration."""
    configured = settings.socs if settings is not None else ()
    soc = request.soc or job.value(SOC) or (configured[0] if configured else None)
    if soc is None:
        raise CannlintError(
            "no SoC given: use --soc, `soc` in cannlint.toml, or an option of the job"
        )
    return soc


def _custom(paths: Sequence[str]) -> list[OpsInfo]:
    """The custom operator libraries, in search order."""
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
    if request.model is not None or (job.graph is not None and not request.no_model):
        from cannlint.graphs.read import read_graph

        wanted.graph = read_graph(request.model or job.graph or "")
    elif not (request.no_model or any(map(_type, request.nodes)) or request.original):
        _read_own_model(wanted, job)
    if wanted.graph is None and not all(map(_type, request.nodes)):
        raise CannlintError("without the model, a node needs its type: --node TYPE=NAME")
    return wanted


def _type(node: tuple[str, str]) -> str:
    return node[0]


def _read_own_model(wanted: Wanted, job: Job) -> None:
    """Take the graph from the model that the job names, where it lies there and can be read."""
    path = own_model(job)
    if path is None:
        return
    from cannlint.graphs.read import read_graph

    try:
        wanted.graph = read_graph(path)
    except CannlintError as error:  # CANN may read what cannlint does not
        wanted.model_note = Message.of(
            "the model of the job is not read: {reason}", reason=str(error)
        )
