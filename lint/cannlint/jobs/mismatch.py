"""A place where the options of a job do not fit its model."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Span


class Mismatch:
    """What does not fit: one of the facts of a job, and the code with which CANN stops.

    `option` is the one at fault, None where one is missing; `span` is the part of its value.
    `name` is an input or an output, `asked` and `own` what the command and the model say of it.
    `near` are the names that the model has in its place: one, if it is sure.
    """

    __slots__ = ("asked", "code", "fact", "name", "near", "option", "own", "span")

    def __init__(
        self, fact: str, code: str | None, option: str | None, span: Span, name: str
    ) -> None:
        self.fact = fact
        self.code = code
        self.option = option
        self.span = span
        self.name = name
        self.asked = ""
        self.own = ""
        self.near: tuple[str, ...] = ()
