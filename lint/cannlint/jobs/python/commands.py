"""The commands that a Python script runs: `os.system("atc")`, `subprocess.run(["atc", ...])`."""

from __future__ import annotations

import ast
import re

from cannlint.jobs.python.iterations import iterations_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.unrun_texts import texts_of_commands
from cannlint.jobs.python.words import Words, split_calls
from cannlint.jobs.shell.commands import Command, commands_of, commands_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.scopes import Scope

RUNS = frozenset(
    [
        "os.system",
        "os.popen",
        "subprocess.run",
        "subprocess.call",
        "subprocess.check_call",
        "subprocess.check_output",
        "subprocess.Popen",
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "commands.getoutput",
        "commands.getstatusoutput",
    ]
)
"""The functions whose first argument is a command."""
_MODEL = re.compile(r"--?(?:model|singleop|om)(?:=|\Z)")
"""The option without which a text is no command yet."""
_MOST = 50
"""Names that are looked for among the parameters of functions, for what these are called with."""


def commands_of_module(module: Module) -> Iterator[Command]:
    """The commands that a script runs, and then those that it may have others run."""
    words = Words(module)
    seen: set[int] = set()
    for command in _run(module, words):
        seen.update(word.start for word in command.words)
        yield command
    yield from _for_others(module, words, seen)


def _for_others(module: Module, words: Words, seen: set[int]) -> Iterator[Command]:
    """The commands in texts that nothing seen here runs: there may be more words behind them."""
    for statement, node in texts_of_commands(module):
        words.before = statement
        for command in _commands(words, node, statement.scope):
            is_new = seen.isdisjoint(word.start for word in command.words)
            if is_new and any(_MODEL.match(word.text) for word in command.words):
                command.is_run = False
                yield command


def _run(module: Module, words: Words) -> Iterator[Command]:
    followed = 0
    for statement, call in module.calls:
        given = _command_of(call)
        if given is None or module.full_name(call.func, statement.scope) not in RUNS:
            continue
        iterations = None
        if isinstance(given, ast.Name) and followed < _MOST:
            followed += 1
            iterations = iterations_of(module, statement, given.id)
        words.before = statement
        if iterations is None or not isinstance(given, ast.Name):
            yield from _commands(words, given, statement.scope)
            continue
        for one in iterations.known:
            if given.id in one.nodes:
                words.before = one.statement
                yield from _commands(words, one.nodes[given.id], one.statement.scope)


def _command_of(call: ast.Call) -> ast.expr | None:
    named = (
        keyword.value for keyword in call.keywords if keyword.arg in ("args", "cmd", "command")
    )
    return call.args[0] if call.args else next(named, None)


def _commands(words: Words, given: ast.expr, scope: Scope) -> Iterator[Command]:
    """A list is the words of one command, a text what a shell reads."""
    several = words.several(given, scope)
    if several is not None:
        yield from commands_of(several)
        return
    text = next(split_calls(given), given)
    yield from commands_within(words.text(text, scope))
