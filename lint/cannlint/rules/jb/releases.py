"""What findings say of other releases of a front end."""

from __future__ import annotations

from cannlint.diagnostics import Message, Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.jobs.release_differences import Difference

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
