"""What stops a job because of several of its options, each of which is legal.

See manual/options.md.
"""

from __future__ import annotations

from cannlint.cann.option_names import LIST, MIXLIST
from cannlint.diagnostics import Message
from cannlint.jobs import conflicts
from cannlint.jobs.input_shapes import code_of_gears, has_one_gear, is_refused_for_gears
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import is_refused_by_itself
from cannlint.jobs.verdicts import LATER, REFUSED
from cannlint.resolve.provenance import of_setting
from cannlint.resolve.refusal import Refusal, bad_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job


def refused_together(job: Job) -> Iterator[Refusal]:
    """The options that do not go together; for a command line of ATC see jobs/atc/refusals.py."""
    yield from _without_companions(job)
    yield from _mixlist_unused(job)
    yield from _exclusive(job)
    yield from _lists(job)


def _without_companions(job: Job) -> Iterator[Refusal]:
    """Options that need others, which are not set, or not on."""
    for setting in job.counting():
        if job.front_end is FrontEnd.GE and setting.option == LIST:
            continue  # only the build of a graph checks it; the engine takes its default
        lacking = tuple(conflicts.lacking_companions(job, setting))
        if setting.spec is None:
            continue
        missing = setting.spec.missing
        if lacking and missing.get("outcome") in (REFUSED, LATER):
            message = Message.of("{option} needs {lacking}", option=setting.option, lacking=lacking)
            code = missing.get("code")
            codes = (code,) if code else ()
            yield Refusal(setting.option, codes, message, of_setting(setting))
    hybrid = conflicts.hybrid_of_datasets(job)
    if hybrid is not None:
        names = [setting.option for setting in hybrid]
        message = Message.of("{option} needs {other} to be 1", option=names[0], other=names[1])
        yield Refusal(names[0], (), message, of_setting(hybrid[0]))


def _mixlist_unused(job: Job) -> Iterator[Refusal]:
    """A list for mixed precision without a mode that uses it."""
    found = conflicts.mixlist_without_mixed_mode(job)
    if found is None or found[0].level == "graph":
        return
    mode = found[1]
    if mode is None or not is_refused_by_itself(mode):  # else nobody can tell which one is meant
        message = Message.of("{option} needs a mixed precision mode", option=MIXLIST)
        yield Refusal(MIXLIST, unless_tf1(job, "E10001"), message, of_setting(found[0]))


def _exclusive(job: Job) -> Iterator[Refusal]:
    """Options that contradict each other."""
    apart = conflicts.deterministic_mismatch(job)
    if apart is not None:
        level = apart[0]
        message = Message.of(
            "{option} and {other} must be both 0 or both non-zero",
            option=level.option,
            other="deterministic",
        )
        yield Refusal(level.option, ("E10001",), message, of_setting(level))
    compress = conflicts.compress_twice(job)
    if compress is not None:
        conf = compress[1]
        message = _not_beside(conf.option, ["enable_compress_weight"])
        yield Refusal(conf.option, unless_tf1(job, "E10047"), message, of_setting(conf))
    dumps = conflicts.both_dumps(job)
    if dumps is not None:
        message = _not_beside(dumps[1].option, [dumps[0].option])
        yield Refusal(dumps[1].option, ("E10001",), message, of_setting(dumps[1]))
    for combination in conflicts.refused_combinations(job):
        last = max(combination.settings, key=lambda setting: setting.span.start)
        others = [option for option in combination.row["options"] if option != last.option]
        code = combination.row.get("code")
        codes = (code,) if code is not None else ()
        yield Refusal(last.option, codes, _not_beside(last.option, others), of_setting(last))


def _not_beside(option: str, others: list[str]) -> Message:
    return Message.of("{option} cannot be combined with {others}", option=option, others=others)


def _lists(job: Job) -> Iterator[Refusal]:
    """Gears that do not fit the shapes."""
    gears = job.get("dynamic_dims")
    if gears is not None and is_refused_for_gears(job):
        is_short = has_one_gear(gears) and job.front_end is not FrontEnd.ATC
        yield bad_value(gears, "E10035" if is_short else code_of_gears(job, gears))


def unless_tf1(job: Job, code: str) -> tuple[str, ...]:
    """The code, but for TF1: its adapter stops the session itself, without one."""
    return () if job.front_end is FrontEnd.TF1 else (code,)
