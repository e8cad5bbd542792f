"""Calls of the functions that set options: which argument is which, and which are wrong."""

from __future__ import annotations

import ast

from cannlint.jobs.misuse import MISSING, TOO_MANY, UNKNOWN, Misuse
from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.tables import table_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement
    from cannlint.jobs.settings import FrontEnd
    from cannlint.jobs.tables import Function

    Argument = tuple[str, Span, Span, ast.expr, Scope]
    """The parameter, the place of all of it and of its name, and the value where it is seen."""


def arguments_of(
    module: Module, statement: Statement, front_end: FrontEnd, name: str, call: ast.Call
) -> tuple[list[Argument], list[Misuse]]:
    """The arguments of a call of a function by their parameters; where Python raises, only why.

    Where `*args` or `**kwargs` hide some, only those that are seen.
    """
    about = table_of(front_end).functions[name]
    known = about["parameters"]
    given = list(_by_position(module, statement, call, known))
    named, complete = keywords_of(module, statement, call)
    complete = complete and not any(isinstance(one, ast.Starred) for one in call.args)
    faults = list(_faults(module, name, call, about, [*given, *named]))
    if not complete:
        faults = [fault for fault in faults if fault.kind == UNKNOWN]
    return ([] if faults else [*given, *named]), faults


def keywords_of(
    module: Module, statement: Statement, call: ast.Call, scope: Scope | None = None
) -> tuple[list[Argument], bool]:
    """The keywords of a call, those of `**dict` among them, and whether these are all.

    `scope` is that of their values where it is not the statement's.
    """
    script, found, complete = module.script, [], True
    for keyword in call.keywords:
        if keyword.arg is not None:
            span = script.span(keyword)
            key_span = Span(span.start, span.start + len(keyword.arg))
            found.append((keyword.arg, span, key_span, keyword.value, scope or statement.scope))
            continue
        items, are_all = items_of(module, statement, keyword.value)
        complete = complete and are_all
        values: dict[str, ast.expr] = {}
        for item in items:
            key_span = script.value_span(item.key_node, item.key)
            whole = Span(key_span.start, script.span(item.value_node).end)
            value = item.value_node
            if item.key in values and len(item.path) > len(statement.path):
                value = _either(value, values[item.key])
                found = [one for one in found if one[3] is not values[item.key]]
            values[item.key] = value
            found.append((item.key, whole, key_span, value, item.scope))
    return found, complete


def _either(inside: ast.expr, before: ast.expr) -> ast.expr:
    """The value that an entry of a dict has which a branch sets again."""
    return ast.copy_location(ast.IfExp(ast.Name("", ast.Load()), inside, before), inside)


def _by_position(
    module: Module, statement: Statement, call: ast.Call, known: list[str]
) -> Iterator[Argument]:
    for parameter, value in zip(known, call.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        span = module.script.span(value)
        yield parameter, span, span, value, statement.scope


def _faults(
    module: Module, name: str, call: ast.Call, about: Function, given: Sequence[Argument]
) -> Iterator[Misuse]:
    script, raised = module.script, "TypeError"
    known = about["parameters"]
    source = script.source
    for extra in call.args[len(known) :][:1]:
        yield Misuse(TOO_MANY, name, source, script.span(extra), raised, count=len(known))
    names = {argument[0] for argument in given}
    for parameter, _, key_span, _, _ in given:
        if parameter not in known and not about.get("open"):
            values = {"argument": parameter, "known": tuple(f"`{one}`" for one in known)}
            yield Misuse(UNKNOWN, name, source, key_span, raised, **values)
    for needed in known[: about["required"]]:
        if needed not in names:
            yield Misuse(MISSING, name, source, script.span(call), raised, needed=(f"`{needed}`",))
