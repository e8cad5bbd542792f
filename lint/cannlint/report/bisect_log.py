"""The steps of a bisect as shell commands that repeat it."""

from __future__ import annotations

import shlex

from cannlint.bisect.progress import state_argument
from cannlint.report.bisect_words import ending, held_words
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.bisect.progress import Bisect


def lines(bisect: Bisect) -> Iterator[str]:
    """The command that started the bisect, and one for each answer, with what was held."""
    state = bisect.state
    at = printable(state_argument(bisect.path))
    yield printable(shlex.join(["cannlint", "bisect", "start", *state.start]))
    for number, step in enumerate(state.steps, 1):
        yield f"# {number}: {held_words(state, step.held)}"
        if step.answer is not None:
            yield f"cannlint bisect {step.answer.value}{at}"
    if bisect.conclusion is not None:
        yield f"# {ending(bisect)}"
