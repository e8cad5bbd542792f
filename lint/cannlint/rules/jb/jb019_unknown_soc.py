"""CANN does not have this SoC version, or not in the release that is checked for.

The compile stops. The name must be the full name of a platform file, in the same spelling:
`Ascend910B3`, not `910B3`, `ascend910b3` or the series name `Ascend310P`.

An unknown name may be a SoC that is newer than cannlint. The finding is therefore only a warning,
unless the name is a known one in another spelling or cannlint uses the library of the installed
CANN. For an unknown SoC cannlint makes no other check against the operator library. The same is so
for a SoC that only other releases have: choose one of them with `--library`. As long as no release
is chosen, what holds in some releases only is an info.

## Example

```job
[job.net]
front-end = "atc"
soc_version = "ascend910b3"
precision_mode = "allow_mix_precision"
```

## Write instead

```job
[job.net]
front-end = "atc"
soc_version = "Ascend910B3"
precision_mode = "allow_mix_precision"
```

## What CANN does

ATC's front end accepts any name. The engine looks for the platform file of the SoC when it starts,
and stops with E20101 if there is none. `check -- atc ...` reports a warning, because ATC itself
accepts the command.

Source: manual/socs.md#names
"""

from __future__ import annotations

from cannlint.cann.option_names import SOC
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.library.model import Library
from cannlint.library.operators import Operators
from cannlint.library.snapshot import EMBEDDED, releases_for
from cannlint.library.socs import is_spelled_like, is_version, meant_socs
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Severity, Stage
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.naming import checks_one_command, late_severity, slipped

RULE = JobRule(
    "JB019",
    "unknown-soc",
    Severity.WARNING,
    JOB_KINDS,
    about=(SOC,),
    cann="E20101",
    needs_library=True,
    stage=Stage.COMPILER,
)

_ANONYMOUS = "AscendA310"
"""What old pages of the vendor write for a product."""


@RULE.check
def unknown_soc(job: Job, operators: Operators) -> Findings:
    """Report the SoC version of the job if it is unknown."""
    setting, library = effective(job, SOC), operators.library
    if setting is None or not job.reads(setting) or slipped(job, setting):
        return
    soc = setting.value or ""
    knows_all = _is_installed(library)
    if is_version(soc, library, alone=knows_all):
        if library.folder_of(soc) is None:
            yield _of_other_release(setting, library)
        elif not library.is_chosen and releases_for(soc) != EMBEDDED:
            yield _of_some_releases(setting)
        return
    if soc == _ANONYMOUS:
        yield RULE.at(
            setting.value_span,
            "`{soc}` stands for a product whose name a page does not tell",
            label="not the name of a SoC version",
            help="write the SoC version of your machine; `npu-smi info` shows it",
            note="old pages of the vendor write it so; the engine has no such platform file",
            severity=Severity.INFO,
            soc=soc,
            source=setting.source,
        )
        return
    meant = meant_socs(soc, library)
    certain = knows_all or any(is_spelled_like(soc, name) for name in meant)
    yield RULE.at(
        setting.value_span,
        "unknown SoC version `{soc}`"
        if certain
        else "`{soc}` is not a SoC version of any CANN release that cannlint knows",
        label="did you mean `{first}`?" if len(meant) == 1 else "unknown",
        help=_help(meant),
        note="ATC's front end accepts it; the engine has no platform file for it "
        "and stops later with E20101"
        if checks_one_command(job)
        else "the engine has no platform file for it and stops with E20101",
        severity=late_severity(job) if certain else Severity.WARNING,
        soc=soc,
        first=meant[0] if meant else "",
        meant=tuple(f"`{name}`" for name in meant),
        source=setting.source,
    )


def _of_other_release(setting: Setting, library: Library) -> Diagnostic:
    """Return the finding about a SoC that CANN has, but of which the library has nothing."""
    soc = setting.value or ""
    releases = releases_for(soc)
    finding = RULE.at(
        setting.value_span,
        "CANN {release} has no operators for {soc}",
        label="of another release",
        help="check the job for its release: --library with one of {releases}"
        if releases
        else "check the job for its release: --library with the opp folder of an install",
        note="what needs the operators of the SoC is not checked",
        # the release is nobody's choice, and another one has the SoC: nothing is wrong then
        severity=Severity.INFO if releases and not library.is_chosen else Severity.WARNING,
        release=library.cann,
        soc=soc,
        releases=releases,
        source=setting.source,
    )
    if finding.severity is Severity.INFO:
        finding.releases = tuple(release for release in EMBEDDED if release not in releases)
    return finding


def _of_some_releases(setting: Setting) -> Diagnostic:
    """Return the finding about a SoC that not all releases have, where none is chosen."""
    soc = setting.value or ""
    having = releases_for(soc)
    lacking = tuple(release for release in EMBEDDED if release not in having)
    finding = RULE.at(
        setting.value_span,
        "not every release of CANN has {soc}",
        label="depends on the release",
        help="name the release that you have: `--library`, or `library` in cannlint.toml",
        note="it is in {having}; the engine of {lacking} has no platform file for it",
        severity=Severity.INFO,
        soc=soc,
        having=having,
        lacking=lacking,
        source=setting.source,
    )
    finding.releases = lacking
    return finding


def _is_installed(library: Library) -> bool:
    """Whether the library is that of the user's CANN, with all its SoCs."""
    return library.origin == "install" and library.is_complete and bool(library.socs)


def _help(meant: tuple[str, ...]) -> str:
    if len(meant) == 1:
        return "write `{first}`"
    if meant:
        return "write one of: {meant}"
    return "write a SoC version such as Ascend910B3; `npu-smi info` shows the one of a machine"
