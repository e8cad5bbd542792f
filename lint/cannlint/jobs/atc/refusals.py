"""Every reason that ATC's front end has to refuse a command line, in the order it looks for them.

Measured: manual/atc.md#the-order-of-checks. ATC stops at the first; all of them are given, since
the next run would stop at the next one.
"""

from __future__ import annotations

from cannlint.cann.option_names import SOC
from cannlint.jobs import conflicts
from cannlint.jobs.atc.getopt import MISSING, SHORT
from cannlint.jobs.atc.job import CHECKED_IN_THE_FILE, AtcJob, Check, Refusal
from cannlint.jobs.atc.paths import path_fault
from cannlint.jobs.atc.raw import OPTION as RAW_OPTION
from cannlint.jobs.atc.raw import not_replaceable
from cannlint.jobs.atc.shapes import RANGE_WITH_GEARS, exclusive_gears, shape_fault
from cannlint.jobs.release_differences import is_certain
from cannlint.jobs.settings import Setting
from cannlint.jobs.values import is_refused_flag, is_refused_while_parsing, verdict
from cannlint.jobs.verdicts import REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job


NANO_SOCS = ("Ascend035", "Ascend035A", "Ascend035B")
"""The SoCs of --mode=30, and of no other."""

INPUT_FORMATS = {
    "0": ("NCHW", "ND"),
    "3": ("NCHW", "NHWC", "ND", "NCDHW", "NDHWC"),
    "5": ("NCHW", "ND", "NCDHW"),
}
"""What --input_format may be, for each --framework that looks at it."""


def refusals(job: AtcJob) -> Iterator[Refusal]:
    """Every reason to refuse a command line, the one that ATC meets first in front."""
    yield from _while_parsing(job)
    yield from _raw(job)
    yield from _values(job, "auto_tune_mode")
    apart = conflicts.deterministic_mismatch(job)
    if apart:
        yield Refusal(Check.DETERMINISTIC, "E10001", *apart)
    if job.is_single_op:
        yield from _single_op(job)
    elif job.may_be_single_op:
        yield from _in_any_case(job)
    elif job.mode is not None:
        yield from _by_mode(job, job.mode)


def refusals_of(job: Job, *checks: Check) -> list[Refusal]:
    """The refusals of some checks; none for a job of another front end."""
    if not isinstance(job, AtcJob):
        return []
    return [refusal for refusal in all_refusals(job) if refusal.check in checks]


def all_refusals(job: AtcJob) -> list[Refusal]:
    """The refusals of a job, looked for once."""
    if job.refusals is None:
        job.refusals = list(refusals(job))
    return job.refusals


def _while_parsing(job: AtcJob) -> Iterator[Refusal]:
    found: list[tuple[int, Refusal]] = []
    last = len(job.source.text)
    for setting in job.settings:
        if setting.via is not None:
            continue
        if not (is_refused_flag(setting) and is_certain(job, setting)):
            continue
        is_unknown = setting.spec is None
        refusal = Refusal(Check.UNKNOWN, None, setting) if is_unknown else _illegal(setting)
        found.append((setting.span.start, refusal))
    for slip in job.slips:
        if slip.is_refused:
            refusal = Refusal(Check.WORD, None)
            refusal.slip = slip
            found.append((slip.span.start if slip.kind in (SHORT, MISSING) else last, refusal))
    found.sort(key=lambda pair: pair[0])
    yield from (refusal for _, refusal in found)


def _raw(job: AtcJob) -> Iterator[Refusal]:
    """What is checked of the file with GE's own options, before its values are used."""
    if job.get(RAW_OPTION) is None:
        return
    yield from _paths(job, RAW_OPTION)
    for fault in job.raw_faults:
        refusal = Refusal(Check.RAW_FILE, "E10032")
        refusal.fault = fault
        yield refusal
    ignores = job.get("raw_ge_options_ignore_unsupported")
    for setting in job.raw_settings():
        if setting.spec is None:
            if ignores is None or not is_true(ignores.value):
                yield Refusal(Check.UNKNOWN, "E10055", setting)
        elif is_refused_while_parsing(setting) or _is_refused_in_file(setting):
            yield _illegal(setting)
        elif setting.spec.first_wins and verdict(setting) is not None:
            # ATC asks the optimisation itself, with no code
            yield Refusal(Check.VALUE, None, setting)
    for setting in not_replaceable(job):
        yield Refusal(Check.RAW_REQUIRED, "E10001", setting)


