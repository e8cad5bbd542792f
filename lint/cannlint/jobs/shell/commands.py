"""The simple commands of a shell script as they run, with the place of every character.

Variables, arrays and positional parameters as far as they are known at each place; loops over
known words and calls of functions once for each. Nothing is run. What only a run could tell, such
as `$(...)`, stands in a word as UNKNOWN_PART.
"""

from __future__ import annotations

from collections import Counter

from cannlint.jobs.shell.parse import Script
from cannlint.jobs.shell.reader import DEEPEST, Reader
from cannlint.jobs.shell.run import Command, Run
from cannlint.jobs.shell.runners import nested_commands, placed
from cannlint.jobs.shell.steps import steps_for
from cannlint.jobs.shell.values import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.word import Word

__all__ = [
    "Command", "commands_in", "commands_of", "commands_of_script", "commands_within", "run_of"
]  # fmt: skip


def commands_in(text: str) -> Iterator[Command]:
    """The simple commands of a script, as `commands_of_script` gives them."""
    yield from commands_of_script(run_of(text))


def run_of(text: str) -> Run:
    """A script, with nothing read of it yet."""
    return Run(Script(text), is_expanded=False, within=commands_within)


def commands_of_script(run: Run) -> Iterator[Command]:
    """The simple commands of a script, those in substitutions included.

    In the order they run, as far as that is known; functions that nothing calls come last.
    """
    yield from _whole(run, 0)


def commands_within(word: Word, depth: int = 0) -> Iterator[Command]:
    """The commands in the text of a word, each where it is written."""
    if depth >= DEEPEST:
        steps_for(word.text).deepest = DEEPEST
    else:
        run = Run(Script(word.text), is_expanded=True, within=commands_within)
        run.steps.take(len(word.text))
        for command in _whole(run, depth):
            run.steps.take(sum(8 + len(inner.text) for inner in command.words))
            words = [placed(inner, word) for inner in command.words]
            yield Command(words, command.end_mark, words[-1].end)


def commands_of(words: list[Word]) -> Iterator[Command]:
    """A command by its words, and those that it has a shell run."""
    if words:
        yield Command(words, "\n", words[-1].end)
    for word in nested_commands(words):
        yield from commands_within(word)


def _whole(run: Run, depth: int) -> Iterator[Command]:
    """The commands of the script, and of the functions that nothing in it calls."""
    values = Values(run.steps)
    reader = Reader(run, values, depth, 0)
    yield from reader.statements(run.script.statements)
    if not run.script.functions:
        return
    times = Counter(name for name, _ in run.changes.in_order(run.script.statements))
    for name in [name for name, count in times.items() if count > 1]:
        values.forget(name)
    values.forget_positional()
    at_end = values.state()
    for function in reversed(run.script.functions):
        if function.name not in run.called:
            values.restore(at_end)
            yield from reader.run(function.body)
