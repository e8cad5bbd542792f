"""The facts of a job: what was found noteworthy in it, and which options it sets.

A rule about jobs names those that it is about (cannlint.facts).
"""

from __future__ import annotations

from cannlint.cann.option_names import FIRST_GENERATION, SHAPE, SHAPES, SOC
from cannlint.facts import Fact
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec, table_of
from cannlint.jobs.values import verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.graphs.header import Header
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

UNKNOWN_OPTION: Fact[None] = Fact("unknown-option")
SHORTENED_OPTION: Fact[None] = Fact("shortened-option")
REPEATED_OPTION: Fact[None] = Fact("repeated-option")
DEPRECATED_OPTION: Fact[None] = Fact("deprecated-option")
RESERVED_OPTION: Fact[None] = Fact("reserved-option")
NEEDS_COMPANION: Fact[None] = Fact("needs-companion")
"""An option that needs another one."""
NEEDS_SWITCH: Fact[None] = Fact("needs-switch")
NEEDS_BACKEND: Fact[None] = Fact("needs-backend")
"""An option that only one backend of MindSpore reads."""
UNREAD_OPTION: Fact[None] = Fact("unread-option")
"""An option that nothing reads."""
OPENED_BY_COMPILER: Fact[None] = Fact("opened-by-compiler")
"""A path that GE or an engine opens."""
SET_AGAIN: Fact[None] = Fact("set-again")
"""An option that is set more than once."""
SET_ONCE: Fact[None] = Fact("set-once")
"""An option that cannot be set a second time."""
OF_SOME_RELEASES: Fact[None] = Fact("of-some-releases")
"""An option that not every release of the front end takes, or takes in the same way."""
LEAVES_REMAPPING: Fact[None] = Fact("leaves-remapping")
"""A session of TensorFlow 1 leaves TensorFlow's own rewriting of the graph on."""
MISUSED_CALL: Fact[None] = Fact("misused-call")
REPLACED_GROUP: Fact[None] = Fact("replaced-group")
"""Something is assigned in place of a group of options."""
ILLEGAL_VALUE: Fact[None] = Fact("illegal-value")
PARAMETER_MAP: Fact[None] = Fact("parameter-map")
"""An option that is set in a parameter_map of TensorFlow 1."""
NOT_FIRST: Fact[None] = Fact("not-first")
"""A session that is not the first of its process."""
MISSING_FILE: Fact[None] = Fact("missing-file")
SEVERAL_DOMAINS: Fact[None] = Fact("several-domains")
"""The model imports operators of several domains."""
REFUSED_MODEL: Fact[None] = Fact("refused-model")
POLICY: Fact[None] = Fact("policy")
FIRST_GENERATION_SOC: Fact[None] = Fact("first-generation-soc")
FAULTY_STATIC_SHAPE: Fact[None] = Fact("faulty-static-shape")
INPUTS_IN_ONE_NAME: Fact[None] = Fact("inputs-in-one-name")
MALFORMED_COMMAND: Fact[None] = Fact("malformed-command")
REFUSED_TOGETHER: Fact[None] = Fact("refused-together")
"""Options that the front end refuses together, at least in some release."""
REFUSED_BY_ATC: Fact[None] = Fact("refused-by-atc")


def facts_of(job: Job) -> frozenset[str]:
    """The facts of a job, its front end, and the canonical names of the options that it sets."""
    found = {job.front_end.value}
    for setting in job.settings:
        found.add(setting.option)
        found.update(_of_setting(setting, job))
    if len({setting.key for setting in job.settings}) < len(job.settings):
        found.add(SET_AGAIN)
    if job.earlier is not None:
        found.add(NOT_FIRST)
    if job.missing:
        found.add(MISSING_FILE)
    if job.header is not None:
        found.update(_of_model(job.header, job))
    if job.leaves_remapping:
        found.add(LEAVES_REMAPPING)
    if job.policies:
        found.add(POLICY)
    if job.misuses:
        found.add(MISUSED_CALL)
    if _has_refused_combination(job):
        found.add(REFUSED_TOGETHER)
    if job.front_end is FrontEnd.ATC:
        found.update(_of_command(job))
    has_one_of_each = job.front_end is FrontEnd.ATC or table_of(job.front_end).precedence
    if has_one_of_each and len({one.option for one in job.settings}) < len(job.settings):
        found.add(REPEATED_OPTION)
    return frozenset(found)


def _of_model(header: Header, job: Job) -> Iterator[str]:
    from cannlint.graphs.header import faults_at

    if faults_at(header.faults, job.release):
        yield REFUSED_MODEL
    if len(header.domains) > 1:
        yield SEVERAL_DOMAINS
    yield from (mismatch.fact for mismatch in job.mismatches)


def _of_setting(setting: Setting, job: Job) -> Iterator[str]:
    spec = setting.spec
    if setting.via == "parameter_map":
        yield PARAMETER_MAP
    if spec is None:
        yield REPLACED_GROUP if setting.via == "group" else UNKNOWN_OPTION
        return
    for key, fact in _MARKS.items():
        if getattr(spec, key):
            yield fact
    yield from _of_compiler(setting)
    is_flag = job.front_end is FrontEnd.ATC and setting.via is None
    if is_flag and setting.key != setting.option:
        yield SHORTENED_OPTION
    if verdict(setting) is not None:
        yield ILLEGAL_VALUE
    if setting.option == SOC and setting.value == FIRST_GENERATION:
        yield FIRST_GENERATION_SOC
    if setting.option in SHAPES and _joins_inputs(setting):
        yield INPUTS_IN_ONE_NAME


def _of_compiler(setting: Setting) -> Iterator[str]:
    """The facts of what becomes of a setting when GE gets it."""
    spec, passed_on = setting.spec, compiler_spec(setting)
    if (spec is not None and spec.ignored) or (passed_on is not None and passed_on.ignored):
        yield UNREAD_OPTION
    if passed_on is None:
        return
    if passed_on.when:
        yield NEEDS_SWITCH
    if "missing" in passed_on.faults:
        yield OPENED_BY_COMPILER
    if passed_on.formerly:
        yield OF_SOME_RELEASES


def _has_refused_combination(job: Job) -> bool:
    sets_keys_of_ge = any(setting.via == "ge_options" for setting in job.settings)
    if not table_of(job.front_end).refused_together and not sets_keys_of_ge:
        return False
    from cannlint.jobs.conflicts import combinations

    return any(combinations(job))


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
    "deprecated": DEPRECATED_OPTION,
    "reserved": RESERVED_OPTION,
    "missing": NEEDS_COMPANION,
    "repeat": SET_ONCE,
    "backends": NEEDS_BACKEND,
    "since": OF_SOME_RELEASES,
    "values_since": OF_SOME_RELEASES,
    "formerly": OF_SOME_RELEASES,
    "when": NEEDS_SWITCH,
}
"""Key of an option's row in the tables → the fact about a job that sets the option."""


def _of_command(job: Job) -> Iterator[str]:
    """The facts of a command line; none for a job of ATC in cannlint.toml."""
    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.atc.refusals import all_refusals

    if not isinstance(job, AtcJob):
        return
    if _may_have_faulty_shape(job):
        yield FAULTY_STATIC_SHAPE
    if job.slips:
        yield MALFORMED_COMMAND
    if all_refusals(job):
        yield REFUSED_BY_ATC