def _is_refused_in_file(setting: Setting) -> bool:
    return setting.option in CHECKED_IN_THE_FILE and verdict(setting) is not None


def is_true(value: str | None) -> bool:
    """Whether a value of a bool flag switches it on; an unknown one may."""
    return value is None or value.lower() in ("", "1", "t", "true", "y", "yes")


def _illegal(setting: Setting) -> Refusal:
    wrong = verdict(setting)
    return Refusal(Check.VALUE, wrong.code if wrong is not None else None, setting)


def _values(job: AtcJob, *options: str) -> Iterator[Refusal]:
    """The values of options that are looked at after the line has been read."""
    for option in options:
        setting = job.get(option)
        wrong = verdict(setting) if setting is not None else None
        if setting is None or wrong is None or wrong.outcome != REFUSED:
            continue
        if is_certain(job, setting):
            yield Refusal(Check.VALUE, wrong.code, setting)


def _paths(job: AtcJob, *options: str) -> Iterator[Refusal]:
    for option in options:
        setting = job.get(option)
        fault = path_fault(job, setting) if setting is not None else None
        if fault is not None:
            yield Refusal(Check.PATH, fault.code, setting)


def _required(job: AtcJob, code: str, *options: str) -> Iterator[Refusal]:
    for option in options:
        setting = job.get(option)
        if job.lacks(option) or (setting is not None and setting.value == ""):
            yield Refusal(Check.LACKING, code, setting, option=option)


def _by_mode(job: AtcJob, mode: str) -> Iterator[Refusal]:
    framework = job.value("framework")
    if mode == "1" and framework == "1":
        yield Refusal(Check.TO_JSON, "E10001", job.get("framework"))
    yield from _paths(job, "weight")
    if mode in ("0", "3", "30"):
        yield from _required(job, "E10007", "framework")
        if framework == "0":
            yield from _required(job, "E10008", "weight")
    soc = job.get(SOC)
    if _is_no_nano(job, soc) if mode == "30" else _is_nano(soc):
        yield Refusal(Check.NANO, "E10055", soc, job.get("mode"))
    if job.makes_model:
        yield from _model(job, mode)
    elif mode in ("1", "5", "6"):
        yield from _om(job, mode)


def _is_nano(soc: Setting | None) -> bool:
    return soc is not None and soc.value in NANO_SOCS


def _is_no_nano(job: AtcJob, soc: Setting | None) -> bool:
    """Whether the SoC is certainly none of those: another one, or none at all."""
    if soc is None:
        return job.complete
    return soc.value is not None and soc.value not in NANO_SOCS


def _om(job: AtcJob, mode: str) -> Iterator[Refusal]:
    """What the modes look at that read a model that is already compiled."""
    yield from _required(job, "E10004", "om")
    om = job.get("om")
    if mode == "5" and om is not None and om.value and om.value.rpartition(".")[2] != "txt":
        yield Refusal(Check.TEXT_ONLY, "E10001", om)
    if mode != "6":
        yield from _required(job, "E10004", "json")
    yield from _paths(job, "om", *(("json",) if mode != "6" else ()))
    if mode == "6" and job.get("framework") is not None:
        yield Refusal(Check.ONLY_OM, "E10057", job.get("framework"))


def _single_op(job: AtcJob) -> Iterator[Refusal]:
    refused = [job.get("framework")]
    refused += [job.get("display_model_info")] if job.value("display_model_info") == "1" else []
    refused += [job.get("insert_op_conf")] if job.value("insert_op_conf") else []
    refused += [job.get("mode")] if job.mode not in ("0", None) else []
    for setting in refused:
        if setting is not None:
            yield Refusal(Check.SINGLE_OP, "E10001", setting, job.get("singleop"))
    yield from _required(job, "E10054", "output", SOC)
    yield from _paths(job, "output")
    yield from _precision(job)
    yield from _values(job, "allow_hf32")


