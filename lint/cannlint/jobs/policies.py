"""The policies of a project: whether they make sense, and which of them a job has to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from cannlint.cann.option_names import SOC
from cannlint.config.errors import BrokenConfigError
from cannlint.config.policy import ALLOW, Policy
from cannlint.diagnostics import Message
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import options_of, spec_of
from cannlint.language import Phrase
from cannlint.nearest import nearest

Fault = tuple[tuple[str, ...], str, dict[str, object]]
"""The key that is wrong, none for the table; the template of a message and its values."""

_LONGEST_MESSAGE = 400
"""Characters of the project's sentence: it is shown with each finding."""


def policies_for(job: Job, policies: Sequence[Policy], socs: Sequence[str]) -> list[Policy]:
    """The policies for the front end and the SoC of a job; `socs` are those of one that names none.

    A policy for some SoCs is not for a job whose SoC is not known.
    """
    return [
        policy
        for policy in policies
        if not policy.front_ends or job.front_end.value in policy.front_ends
        if not policy.socs or _is_for_soc(policy, job, socs)
        if spec_of(job.front_end, policy.option) is not None
    ]


def _is_for_soc(policy: Policy, job: Job, socs: Sequence[str]) -> bool:
    setting = job.get(SOC)
    if setting is not None:
        socs = [setting.value] if setting.value else ()
    return any(fnmatchcase(soc, pattern) for soc in socs for pattern in policy.socs)


def setting_of(policy: Policy, job: Job) -> Setting | None:
    """The setting of a job that a policy is about."""
    spec = spec_of(job.front_end, policy.option)
    return job.get(spec.option) if spec is not None else None


def has_value_of(policy: Policy, setting: Setting) -> bool:
    """Whether a setting has one of the values that a policy names; the value is known."""
    value, spec = setting.read_value or "", setting.spec
    is_exact = spec is None or not (spec.type == "bool" or spec.ignore_case)
    if is_exact:
        return value in policy.values
    return value.lower() in map(str.lower, policy.values)


def check_policies(policies: Sequence[Policy]) -> None:
    """Raise BrokenConfigError if a policy names an option or a value that there is not."""
    found = [(policy, *fault) for policy in policies for fault in _faults(policy)]
    if not found:
        return
    from cannlint.config.faults import places_of_settings

    source = policies[0].source
    paths: list[tuple[str | int, ...]] = [
        ("policy", policy.index, *key) for policy, key, _, _ in found
    ]
    spans = places_of_settings(source, paths)
    problems = [
        (span, message, values) for span, (_, _, message, values) in zip(spans, found, strict=True)
    ]
    raise BrokenConfigError(source, problems)


def _faults(policy: Policy) -> Iterator[Fault]:
    if len(policy.verbs) != 1:
        yield policy.verbs[1:2], _ONE_VERB, {}
        return
    if policy.verb == ALLOW and not policy.values:
        yield (ALLOW,), _NEEDS_VALUES, {}
    if policy.message is not None and len(policy.message) > _LONGEST_MESSAGE:
        yield ("message",), _TOO_LONG, {"key": "message", "most": _LONGEST_MESSAGE}
    specs = {FrontEnd(name): spec_of(FrontEnd(name), policy.option) for name in _front_ends(policy)}
    known = [spec for spec in specs.values() if spec is not None]
    lacking = [front_end for front_end, spec in specs.items() if spec is None]
    if not known or (policy.front_ends and lacking):
        yield (policy.verb,), _UNKNOWN_OPTION, _unknown(policy, lacking)
    elif known:
        yield from _wrong_values(policy, known)


_ONE_VERB = Phrase(
    "a policy needs one of `forbid`, `require` and `allow`, with the name of an option"
)
_NEEDS_VALUES = Phrase("`allow` needs `values`: the values that the option may have")
_TOO_LONG = Phrase("`{key}` must have at most {most} characters")
_UNKNOWN_OPTION = Phrase("unknown option `{option}`{of}{hint}")
_UNKNOWN_VALUE = Phrase("`{option}` has no value `{value}`{hint}")


def _front_ends(policy: Policy) -> Sequence[str]:
    return policy.front_ends or [front_end.value for front_end in FrontEnd]


def _unknown(policy: Policy, lacking: Sequence[FrontEnd]) -> dict[str, object]:
    """The values of the message about an option that a front end does not have."""
    names = {
        name
        for front_end in lacking
        for spec in options_of(front_end).values()
        for name in (spec.key, spec.option)
    }
    meant = nearest(policy.option, sorted(names))
    return {
        "option": policy.option,
        "of": Message.of(" of {front_end}", front_end=lacking[0].value)
        if policy.front_ends
        else "",
        "hint": Message.of("; did you mean `{meant}`?", meant=meant) if meant else "",
    }


def _wrong_values(policy: Policy, specs: Sequence[OptionSpec]) -> Iterator[Fault]:
    """The values that the option has in none of the front ends, if there are only certain ones.

    A front end that passes every text on to another one says nothing about them.
    """
    specs = [spec for spec in specs if spec.type != "any"]
    if not specs or not all(spec.type == "enum" and spec.values for spec in specs):
        return
    known = sorted({value.lower() for spec in specs for value in _values(spec)})
    for value in policy.values:
        if value.lower() not in known:
            meant = nearest(value, known)
            hint = Message.of("; did you mean `{meant}`?", meant=meant) if meant else Phrase("")
            yield (
                ("values",),
                _UNKNOWN_VALUE,
                {"option": policy.option, "value": value, "hint": hint},
            )


def _values(spec: OptionSpec) -> set[str]:
    """The values of an option in any release."""
    return {*spec.values, *spec.values_since, *spec.values_until}
