"""What stops a job before any operator is compiled (manual/index.md#the-order-of-events).

In the order in which the front end, GE and the Fusion Engine look: each option's own value, the
options together, then what the engine makes of the values and of the files.
"""

from __future__ import annotations

from cannlint.cann.modes import HF32_FILES, SELECT_IMPLMODES, SELECT_PLAIN
from cannlint.cann.option_names import DECIDING, FILE, HF32, KEEP, MODE_OPTIONS, SELECT, SOC, V1, V2
from cannlint.diagnostics import WITHHELD, Message
from cannlint.graphs.model import Census
from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.refusals import refusals as atc_refusals
from cannlint.jobs.conflicts import code_of_cores, too_many_cores
from cannlint.jobs.linking import names_folder
from cannlint.jobs.python_types import is_stored
from cannlint.jobs.reached import is_reached, raises_at_name, wrong_field_outcome
from cannlint.jobs.release_differences import is_certain, is_refused_by_all
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import code_of_missing, table_of
from cannlint.jobs.values import verdict
from cannlint.jobs.verdicts import LATER, REFUSED
from cannlint.resolve.combinations import refused_together, unless_tf1
from cannlint.resolve.mode_options import mode_option
from cannlint.resolve.precision import PrecisionChoice, precision_mode
from cannlint.resolve.provenance import Origin, of_entry, of_setting
from cannlint.resolve.refusal import Refusal, bad_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.graphs.model import Graph
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.jobs.verdicts import Verdict
    from cannlint.library.model import Soc
    from cannlint.resolve.keep import KeepEntries

PLAN_OPTIONS = (*DECIDING, SOC)
"""The options that a plan depends on."""

ENGINE_FAILS = "E20101"
_MISSING: dict[str, tuple[str, ...]] = {"keep_dtype": ("E10410",)}
"""What CANN reports where a file is not there that GE's table of options does not have."""

_MISSING_FOR_ATC = {FILE: ("E10001", "E10001"), "keep_dtype": ("E10001", "E10001")}
"""ATC looks at these paths itself, twice (manual/atc.md#paths)."""

ENGINE_FILES = (FILE, "customize_dtypes", "modify_mixlist", "fusion_switch_file")
"""The files of the engine, in the order in which it reads them."""


def choose_precision(job: Job, soc: Soc | None) -> PrecisionChoice:
    """The precision mode that a job runs in; none where an option's value is unknown."""
    settings = [job.get(V1), job.get(V2)]
    if any(setting is not None and setting.value is None for setting in settings):
        return PrecisionChoice()
    choice = precision_mode(
        job.value(V1),
        job.value(V2),
        _is_training(job, soc),
        soc.fp32_cube if soc is not None else None,
        soc.bf16 if soc is not None else None,
    )
    for mode in choice.modes:
        setting = job.get(str(mode.origin.detail))
        if setting is not None:
            mode.origin = of_setting(setting)
    return choice


def _is_training(job: Job, soc: Soc | None) -> bool | None:
    """Whether the job trains: ATC and MindSpore Lite never do, others unless graph_run_mode says 0.

    See manual/dtype-selection.md#precision-modes. MindSpore goes by the SoC (manual/mindspore.md).
    The start-up code of torch_npu sends the mode that is the default of training.
    """
    if job.front_end in (FrontEnd.ATC, FrontEnd.MSLITE):
        return False
    if job.front_end in (FrontEnd.MINDSPORE, FrontEnd.MINDFORMERS):
        return soc.folder.startswith("ascend910") if soc is not None else None
    if job.front_end is FrontEnd.TORCH:
        return True
    setting = job.get("graph_run_mode")
    if setting is not None and setting.value is None:
        return None
    return setting is None or setting.value != "0"


def refusals(job: Job, soc: Soc | None, precision: PrecisionChoice) -> list[Refusal]:
    """Everything that stops a job, as far as options and files tell; the first decides."""
    if isinstance(job, AtcJob):
        found = list(_refused_by_atc(job))
    else:
        found = [*_refused_names(job), *_refused_values(job), *refused_together(job)]
    known = {refusal.option for refusal in found}
    found += [refusal for refusal in _missing(job) if refusal.option not in known]
    if not any(refusal.option in (V1, V2) for refusal in found):
        found += _refused_precision(job, precision)
    if soc is not None:
        found += _refused_cores(job, soc)
    found += _refused_modes(job, soc)
    found += _refused_files(job)
    found += _refused_later(job)
    return found


def refused_by_graph(kept: KeepEntries, graph: Graph) -> list[Refusal]:
    """What stops ATC when it looks for the entries of a keep_dtype file in the model.

    A dump shows the model as a compile has changed it, which has found every type by then or
    fused it away; and the parser may map a type to any other: both are no evidence.
    """
    census = Census(graph)
    if not census.is_first or census.has_unknown:
        return []
    for record in kept.refused_by(graph):
        name = WITHHELD if kept.reading.source.is_outside else record.line.name
        message = Message.of("no node has the type `{type}`, which is not PascalCase", type=name)
        return [Refusal(KEEP, ("E10003",), message, of_entry(kept.reading, record.line.text, KEEP))]
    return []


def _refused_names(job: Job) -> Iterator[Refusal]:
    for setting in job.settings:
        is_flag = job.front_end is FrontEnd.ATC and setting.via is None
        if (is_flag and setting.spec is None) or raises_at_name(job, setting):
            message = Message.of("there is no option `{name}`", name=setting.key)
            yield Refusal(setting.key, (), message, of_setting(setting))