def _in_any_case(job: AtcJob) -> Iterator[Refusal]:
    """What is checked of single operators and of a model alike: which of them is not known."""
    if job.mode in ("0", "7", "30"):
        yield from _required(job, "E10054", "output", SOC)
        yield from _paths(job, "output")
        yield from _precision(job)
        yield from _values(job, "allow_hf32")


def _precision(job: AtcJob) -> Iterator[Refusal]:
    """What is checked of the implementation and precision modes."""
    listed = job.get("optypelist_for_implmode")
    if listed is not None and conflicts.lacking_companions(job, listed):
        yield Refusal(Check.COMPANION, "E10001", listed)
    yield from _paths(job, "op_precision_mode")
    yield from _values(job, "is_weight_clip")
    twice = conflicts.precision_modes_twice(job)
    if twice:
        yield Refusal(Check.TWICE, "E10056", *twice)
    mixlist = conflicts.mixlist_without_mixed_mode(job)
    if mixlist:
        yield Refusal(Check.NO_MIXED_MODE, "E10001", *mixlist)


def _model(job: AtcJob, mode: str) -> Iterator[Refusal]:
    """The checks of a conversion, in their order."""
    layout = job.get("input_format")
    formats = INPUT_FORMATS.get(job.value("framework") or "")
    if layout is not None and layout.value and formats and layout.value not in formats:
        yield Refusal(Check.FORMAT, "E10001", layout, job.get("framework"))
    required = (SOC, "model") if mode == "3" else (SOC, "output", "model")
    yield from _required(job, "E10054", *required)
    yield from _paths(job, "model", *(("output",) if mode != "3" else ()))
    yield from _precision(job)
    yield from _shapes(job)
    yield from _paths(job, "cal_conf", "op_name_map", "insert_op_conf", "compress_weight_conf")
    yield from _values(job, "enable_compress_weight")
    compress = conflicts.compress_twice(job)
    if compress:
        yield Refusal(Check.COMPRESS, "E10047", *compress)
    yield from _paths(job, "keep_dtype")
    yield from _values(job, "check_report")
    yield from _paths(job, "check_report")
    yield from _values(job, "save_original_model", "enable_single_stream", "ac_parallel_enable")
    yield from _values(job, "tiling_schedule_optimize")
    if mode == "30" and job.value("display_model_info") == "1":
        yield Refusal(Check.NANO_INFO, "E10001", job.get("display_model_info"), job.get("mode"))
    if mode == "7":
        yield from _om2(job)
    yield from _values(job, "host_env_os", "host_env_cpu")
    yield from _values(job, "allow_hf32", "quant_dumpable", "enable_attr_compression")
    yield from _values(job, "static_model_ops_lower_limit")


def _shapes(job: AtcJob) -> Iterator[Refusal]:
    found = [
        Refusal(Check.TOGETHER, combination.row.get("code"), *combination.settings)
        for combination in conflicts.refused_combinations(job)
    ]
    fault = shape_fault(job)
    if fault is not None:
        at = 0 if fault.code == RANGE_WITH_GEARS else len(found)
        refusal = Refusal(Check.SHAPE, fault.code, job.get(fault.option), option=fault.option)
        found.insert(at, refusal)
    yield from found
    yield from _values(job, "input_hint_shape")
    gears = exclusive_gears(job)
    if len(gears) > 1:
        yield Refusal(Check.GEARS, "E10009", *map(job.get, gears))
    aipp = job.get("insert_op_conf")
    if job.value("dynamic_dims") and aipp is not None and aipp.value != "":
        yield Refusal(Check.AIPP, "E10001", aipp, job.get("dynamic_dims"))


def _om2(job: AtcJob) -> Iterator[Refusal]:
    for setting in job.settings:
        if setting.spec is not None and "7" in setting.spec.refused_in:
            yield Refusal(Check.OM2, "E10001", setting, job.get("mode"))
