"""The facts of a job: what was found noteworthy in it, and which options it sets.

The registry says which rules about jobs each fact concerns (cannlint.facts).
"""

from __future__ import annotations

from cannlint.cann.option_names import FIRST_GENERATION, SHAPE, SHAPES, SOC
from cannlint.facts import Fact
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.values import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.graphs.header import Header
    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting


def facts_of(job: Job) -> frozenset[str]:
    """The facts of a job, its front end, and the canonical names of the options that it sets."""
    found = {job.front_end.value}
    for setting in job.settings:
        found.add(setting.option)
        found.update(_of_setting(setting, job))
    if job.missing:
        found.add(Fact.MISSING_FILE)
    if job.header is not None:
        found.update(_of_model(job.header, job.mismatches))
    if job.leaves_remapping:
        found.add(Fact.LEAVES_REMAPPING)
    if job.policies:
        found.add(Fact.POLICY)
    if job.misuses:
        found.add(Fact.MISUSED_CALL)
    if job.front_end is FrontEnd.ATC:
        found.update(_of_command(job))
    return frozenset(found)


def _of_model(header: Header, mismatches: Sequence[Mismatch]) -> Iterator[str]:
    if header.faults:
        yield Fact.REFUSED_MODEL
    if len(header.domains) > 1:
        yield Fact.SEVERAL_DOMAINS
    yield from (mismatch.fact for mismatch in mismatches)


def _of_setting(setting: Setting, job: Job) -> Iterator[str]:
    spec = setting.spec
    if setting.via == "parameter_map":
        yield Fact.PARAMETER_MAP
    if spec is None:
        yield Fact.REPLACED_GROUP if setting.via == "group" else Fact.UNKNOWN_OPTION
        return
    for key, fact in _MARKS.items():
        if spec.entry.get(key):
            yield fact
    is_flag = job.front_end is FrontEnd.ATC and setting.via is None
    if is_flag and setting.key != setting.option:
        yield Fact.SHORTENED_OPTION
    if verdict(setting) is not None:
        yield Fact.ILLEGAL_VALUE
    if setting.option == SOC and setting.value == FIRST_GENERATION:
        yield Fact.FIRST_GENERATION_SOC
    if setting.option in SHAPES and _joins_inputs(setting):
        yield Fact.INPUTS_IN_ONE_NAME


def _joins_inputs(setting: Setting) -> bool:
    value = setting.value or ""
    if "," not in value or value.count(":") < 2:  # nearly all commands: the pattern is not compiled
        return False
    from cannlint.jobs.atc.shapes import commas_between_inputs

    return bool(commas_between_inputs(value))


def _may_have_faulty_shape(job: Job) -> bool:
    """Whether there is a shape that is not as nearly all are; quick, for every command."""
    from cannlint.jobs.atc.shapes import is_plain

    value = job.value(SHAPE)
    return bool(value) and not is_plain(value or "")


_MARKS = {
    "deprecated": Fact.DEPRECATED_OPTION,
    "reserved": Fact.RESERVED_OPTION,
    "missing": Fact.NEEDS_COMPANION,
    "repeat": Fact.SET_ONCE,
    "backends": Fact.NEEDS_BACKEND,
    "since": Fact.OF_SOME_RELEASES,
    "values_since": Fact.OF_SOME_RELEASES,
    "formerly": Fact.OF_SOME_RELEASES,
    "when": Fact.NEEDS_SWITCH,
}
"""Key of an option's row in the tables → the fact about a job that sets the option."""


def _of_command(job: Job) -> Iterator[str]:
    """The facts of a command line; none for a job of ATC in cannlint.toml."""
    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.atc.refusals import all_refusals

    if not isinstance(job, AtcJob):
        return
    if _may_have_faulty_shape(job):
        yield Fact.FAULTY_STATIC_SHAPE
    if job.slips:
        yield Fact.MALFORMED_COMMAND
    if all_refusals(job):
        yield Fact.REFUSED_BY_ATC
    if len({setting.option for setting in job.settings}) < len(job.settings):
        yield Fact.REPEATED_OPTION
