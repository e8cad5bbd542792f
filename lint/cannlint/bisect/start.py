"""Start a bisect: plan the job, choose how candidates are held, and take those that matter."""

from __future__ import annotations

import os
from collections.abc import Sequence

from cannlint.bisect.candidates import (
    MOST_CANDIDATES,
    Candidates,
    leave_out_idle,
    operators,
    passes,
)
from cannlint.bisect.progress import Bisect, started
from cannlint.bisect.state import STATE_NAME, State
from cannlint.bisect.step_file import Candidate, Form, Sort, StepFile, base_of
from cannlint.cann.fusion import GROUPS
from cannlint.cann.option_names import KEEP, SOC
from cannlint.errors import CannlintError
from cannlint.formats.fusion_switch.reading import Form as SwitchForm
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.jobs.configured_jobs import is_given
from cannlint.jobs.model import COMMAND_LINE, Job, LinkedFile
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.planning.plan import accepted_plan_of, codes_of
from cannlint.planning.request import Request, plan_variant, with_file, with_option
from cannlint.resolve.plan import Plan
from cannlint.suggest.named_rows import types_of
from cannlint.text.source import Source
from cannlint.verify.fusion_result import read_fusion_result


class Start:
    """What `cannlint bisect start` is asked for.

    `sort` None means nodes if the model is known, otherwise types. `only` are patterns of names,
    `fusion_result` is the path of a fusion_result.json. With `every`, candidates that change
    nothing according to the plan are taken, too. `arguments` are those of the command, for the log.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.sort: Sort | None = None
        self.only: Sequence[str] = ()
        self.fusion_result: str | None = None
        self.every = False
        self.ends_known = False
        self.arguments: list[str] = []


def start(asked: Start) -> Bisect:
    """Start a bisect and write its files.

    Raises CannlintError if CANN refuses the job, or if there is nothing to search.
    """
    plan = accepted_plan_of(asked.request)
    if plan.wanted.graph is None and asked.sort is not Sort.PASSES:
        request = asked.request.copy()
        request.types = types_of(asked.only, plan.target.op_types())
        plan = accepted_plan_of(request)
    sort = asked.sort or (Sort.NODES if plan.wanted.graph is not None else Sort.TYPES)
    step_file = _step_file(plan.job, sort)
    found = _candidates(asked, plan, step_file)
    state = State(step_file, found.taken)
    state.left_out = found.left_out
    state.start, state.ends_known = asked.arguments, asked.ends_known
    _describe_job(state, plan)
    return started(os.path.join(_folder(plan.job), STATE_NAME), state)


def _step_file(job: Job, sort: Sort) -> StepFile:
    """The file that can hold candidates of a job; raises CannlintError if there is none."""
    known = {spec.option for spec in options_of(job.front_end).values()}
    if sort is Sort.PASSES:
        form = Form.JSON_SWITCH
    elif sort is Sort.TYPES and KEEP not in known:
        form = Form.MIXLIST
    else:
        form = Form.KEEP
    if form.option not in known:
        raise CannlintError(
            "{front_end} has no option {option}, which would hold {sort}",
            front_end=job.front_end,
            option=form.option,
            sort=sort.value,
        )
    linked = job.files.get(form.option)
    reading = linked.reading if linked is not None else None
    if isinstance(reading, FusionSwitch) and reading.form is SwitchForm.TEXT:
        form = Form.TEXT_SWITCH
    if linked is not None:
        _refuse_outside(linked)
    return StepFile(sort, form, base_of(reading, form))


def _refuse_outside(linked: LinkedFile) -> None:
    """A script of a stranger may name any file: its text is not copied into the project."""
    if linked.reading.source.is_outside and linked.setting.source.path != COMMAND_LINE:
        raise CannlintError(
            "{path} is outside the project, and the bisect would copy it: name it with "
            "-O {option}=FILE if this is wanted",
            path=linked.path,
            option=linked.setting.option,
        )


def _candidates(asked: Start, plan: Plan, step_file: StepFile) -> Candidates:
    """What to search, without what the plan says has no effect."""
    if step_file.sort is Sort.PASSES:
        found = passes(plan, asked.only, _seen(asked.fusion_result, plan))
        if step_file.form is Form.TEXT_SWITCH:
            found = Candidates(_without_groups(found.taken))
    else:
        found = operators(plan, step_file, asked.only)
    _check_number(found)

    def planned(held: Sequence[Candidate]) -> Plan:
        other = plan_holding(plan, step_file, found.taken, held)
        for refusal in other.refusals:
            raise CannlintError(
                "CANN refuses the job with all candidates held ({codes}): {reason}; choose other "
                "candidates with --by or --only",
                codes=codes_of(refusal),
                reason=str(refusal.message),
            )
        return other

    if not asked.every:
        leave_out_idle(found, step_file, plan, planned)
    if not found.taken:
        raise CannlintError(
            "nothing to search: according to the plan, no candidate changes anything; "
            "--all takes them"
            if found.left_out
            else "nothing to search: there is no candidate with such a name"
        )
    return found


def _check_number(found: Candidates) -> None:
    """Raise CannlintError if there are more candidates than a bisect takes."""
    if len(found.taken) > MOST_CANDIDATES:
        raise CannlintError(
            "{number} candidates are more than a bisect takes ({most}); choose some with --only",
            number=len(found.taken),
            most=MOST_CANDIDATES,
        )


def plan_holding(
    plan: Plan, step_file: StepFile, candidates: Sequence[Candidate], held: Sequence[Candidate]
) -> Plan:
    """The plan of a job as a step compiles it: with the file that holds some candidates."""
    option = step_file.form.option
    path = os.path.join(_folder(plan.job), step_file.form.file_name)
    source = Source(path, step_file.data(candidates, held))
    return plan_variant(plan, with_file(with_option(plan.job, option, path), option, path, source))


def _seen(path: str | None, plan: Plan) -> list[tuple[str, str]] | None:
    """The passes that took effect in a compile, each in its group; None without a file."""
    if path is None:
        return None
    names = [name for name, (_, effective) in read_fusion_result(path).times.items() if effective]
    return [
        (next((group for group in GROUPS if name in plan.passes[group]), GROUPS[0]), name)
        for name in names
    ]


def _without_groups(candidates: list[Candidate]) -> list[Candidate]:
    """The same candidates once each: the text form has no groups."""
    return [type(one)(one.name) for one in {one.name: one for one in candidates}.values()]


def _folder(job: Job) -> str:
    """The folder of the script or cannlint.toml of a job; otherwise the current folder."""
    path = job.source.path
    return "" if path == COMMAND_LINE or not os.path.isfile(path) else os.path.dirname(path)


def _describe_job(state: State, plan: Plan) -> None:
    """Say which job is compiled in each step, and how."""
    job, option = plan.job, state.step_file.form.option
    spec = next(spec for spec in options_of(job.front_end).values() if spec.option == option)
    is_atc = job.front_end is FrontEnd.ATC
    state.key = f"--{spec.key}" if is_atc else spec.key
    if _folder(job) or not is_given(job):
        line, _ = job.source.position(job.span.start)
        state.job = job.name or f"{job.source.path}:{line}"
    settings = [setting for setting in job.settings if setting.option != option]
    if is_atc and job.complete and all(setting.value is not None for setting in settings):
        state.command = ["atc", *(f"--{setting.key}={setting.value}" for setting in settings)]
        if job.get(SOC) is None:
            state.command.append(f"--{SOC}={plan.target.soc}")
