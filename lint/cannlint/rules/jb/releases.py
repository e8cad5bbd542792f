"""What findings say of other releases of a front end."""

from __future__ import annotations

from cannlint.diagnostics import Message, Phrase, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.jobs.release_differences import CompilerDifference, Difference

OUTCOMES = {
    "refused": Phrase("refused"),
    "ignored": Phrase("ignored or changed"),
    "accepted": Phrase("accepted"),
}
"""What a release does with a setting, for a sentence."""


def with_release(note: str, differs: Difference | None) -> str:
    """The template of a note, with a template for what older releases do; see release_values."""
    return note if differs is None else note + "{in_release}"


def release_values(differs: Difference | None) -> dict[str, Any]:
    """The values that `with_release` needs."""
    if differs is None:
        return {}
    values = {"release": differs.release, "outcome": OUTCOMES[differs.outcome]}
    until = "; up to {release} it is {outcome}"
    before = "; before {release} it is {outcome}"
    return {"in_release": Message.of(until if differs.is_with else before, **values)}


def with_compiler(note: str, differs: CompilerDifference | None) -> str:
    """The template of a note, with one for what older releases of GE do; see compiler_values."""
    return note if differs is None else note + "{in_ge}"


def compiler_values(differs: CompilerDifference | None) -> dict[str, Any]:
    """The values that `with_compiler` needs."""
    if differs is None:
        return {}
    values = {"release": differs.release, "outcome": OUTCOMES[differs.outcome]}
    if differs.code is not None:
        template = "; up to GE {release} it is {outcome} with {code}"
        return {"in_ge": Message.of(template, code=differs.code, **values)}
    return {"in_ge": Message.of("; up to GE {release} it is {outcome}", **values)}


def in_releases(severity: Severity, differs: CompilerDifference | None) -> Severity:
    """The severity of a finding that holds in the newest release of GE, if others differ.

    What all known releases refuse is an error; what some accept is only told.
    """
    if differs is None or len(differs.outcomes) == 1:
        return severity
    return Severity.INFO if "accepted" in differs.outcomes else Severity.WARNING
