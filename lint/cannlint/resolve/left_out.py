"""What a plan leaves out of a job that CANN refuses (`plan --assume-fixed`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Message
    from cannlint.resolve.provenance import Origin


class LeftOut:
    """A part of a job that CANN refuses, and without which a plan is made.

    `what` is the text of the entry or of the option; None stands for all of a file. `cause` is the
    rule that says what is wrong, None where it is not known.
    """

    __slots__ = ("cause", "option", "origin", "what")

    def __init__(
        self, option: str, what: str | None, origin: Origin, cause: Message | None
    ) -> None:
        self.option = option
        self.what = what
        self.origin = origin
        self.cause = cause
