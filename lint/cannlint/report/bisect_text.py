"""A bisect as text: the current step, the result, or its log as shell commands."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cannlint.bisect.progress import Bisect, state_argument
from cannlint.bisect.search import Ending
from cannlint.language import said, translated
from cannlint.report.bisect_words import (
    compile_words,
    doubts,
    ending,
    entries,
    held_words,
    left_out_words,
    name_of,
    step_words,
)
from cannlint.report.styles import print_lines
from cannlint.text.printable import printable

if TYPE_CHECKING:
    from cannlint.report.styles import Line


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


_MOST_LINES = 40
"""Names or entries of a result that are listed."""


def print_bisect(bisect: Bisect) -> None:
    """Print the current step with what to do, or the result."""
    if bisect.conclusion is not None:
        print_lines(_result(bisect))
        return
    if len(bisect.state.steps) == 1:
        left_out = left_out_words([*bisect.state.left_out.values()])
        print_lines([[(words, "quiet")] for words in left_out])
    print_step(bisect)
    print_lines([[(f"  {_next_words(bisect)}", "quiet")]])


def print_step(bisect: Bisect) -> None:
    """Print the current step and how to compile it."""
    compiled = printable(compile_words(bisect))
    print_lines([[(step_words(bisect), "name")], [(f"  {compiled}", "source")]])


def _next_words(bisect: Bisect) -> str:
    """The commands that answer the step."""
    state = printable(state_argument(bisect.path))
    return said("then `cannlint bisect good|bad|skip{state}`", state=state)


def _result(bisect: Bisect) -> Iterator[Line]:
    conclusion = bisect.conclusion
    assert conclusion is not None
    if conclusion.ending is not Ending.FOUND:
        yield [(ending(bisect), "error")]
        left_out = left_out_words([*bisect.state.left_out.values()])
        if conclusion.ending is Ending.BAD_WITH_ALL:
            yield from ([(words, "quiet")] for words in left_out)
        if conclusion.ending is Ending.CONTRADICTION:
            yield [(translated("`cannlint bisect log` prints the steps, to repeat them"), "quiet")]
        yield [(translated("`cannlint bisect reset` removes the files of the bisect"), "quiet")]
        return
    yield [(ending(bisect), "good")]
    yield from _limited([name_of(one) for one in bisect.state.names(conclusion.needed)])
    yield from ([(words, "warning")] for words in doubts(bisect))
    file = printable(os.path.relpath(bisect.file))
    yield [(said("to write into the file of {key}:", key=bisect.state.key), "")]
    yield from _limited(entries(bisect))
    yield [(said("{file} has this, with the entries of the job's own file", file=file), "quiet")]
    yield [(f"  {printable(compile_words(bisect))}", "")]
    yield [(translated("copy the file, then `cannlint bisect reset` removes it"), "quiet")]


def _limited(texts: list[str]) -> Iterator[Line]:
    """Lines with an indent; only the first if they are many."""
    for text in texts[:_MOST_LINES]:
        yield [(f"  {text}", "")]
    if len(texts) > _MOST_LINES:
        yield [(said("  and {number} more", number=len(texts) - _MOST_LINES), "quiet")]


def print_reset(removed: list[str], changed: list[str]) -> None:
    """Print which files `reset` has removed, and which it has left."""
    lines: list[Line] = [[(said("removed {path}", path=printable(path)), "")] for path in removed]
    for path in changed:
        text = "left {path}: it was changed after the bisect wrote it"
        lines.append([(said(text, path=printable(path)), "warning")])
    print_lines(lines)
