"""What findings say of other releases of a front end."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity
from cannlint.library.snapshot import EMBEDDED, release_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.release_differences import CompilerDifference, Difference

OUTCOMES = {
    "refused": Phrase("refused"),
    "ignored": Phrase("ignored or changed"),
    "accepted": Phrase("accepted"),
}
"""What a release does with a setting, for a sentence."""


def of_cann(releases: Iterable[str]) -> tuple[str, ...]:
    """The releases of a table as `--library` takes them, the oldest first."""
    return tuple(one for one in map(release_like, releases) if one is not None)


def all_but(releases: Iterable[str]) -> tuple[str, ...]:
    """The other releases of CANN."""
    left_out = of_cann(releases)
    return tuple(release for release in EMBEDDED if release not in left_out)


def tell_release(finding: Diagnostic, differs: Difference | None) -> Diagnostic:
    """Add what older releases do to the note of a finding."""
    if differs is not None and differs.releases:
        finding.releases = all_but(differs.releases)
    if differs is not None:
        until = "{told}; up to {release} it is {outcome}"
        before = "{told}; before {release} it is {outcome}"
        finding.note = Message.of(
            until if differs.is_with else before,
            told=finding.note,
            release=differs.release,
            outcome=OUTCOMES[differs.outcome],
        )
    return finding


def tell_compiler(finding: Diagnostic, differs: CompilerDifference | None) -> Diagnostic:
    """Add what older releases of GE do to the note of a finding."""
    if differs is not None and len(differs.outcomes) > 1:
        finding.releases = of_cann(differs.like_newest)
    if differs is not None:
        plain = "{told}; up to GE {release} it is {outcome}"
        with_code = "{told}; up to GE {release} it is {outcome} with {code}"
        finding.note = Message.of(
            plain if differs.code is None else with_code,
            told=finding.note,
            release=differs.release,
            outcome=OUTCOMES[differs.outcome],
            code=differs.code,
        )
    return finding


def in_releases(severity: Severity, differs: CompilerDifference | None) -> Severity:
    """The severity of a finding that holds in the newest release of GE, if others differ.

    What all known releases refuse is an error; what some accept is only told.
    """
    if differs is None or len(differs.outcomes) == 1:
        return severity
    return Severity.INFO if "accepted" in differs.outcomes else Severity.WARNING
