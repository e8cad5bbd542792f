"""A place where the options of a job do not fit its model."""

from __future__ import annotations

from cannlint.facts import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Setting
    from cannlint.text.span import Span

UNKNOWN_INPUT: Fact[None] = Fact("unknown-input")
"""An option names an input that the model does not have."""
OTHER_RANK: Fact[None] = Fact("other-rank")
OTHER_DIMENSION: Fact[None] = Fact("other-dimension")
"""An option gives an input a size other than the fixed one of the model."""
DIMENSION_OUT_OF_RANGE: Fact[None] = Fact("dimension-out-of-range")
UNSET_DIMENSION: Fact[None] = Fact("unset-dimension")
UNKNOWN_OUTPUT: Fact[None] = Fact("unknown-output")
AIPP_INPUT: Fact[None] = Fact("aipp-input")
"""The AIPP file is about an input that cannot have it."""


_TAKEN = (OTHER_DIMENSION,)
"""The mismatches with which CANN goes on: it takes what the command says."""


class Mismatch:
    """What does not fit: one of the facts of a job, and the code with which CANN stops.

    `setting` is the one at fault, None where one is missing; `span` is the part of its value.
    `name` is an input or an output, `asked` and `own` what the command and the model say of it.
    `near` are the names that the model has in its place: one, if it is sure. `unknown` are the
    names of dimensions without a size.
    """

    __slots__ = ("asked", "code", "fact", "name", "near", "own", "setting", "span", "unknown")

    def __init__(
        self, fact: str, code: str | None, setting: Setting | None, span: Span, name: str
    ) -> None:
        self.fact = fact
        self.code = code
        self.setting = setting
        self.span = span
        self.name = name
        self.asked = ""
        self.own = ""
        self.near: tuple[str, ...] = ()
        self.unknown: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether CANN stops: the rule about the fact then reports an error, and no plan is made.

        It may stop without a code.
        """
        return self.fact not in _TAKEN