def _refused_values(job: Job) -> Iterator[Refusal]:
    for setting in job.settings:
        if not is_stored(setting):
            yield bad_value(setting, None)
    for setting, found in _illegal(job):
        if found.outcome == REFUSED and is_stored(setting):
            yield bad_value(setting, found.code)
    for setting in job.counting():
        if wrong_field_outcome(job, setting) in (REFUSED, LATER) and is_stored(setting):
            yield bad_value(setting, None)


def _refused_later(job: Job) -> Iterator[Refusal]:
    for setting, found in _illegal(job):
        # whether anybody looks at those of modes depends on the others: see _refused_modes
        if found.outcome == LATER and setting.option not in MODE_OPTIONS:
            yield bad_value(setting, found.code)
    if job.get("profiling_options") is not None:
        from cannlint.jobs.profiling import CODE, refused_profiling

        profiling = refused_profiling(job)
        if profiling is not None:
            yield bad_value(profiling, CODE)


def _illegal(job: Job) -> Iterator[tuple[Setting, Verdict]]:
    """The values that count, are looked at and are not legal."""
    for setting in job.counting():
        found = verdict(setting)
        if found is None or not is_reached(job, setting, found):
            continue
        if is_certain(job, setting) if found.at is None else is_refused_by_all(setting):
            yield setting, found


def _refused_by_atc(job: AtcJob) -> Iterator[Refusal]:
    """What ATC's front end refuses, but for the flags and files of the model itself.

    A plan is about operators: a line that only asks about options need not be complete.
    """
    for refusal in atc_refusals(job):
        names = [setting.option for setting in refusal.settings] or [refusal.option]
        if refusal.check is Check.LACKING or (
            refusal.check is Check.PATH and names[0] not in PLAN_OPTIONS
        ):
            continue
        if refusal.check is Check.VALUE:
            yield bad_value(refusal.settings[0], refusal.code)
            continue
        message = Message.of(
            "{option}: ATC refuses it ({check})",
            option=names[0] or (refusal.slip.text if refusal.slip is not None else ""),
            check=refusal.check.value,
        )
        span = refusal.slip.span if refusal.slip is not None else job.span
        origin = Origin("option", names[0], job.source, span)
        if refusal.settings:
            origin = of_setting(refusal.settings[0])
        yield Refusal(names[0], (refusal.code,) if refusal.code else (), message, origin)


def _refused_precision(job: Job, precision: PrecisionChoice) -> Iterator[Refusal]:
    setting = job.get(V2) or job.get(V1)
    if precision.reason is None or setting is None:
        return
    code = precision.code or ENGINE_FAILS
    codes = (code,) if code == ENGINE_FAILS else unless_tf1(job, code)
    yield Refusal(setting.option, codes, precision.reason, of_setting(setting))


def _refused_cores(job: Job, soc: Soc) -> Iterator[Refusal]:
    """More AI Cores than the SoC has, which the engine refuses when it starts."""
    found = too_many_cores(job, [soc.version])
    if found is not None:
        setting, number, _, _ = found
        socs = (soc.version,)
        message = Message.of("{socs} has fewer than {number} AI Cores", socs=socs, number=number)
        yield Refusal(setting.option, (code_of_cores(job),), message, of_setting(setting))


def _missing(job: Job) -> Iterator[Refusal]:
    for setting in job.missing:
        option, code = setting.option, code_of_missing(setting)
        codes = _MISSING.get(option, (code,) if code is not None else ())
        if job.front_end is FrontEnd.ATC:
            codes = _MISSING_FOR_ATC.get(option, codes)
        is_opened_here = names_folder(setting) and not table_of(job.front_end).elsewhere
        if not (codes or is_opened_here):
            continue
        template = (
            "{option}: folder `{value}` not found"
            if names_folder(setting)
            else "{option}: file `{value}` not found"
        )
        message = Message.of(template, option=option, value=setting.value)
        yield Refusal(option, codes, message, of_setting(setting))


def _refused_modes(job: Job, soc: Soc | None) -> Iterator[Refusal]:
    """What the engine makes of the values that choose modes (4.3, 4.4)."""
    file, select, hf32 = (mode_option(job, name) for name in (FILE, SELECT, HF32))
    legal = {SELECT: (*SELECT_PLAIN, *SELECT_IMPLMODES), HF32: tuple(HF32_FILES)}
    looked_at = []
    if soc is not None and soc.hf32:
        looked_at.append(hf32)
    if not (file.value or file.is_unknown):
        looked_at.append(select)
    for option in looked_at:
        setting = option.setting
        if setting is None or not option.value or option.value in legal[option.name]:
            continue
        found = verdict(setting)
        if found is None or found.outcome != REFUSED:
            yield bad_value(setting, (found and found.code) or ENGINE_FAILS)


def _refused_files(job: Job) -> Iterator[Refusal]:
    for option in ENGINE_FILES:
        linked = job.files.get(option)
        if linked is None or linked.reading.accepted:
            continue
        reading = linked.reading
        template = (
            "{option}: CANN crashes on {file}" if reading.crash else "{option}: {file} is refused"
        )
        message = Message.of(template, option=option, file=linked.path)
        origin = Origin("file", option, reading.source)
        yield Refusal(option, tuple(reading.codes), message, origin)
