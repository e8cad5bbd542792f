"""What stops a job, as a plan says it, and what a plan leaves out for that."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.resolve.provenance import of_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Message
    from cannlint.jobs.settings import Setting
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


class Refusal:
    """Why CANN stops: the codes it reports, none where it stops without, and where.

    `cause` says what is wrong in a file that is refused, None where that is not known.
    `is_of_model` tells that nothing in the job is wrong: the model is, or asks for more options.
    """

    __slots__ = ("cause", "codes", "is_of_model", "message", "option", "origin")

    def __init__(
        self, option: str, codes: tuple[str, ...], message: Message, origin: Origin
    ) -> None:
        self.option = option
        self.codes = codes
        self.message = message
        self.origin = origin
        self.cause: Message | None = None
        self.is_of_model = False


def bad_value(setting: Setting, code: str | None) -> Refusal:
    """The refusal of the value of an option."""
    message = Message.of(
        "{option}: `{value}` is refused", option=setting.option, value=setting.value
    )
    return Refusal(setting.option, (code,) if code else (), message, of_setting(setting))
