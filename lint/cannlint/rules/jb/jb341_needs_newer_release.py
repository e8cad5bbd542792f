"""Older releases of the front end do not take this option or value.

cannlint knows the options and values of several releases of most front ends. Without
`front-end-version` it assumes the newest of them. It reports the setting of a job that needs the
newest release, once, if that release is recent. ATC and GE are parts of CANN: their release is the
one of the operator library that you choose.

## Example

```torch_script
import torchair
config = torchair.CompilerConfig()
config.mode = "npugraph_ex"
```

## Write instead

```torch_script
import torchair
config = torchair.CompilerConfig()
config.mode = "reduce-overhead"
```

## What CANN does

An older release refuses the option or the value, or ignores it.

Source: manual/tensorflow.md#releases
"""

from __future__ import annotations

from cannlint.jobs.facts import OF_SOME_RELEASES
from cannlint.jobs.model import Job
from cannlint.jobs.release_differences import Difference, difference
from cannlint.jobs.releases import release_of
from cannlint.jobs.settings import Setting
from cannlint.jobs.tables import table_of
from cannlint.jobs.values import verdict
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity
from cannlint.rules.jb.naming import option_name, who
from cannlint.rules.jb.releases import OUTCOMES, of_cann

RULE = JobRule(
    "JB341",
    "needs-newer-release",
    Severity.INFO,
    (
        *(Kind.ATC_COMMANDS, Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT),
        *(Kind.MINDFORMERS_YAML, Kind.JOB),
    ),
    about=(OF_SOME_RELEASES,),
    since="0.2.0",
)


@RULE.check
def needs_newer_release(job: Job) -> Findings:
    """Report the accepted setting of a job whose outcome changed last."""
    recent = table_of(job.front_end).recent
    if recent is None:
        return
    accepted = [one for one in job.settings if one.spec is not None and verdict(one) is None]
    changed = [(one, found) for one in accepted if (found := difference(job, one)) is not None]
    changed = [one for one in changed if release_of(one[1].release) >= release_of(recent)]
    if not changed:
        return
    setting, found = max(changed, key=lambda one: (release_of(one[1].release), one[1].is_with))
    if found.releases:
        yield _of_cann(job, setting, found)
        return
    yield RULE.at(
        setting.key_span,
        "`{name}` needs a release of {who} after {release}"
        if found.is_with
        else "`{name}` needs {who} {release} or later",
        label="of a newer release",
        help="set `front-end-version` in cannlint.toml if you use an older release",
        note="in older releases it is {outcome}",
        name=setting.key,
        who=who(job),
        release=found.release,
        outcome=OUTCOMES[found.outcome],
        source=setting.source,
    )


def _of_cann(job: Job, setting: Setting, found: Difference) -> Diagnostic:
    """The finding about a part of CANN, whose releases are all known."""
    releases = of_cann(found.releases)
    finding = RULE.at(
        setting.key_span,
        "not every release of CANN takes `{name}` as it is here",
        label="depends on the release",
        help="name the release that you have: `--library`, or `library` in cannlint.toml",
        note="{who} of {releases}: it is {outcome}",
        name=option_name(job, setting),
        who=who(job),
        releases=releases,
        outcome=OUTCOMES[found.outcome],
        source=setting.source,
    )
    finding.releases = releases
    return finding
