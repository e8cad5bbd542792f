"""TensorFlow 1 session configs: `custom_op.parameter_map["k"].s = ...`.

See manual/tensorflow.md#session-options-of-tensorflow-1.
Only an optimizer named exactly `NpuOptimizer` is looked at. Each `custom_optimizers.add()` makes
a new one, also where the name it is given to is used again.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

from cannlint.jobs.python import whole_script
from cannlint.jobs.python.environment import add_environment
from cannlint.jobs.python.iterations import iterations_of
from cannlint.jobs.python.module import assignments
from cannlint.jobs.python.operations import UNKNOWN
from cannlint.jobs.python.optimizer_syntax import (
    VIA,
    in_place,
    is_new_optimizer,
    name_argument,
    owner_of_map,
)
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.session_facts import session_facts, set_to_on
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.syntax import expressions
from cannlint.jobs.python.values import evaluate, key_of
from cannlint.jobs.python_types import NO_FIELD
from cannlint.jobs.reached import OPTIMIZER, OPTIMIZERS
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of, table_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.python.iterations import Iteration, Iterations
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Path, Scope, Statement

    Setter = tuple[Iteration, Statement, ast.Attribute, ast.expr]

_FIELDS = ("s", "i", "b", "f")
_MOST = 50
"""Keys that are names whose loops and calls are looked for."""


@dataclass(slots=True)
class _Optimizer:
    """A custom optimizer.

    `owner` is the variable it is in, `name` its own name as far as it is known, `uses` counts
    how often the variable is read in a way that is understood. `named` is where the name is given.
    """

    pending: PendingJob
    owner: str
    name: object
    uses: int = 0
    named: tuple[Statement, ast.expr] | None = None

    @property
    def variable(self) -> tuple[Scope | None, str]:
        """The variable that it is in, and the scope to which that belongs."""
        scope = self.pending.scope
        return scope.home_of(self.owner) if scope is not None else None, self.owner

    @property
    def counts(self) -> bool:
        """Whether the adapter may look at it."""
        return self.name is UNKNOWN or self.name == OPTIMIZER


class _Reader:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.current: dict[tuple[Scope, str], _Optimizer] = {}
        self.all: list[_Optimizer] = []
        self.followed = 0

    def take(self, statement: Statement, target: ast.expr, value: ast.expr) -> None:
        """Understand one assignment, if it is about an optimizer."""
        if is_new_optimizer(value):
            self._add(statement, self._text(target), name_argument(value, statement.scope))
        elif isinstance(target, ast.Attribute) and target.attr == "name":
            self._name(statement, target.value, value)
        elif isinstance(target, ast.Attribute) and target.attr in _FIELDS:
            target = in_place(target, statement.scope)
            if isinstance(target.value, ast.Subscript):
                owner = owner_of_map(target.value.value, statement.scope)
                if owner is not None:
                    self._set(statement, target, self._text(owner), value)
        elif isinstance(target, ast.Subscript):
            self._set_whole(statement, target, value)

    def _text(self, node: ast.expr) -> str:
        return self.module.script.source.slice(self.module.script.span(node))

    def _add(
        self, statement: Statement, owner: str, name: object, complete: bool = True
    ) -> _Optimizer:
        script = self.module.script
        pending = PendingJob(FrontEnd.TF1, script.source, script.span(statement.node))
        pending.scope, pending.complete = statement.scope, complete
        self.current[statement.scope, owner] = made = _Optimizer(pending, owner, name)
        self.all.append(made)
        return made

    def _name(self, statement: Statement, owner: ast.expr, value: ast.expr) -> None:
        named = evaluate(value, statement.scope)
        found = self.current.get((statement.scope, self._text(owner)))
        if found is None and named == OPTIMIZER:
            found = self._add(statement, self._text(owner), named, complete=False)
        if found is not None:
            found.name, found.named = named, (statement, value)
            found.uses += 1

    def _set(
        self, statement: Statement, target: ast.Attribute, owner: str, value: ast.expr
    ) -> None:
        assert isinstance(target.value, ast.Subscript)
        key_node = target.value.slice
        key = key_of(key_node, statement.scope)
        iterations = self._iterations(statement, key_node) if key is None else None
        if iterations is not None and iterations.known and not iterations.known[0].is_of_loop:
            return
        found = self.current.get((statement.scope, owner))
        if found is None:
            found = self._add(statement, owner, UNKNOWN, complete=False)
        found.uses += key is not None or iterations is not None
        if key is not None:
            setting = self._setting(statement, key, key_node, value)
            self._note(found, setting, target.attr, statement.path)
        elif iterations is None:
            found.pending.complete = False
        else:
            found.pending.complete = found.pending.complete and iterations.complete
            for one in iterations.known:
                self._set_in(one, found, target, value)

    def _set_whole(self, statement: Statement, target: ast.Subscript, value: ast.expr) -> None:
        """Note a value that is given to an entry itself, in no field, which protobuf refuses."""
        owner = owner_of_map(target.value, statement.scope)
        key = key_of(target.slice, statement.scope) if owner is not None else None
        if owner is None or key is None:
            return
        found = self.current.get((statement.scope, self._text(owner)))
        if found is not None and found.name == OPTIMIZER:
            found.uses += 1
            setting = self._setting(statement, key, target.slice, value)
            self._note(found, setting, NO_FIELD, statement.path)

    def _iterations(self, statement: Statement, key: ast.expr) -> Iterations | None:
        self.followed += 1
        if not isinstance(key, ast.Name) or self.followed > _MOST:
            return None
        return iterations_of(self.module, statement, key.id)

    def _note(self, found: _Optimizer, setting: Setting, field: str, path: Path) -> None:
        setting.type, setting.via = field, VIA
        found.pending.add(setting, path)

    def _set_in(
        self, one: Iteration, found: _Optimizer, target: ast.Attribute, value: ast.expr
    ) -> None:
        """What a statement sets in one iteration of a loop, or in one call of its function."""
        assert isinstance(target.value, ast.Subscript) and isinstance(target.value.slice, ast.Name)
        key = evaluate(target.value.slice, one.scope)
        if not isinstance(key, str):
            found.pending.complete = False
            return
        script, key_node = self.module.script, one.nodes[target.value.slice.id]
        setting = self._setting(one.statement, key, key_node, value, one.scope)
        given = [one.nodes[node.id] for node in expressions(value)
                 if isinstance(node, ast.Name) and node.id in one.nodes]  # fmt: skip
        if len(given) == 1:
            setting.value_span = script.value_span(given[0], evaluate(value, one.scope))
        if setting.key_span.start < setting.value_span.start:
            setting.span = Span(setting.key_span.start, setting.value_span.end)
        self._note(found, setting, target.attr, one.statement.path)

    def set_by(self, call: Statement, setters: Sequence[Setter]) -> None:
        """Understand a call of functions that set an option each."""
        for one, statement, target, value in setters:
            assert isinstance(target.value, ast.Subscript)
            owner = owner_of_map(target.value.value, statement.scope)
            given = one.nodes.get(owner.id) if isinstance(owner, ast.Name) else None
            name = given if given is not None else owner
            found = self.current.get((call.scope, self._text(name))) if name is not None else None
            if found is not None:
                found.uses += given is not None
                self._set_in(one, found, target, value)

    def _setting(
        self,
        statement: Statement,
        key: str,
        key_node: ast.expr,
        value: ast.expr,
        scope: Scope | None = None,
    ) -> Setting:
        script = self.module.script
        spec = options_of(FrontEnd.TF1).get(key)
        if spec is not None and VIA not in spec.via:
            spec = None
        spans = (script.span(statement.node), script.value_span(key_node, key))
        return self.module.setting(key, spec, spans, value, scope or statement.scope)


def pending_jobs(module: Module) -> list[PendingJob]:
    """One pending job for each optimizer that the adapter looks at."""
    reader = _Reader(module)
    setters = _setters(module)
    for statement in module.statements:
        for target, value in assigned_by(statement):
            reader.take(statement, target, value)
        reader.set_by(statement, setters.get(id(statement), ()))
    reads, understood = _reads(module), Counter[tuple["Scope | None", str]]()
    for one in reader.all:
        understood[one.variable] += one.uses
    for one in reader.all:
        if reads.get(one.variable, understood[one.variable] + 1) > understood[one.variable]:
            one.pending.complete = False
    left_on = set_to_on(pair for one in module.statements for pair in assigned_by(one))
    module.tally.update(set(session_facts((node for _, node in module.expressions), left_on)))
    module.tally[whole_script.ADAPTER] += sum(one.counts for one in reader.all)
    found = [one for one in reader.all if one.pending.settings]
    for one in found:
        one.pending.is_adapters = one.name == OPTIMIZER
    counting = [one.pending for one in found if one.counts]
    add_environment(module, counting)
    if counting and any(map(module.script.has, table_of(FrontEnd.TF1).functions)):
        from cannlint.jobs.python.adapter_calls import add_calls

        add_calls(module, counting)
    return [*counting, *filter(None, (_misnamed(module, one) for one in found if not one.counts))]


def _setters(module: Module) -> dict[int, list[Setter]]:
    """What functions set in a parameter_map that they are given, by the statement of each call."""
    found: dict[int, list[Setter]] = {}
    followed = 0
    for statement, target, value in assignments(module):
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Subscript):
            continue
        key, is_map = target.value.slice, owner_of_map(target.value.value, statement.scope)
        if is_map is None or target.attr not in _FIELDS or not isinstance(key, ast.Name):
            continue
        followed += 1
        iterations = iterations_of(module, statement, key.id) if followed <= _MOST else None
        for one in iterations.known if iterations is not None else ():
            if not one.is_of_loop:
                found.setdefault(id(one.statement), []).append((one, statement, target, value))
    return found


def _misnamed(module: Module, optimizer: _Optimizer) -> PendingJob | None:
    """The name alone of an optimizer that may have been meant to be the adapter's.

    It was meant if its name is similar, or if it is the only one in a script for the adapter.
    """
    from cannlint.nearest import nearest

    if optimizer.named is None:
        return None
    script, (statement, node) = module.script, optimizer.named
    span = script.value_span(node, optimizer.name)
    pending = PendingJob(FrontEnd.TF1, script.source, optimizer.pending.span)
    pending.complete = False
    pending.is_a_name = nearest(str(optimizer.name), (OPTIMIZER,)) is None
    setting = Setting(str(optimizer.name), None, script.source, span, span, span)
    setting.via = OPTIMIZERS
    pending.add(setting, statement.path)
    return pending


def _reads(module: Module) -> Counter[tuple[Scope | None, str]]:
    """A name and the scope to which it belongs → how often the script reads it."""
    return Counter(
        (statement.scope.home_of(node.id), node.id)
        for statement, node in module.expressions
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )
