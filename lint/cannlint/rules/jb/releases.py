"""What findings say of other releases of a front end."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.release_differences import CompilerDifference, Difference

OUTCOMES = {
    "refused": Phrase("refused"),
    "ignored": Phrase("ignored or changed"),
    "accepted": Phrase("accepted"),
}
"""What a release does with a setting, for a sentence."""


def tell_release(finding: Diagnostic, differs: Difference | None) -> Diagnostic:
    """Add what older releases do to the note of a finding."""
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
