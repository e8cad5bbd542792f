"""How much a script may make us do: its steps are counted, and have an end.

Words alone do not tell: a text may run within a text, a function be called again and again, and
lists grow. A step is some character, word or variable that is looked at again.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar

from cannlint.jobs.jobs_reading import MANY_STEPS
from cannlint.jobs.shell.statements import LongCommandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_STEPS, FOR_A_CHARACTER = 1_000_000, 20
"""Steps for a file of any size, and more for each of its characters."""


class ManyStepsError(LongCommandError):
    """To read a script takes more steps than there are."""

    reason, limit = MANY_STEPS, MOST_STEPS


class Steps:
    """The steps that are left for a text of a size.

    `deepest` is how deep commands within each other are read, where some are deeper; else 0.
    """

    __slots__ = ("deepest", "left")

    def __init__(self, size: int) -> None:
        self.left = MOST_STEPS + FOR_A_CHARACTER * size
        self.deepest = 0

    def take(self, count: int) -> None:
        """Take so many. Raises ManyStepsError where there are not as many."""
        self.left -= count
        if self.left < 0:
            raise ManyStepsError


_in_use: ContextVar[Steps | None] = ContextVar("steps", default=None)


@contextmanager
def steps_for_all_of(size: int) -> Iterator[Steps]:
    """Read all texts of a file of a size from the same steps."""
    steps = _in_use.get() or Steps(size)
    before = _in_use.set(steps)
    try:
        yield steps
    finally:
        _in_use.reset(before)


def steps_for(text: str) -> Steps:
    """The steps of the file that is being read, or those of a text by itself."""
    return _in_use.get() or Steps(len(text))
