"""The commands that a Python script runs, or writes as texts, and the jobs among them."""

from __future__ import annotations

import ast
import re

from cannlint.jobs.atc.command_jobs import not_too_many
from cannlint.jobs.commands import jobs_of_commands
from cannlint.jobs.python.iterations import iterations_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.python.words import Words, split_calls
from cannlint.jobs.shell.commands import Command, commands_of, commands_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement


_PROGRAM = re.compile(
    r"\s*(?:[\w./{}$-]*/)?"
    r"(?:(?:py)?atc(?:\.bin)?|converter_lite|aoe|omg|msit\s+convert\s+\w+)(?:\s+-|\s*\Z)"
)
_SHOWING = frozenset(
    ["pprint", "debug", "info", "warn", "warning", "error", "exception", "critical", "log",
     "help", "echo", "secho", "add_argument", "add_parser", "ArgumentParser", "option"]
)  # fmt: skip
"""Functions that show a text to a user. What is printed or written may be a script."""
_TELLING = frozenset(
    ["help", "description", "epilog", "usage", "short_help", "summary", "msg", "message", "title",
     "label", "doc", "reason"]
)  # fmt: skip
"""Arguments that are texts for a user."""
_TEXTS = (ast.Constant, ast.JoinedStr)


def texts_of_commands(module: Module) -> Iterator[tuple[Statement, ast.expr]]:
    """The expressions whose text begins with the name of the program and an option."""
    for statement in module.statements:
        if isinstance(statement.node, ast.Raise):
            continue
        waiting = [part for part in statement.parts if not _is_docstring(statement, part)]
        while waiting:
            node = waiting.pop()
            if (isinstance(node, ast.Call) and _shows(node)) or _is_told(node):
                continue
            if isinstance(node, ast.Compare):
                operands = [node.left, *node.comparators]  # a text among them does not run
                waiting += (one for one in operands if not isinstance(one, _TEXTS))
                continue
            leading = _leading(node)
            if leading is not None and _PROGRAM.match(leading):
                assert isinstance(node, ast.expr)
                if _stays(statement, node):
                    yield statement, node
            elif not isinstance(node, ast.stmt | ast.Lambda):
                waiting += reversed(list(ast.iter_child_nodes(node)))


def _stays(statement: Statement, node: ast.expr) -> bool:
    """Whether a command is what stands here: no list that may change, no name for other texts."""
    names = [target for target, value in assigned_by(statement) if value is node]
    if not names:
        return True
    bindings = (
        statement.scope.bindings.get(name.id, ()) for name in names if isinstance(name, ast.Name)
    )
    others = [_leading(other) for bound in bindings for other in bound if other is not None]
    return not isinstance(node, ast.List | ast.Tuple) and all(
        other is not None and _PROGRAM.match(other) for other in others
    )


def _is_docstring(statement: Statement, part: ast.AST) -> bool:
    return isinstance(statement.node, ast.Expr) and isinstance(part, _TEXTS)


def _is_told(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in _TELLING


def _shows(call: ast.Call) -> bool:
    return (dotted(call.func) or "").rpartition(".")[2] in _SHOWING


def _leading(node: ast.AST) -> str | None:
    """The beginning of a text, or the first word of a list, as far as it is a literal."""
    while True:
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.BinOp):
            node = node.left
        elif isinstance(node, ast.JoinedStr) and node.values:
            node = node.values[0]
        elif isinstance(node, ast.List | ast.Tuple) and node.elts:
            return _only_word(node.elts[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = node.func
            if method.attr == "join" and node.args:
                node = node.args[0]
            elif method.attr == "format":
                node = method.value
            else:
                return None
        else:
            return None


def _only_word(item: ast.expr) -> str | None:
    """The first item of a list of words; a list of whole commands has others."""
    word = item.value if isinstance(item, ast.Constant) else None
    return word if isinstance(word, str) and len(word.split()) == 1 else None


def jobs_started(module: Module) -> list[Job]:
    """The jobs in the order they are written.

    Raises UnreadablePathError for too many, and LongCommandError for too long a command.
    """
    source = module.script.source
    return not_too_many(source, jobs_of_commands(source, source.text, commands_of_module(module)))


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
_MODEL = re.compile(r"--?(?:model|singleop|om|modelFile)(?:=|\Z)")
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
