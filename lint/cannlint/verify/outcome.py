"""What became of something that was asked for, and how plan and compile compare."""

from __future__ import annotations

from dataclasses import dataclass, field

from cannlint.diagnostics import WITHHELD, Message
from cannlint.reading.base import Reading
from cannlint.resolve.provenance import Origin
from cannlint.verify.compiled import Kernel

OUTCOMES = EFFECT, NONE, UNSEEN = ("effect", "none", "unseen")
"""What an option or an entry did: it took effect on operators, on none, or that cannot be seen."""

COMPARISONS = EQUAL, DIFFERENT, UNDECIDED = ("equal", "different", "undecided")
"""How the plan of an operator compares with its compile; undecided where either is not known."""


def entry_text(reading: Reading, written: str) -> str:
    """The text of an entry to show: that of a file outside of the project is not shown."""
    return WITHHELD if reading.source.is_outside else written


@dataclass
class Match:
    """An operator that an entry is for.

    `is_done` says whether it was compiled as asked, None where the compiled model does not show
    that; `reason` is why it was not, or cannot be seen. `is_overridden` says that a closer entry of
    the user decides about the operator: then nothing is lost.
    """

    kernel: Kernel
    is_done: bool | None
    reason: Message | None = None
    is_overridden: bool = False


@dataclass
class Asked:
    """An option of a job, or an entry of one of its config files, and what became of it.

    `text` is what is written, `matches` the operators that it is for. `reason` explains an outcome
    that is not one of operators. `must_match` says that it is a loss if no operator is there, as
    for the name of a node.
    """

    option: str
    text: str
    origin: Origin
    is_entry: bool = True
    matches: list[Match] = field(default_factory=list)
    reason: Message | None = None
    status_alone: str | None = None
    must_match: bool = False

    @property
    def status(self) -> str:
        """One of EFFECT, NONE and UNSEEN."""
        if self.status_alone is not None:
            return self.status_alone
        outcomes = {match.is_done for match in self.matches}
        if True in outcomes:
            return EFFECT
        return UNSEEN if None in outcomes else NONE

    @property
    def done(self) -> list[Kernel]:
        """The operators on which it took effect."""
        return [match.kernel for match in self.matches if match.is_done]

    @property
    def lost(self) -> list[Match]:
        """The operators that were not compiled as asked."""
        return [one for one in self.matches if one.is_done is False and not one.is_overridden]

    @property
    def is_lost(self) -> bool:
        """Whether something that was asked for was not done."""
        is_without = self.status == NONE and self.must_match
        return bool(self.lost) or is_without

    @property
    def why(self) -> Message | None:
        """Why it had no effect, where it had none, or not on all operators."""
        if self.reason is not None:
            return self.reason
        matches = (*self.lost, *self.matches)
        return next((match.reason for match in matches if match.reason is not None), None)
