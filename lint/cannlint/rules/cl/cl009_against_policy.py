"""A job does not keep a policy of the project.

A `[[policy]]` table of cannlint.toml forbids an option, requires it, or allows only some of its
values: for all jobs, or for those of some front ends, SoCs and folders. The sentence of the finding
is the `message` of the policy. `severity = "info"` makes it advice.

## Example

```job
[[policy]]
forbid = "precision_mode"
values = ["force_fp16"]
message = "Our release models keep their precision."

[job.net]
precision_mode = "force_fp16"
```

## Write instead

```job
[[policy]]
forbid = "precision_mode"
values = ["force_fp16"]
message = "Our release models keep their precision."

[job.net]
precision_mode = "must_keep_origin_dtype"
```

## What CANN does

What the job says: only cannlint reads policies.

Source: docs/configuration.md
"""

from __future__ import annotations

from cannlint.config.faults import places_of_settings
from cannlint.config.policy import ALLOW, FORBID, REQUIRE, Policy
from cannlint.diagnostics import WholeText
from cannlint.jobs.facts import POLICY
from cannlint.jobs.model import Job
from cannlint.jobs.policies import has_value_of, setting_of
from cannlint.jobs.settings import Setting
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Message, Severity

RULE = JobRule(
    "CL009", "against-policy", Severity.WARNING, JOB_KINDS, about=(POLICY,), since="0.2.0"
)


@RULE.check
def against_policy(job: Job) -> Findings:
    """Report the options of a job that its policies forbid, require or do not allow."""
    for policy in job.policies:
        setting = setting_of(policy, job)
        if setting is not None and _is_wrong(policy, setting):
            yield _finding(policy, job, setting)
        elif setting is None and policy.verb == REQUIRE and job.compiles and job.complete:
            yield _finding(policy, job, None)


def _is_wrong(policy: Policy, setting: Setting) -> bool:
    """Whether a setting is certainly against a policy."""
    if not policy.values:
        return policy.verb == FORBID
    if setting.value is None:
        return False
    return has_value_of(policy, setting) == (policy.verb == FORBID)


def _finding(policy: Policy, job: Job, setting: Setting | None) -> Diagnostic:
    place, source = (job.span, job.source) if setting is None else (setting.span, setting.source)
    finding = RULE.at(
        place,
        "{sentence}",
        label="against the policy",
        help=_help(policy, setting),
        note="this is a policy of the project, not a rule of CANN",
        severity=Severity.INFO if policy.is_advice else Severity.WARNING,
        source=source,
        sentence=_sentence(policy, setting),
        option=policy.option,
        values=policy.values,
    )
    [policy_place] = places_of_settings(policy.source, [("policy", policy.index)])
    return finding.also(policy_place, "the policy", policy.source)


def _sentence(policy: Policy, setting: Setting | None) -> Message | WholeText:
    """The project's own sentence, whole; without one, what the policy says."""
    if policy.message:
        return WholeText(policy.message)
    if policy.verb == ALLOW:
        return Message.of("the project allows only some values of `{option}`", option=policy.option)
    if policy.verb == REQUIRE:
        return Message.of("the project requires `{option}`", option=policy.option)
    if policy.values and setting is not None:
        return Message.of(
            "the project forbids `{value}` for `{option}`",
            value=setting.value,
            option=policy.option,
        )
    return Message.of("the project forbids `{option}`", option=policy.option)


def _help(policy: Policy, setting: Setting | None) -> str:
    if policy.verb == FORBID:
        return "write another value than {values}" if policy.values else "remove `{option}`"
    if policy.values:
        return "set `{option}` to one of {values}"
    return "set `{option}`"
