"""What the front ends ask of a script: full names, dicts, and settings with their places."""

from __future__ import annotations

import ast
from collections import Counter

from cannlint.jobs.python.guards import guarded_blocks
from cannlint.jobs.python.operations import UNKNOWN, as_text, is_plain
from cannlint.jobs.python.scopes import Scope, Statement, is_none
from cannlint.jobs.python.set_once import Arguments, ClassAttributes, OwnAttributes, Returns
from cannlint.jobs.python.statements import assigned_by, statements
from cannlint.jobs.python.syntax import dotted, expressions
from cannlint.jobs.python.values import evaluate, has_items, items_type, type_of
from cannlint.jobs.settings import Setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cannlint.jobs.python.choices import Origins
    from cannlint.jobs.python.script import Script
    from cannlint.jobs.settings import Choice, OptionSpec
    from cannlint.text.span import Span

_STEPS = 20
"""Names that are followed one after another."""


class Module:
    """A script with the names of its imports resolved.

    `imports` has a local name → what it stands for in full, None where there are several; they are
    those of the whole script, of which this may be some blocks. `tally` counts what these have that
    concerns the jobs of all (see whole_script.py), and `followed` the expressions of commands that
    have been followed in all. `changing` and `adding` keep what dicts.py has found for all dicts.
    """

    __slots__ = (
        "_arguments",
        "_attributes",
        "_binding",
        "_calls",
        "_class_attributes",
        "_expressions",
        "_guarded",
        "_mentioning",
        "_order",
        "_origins",
        "_returns",
        "_values",
        "adding",
        "changing",
        "followed",
        "imports",
        "script",
        "statements",
        "tally",
    )  # fmt: skip

    def __init__(self, script: Script, imports: Mapping[str, str | None]) -> None:
        self.script = script
        self.imports = imports
        self.statements = statements(script.tree, script.has(":="))
        self._order = {one: number for number, one in enumerate(self.statements)}
        self.tally: Counter[str] = Counter()
        self.followed = 0
        self._mentioning: dict[str, list[Statement]] | None = None
        self.changing: dict[str, list[Statement]] | None = None
        self.adding: dict[str, list[Statement]] | None = None
        self._binding: dict[tuple[Scope, str | None], list[tuple[int, int]]] | None = None
        self._guarded: list[Span] | None = None
        self._origins: Origins | None = None
        self._arguments: Arguments | None = None
        self._values: dict[tuple[ast.expr, Scope], object] = {}
        self._class_attributes = ClassAttributes(self.statements)
        self._expressions: list[tuple[Statement, ast.expr]] | None = None
        self._calls: list[tuple[Statement, ast.Call]] | None = None
        self._returns = Returns(self.statements)
        self._attributes = OwnAttributes(self.statements)

    def full_name(self, node: ast.expr, scope: Scope) -> str | None:
        """The dotted name of an expression, with names followed to what they stand for.

        `options.precision_mode` becomes `npu_device.global_options().precision_mode`.
        """
        return self._full_name(dotted(node), scope, _STEPS)

    def _full_name(self, name: str | None, scope: Scope, steps: int) -> str | None:
        while steps and name is not None:
            steps -= 1
            head, dot, rest = self._split(name)
            bound = self._bound(head, scope)
            if bound is None:
                return self._one_of_several(head, dot + rest, scope, steps)
            value, scope = bound
            stands_for = dotted(_object_of(value))
            name = stands_for + dot + rest if stands_for is not None else None
        return None

    def _one_of_several(self, head: str, rest: str, scope: Scope, steps: int) -> str | None:
        """The full name of a name that is imported, or bound several times to the same thing."""
        several = self._stands_for(head, scope)
        if several is not None:
            values, home = several
            written = [dotted(_object_of(one)) for one in values[:_STEPS]]
            names = {self._full_name(one, home, steps // 4) for one in written if one != head}
            found = names.pop() if len(names) == 1 else None
            return found + rest if found is not None else head + rest
        called, _, _ = head.partition("()")
        known = self.imports.get(called)
        return known + (head + rest)[len(called) :] if known else head + rest

    def _stands_for(self, head: str, scope: Scope) -> tuple[list[ast.expr], Scope] | None:
        """What a name may stand for that is bound more than once, or is a parameter or a call."""
        called, call, _ = head.partition("()")
        if call:
            return self.returned_by(called, scope)
        found = scope.stands_for(head)
        given = self.arguments.of(head, scope) if found is None else None
        return found if given is None else ([given[0]], given[1])

    def returned_by(self, name: str, scope: Scope) -> tuple[list[ast.expr], Scope] | None:
        """What a function of this script returns, where it has one `return`."""
        if scope.home_of(name) is None or name in self.imports:
            return None
        found = self._returns.of(name)
        return ([found[0]], found[1]) if found is not None else None

    @property
    def arguments(self) -> Arguments:
        """What its functions are called with."""
        if self._arguments is None:
            self._arguments = Arguments(self)
        return self._arguments

    @property
    def expressions(self) -> list[tuple[Statement, ast.expr]]:
        """Every expression, with the statement that it is part of."""
        if self._expressions is None:
            self._expressions = [
                (statement, node)
                for statement in self.statements
                for part in statement.parts
                for node in expressions(part)
            ]
        return self._expressions

    @property
    def calls(self) -> list[tuple[Statement, ast.Call]]:
        """Every call."""
        if self._calls is None:
            self._calls = [one for one in self.expressions if isinstance(one[1], ast.Call)]  # type: ignore[misc]
        return self._calls

    @property
    def guarded(self) -> list[Span]:
        """The blocks in which the script catches the exceptions of front ends."""
        if self._guarded is None:
            self._guarded = guarded_blocks(self.script, self.statements)
        return self._guarded

    def mentioning(self, name: str) -> list[Statement]:
        """The statements that have a name in them, in their order."""
        if self._mentioning is None:
            self._mentioning = {}
            for statement, node in self.expressions:
                if isinstance(node, ast.Name):
                    self._mentioning.setdefault(node.id, []).append(statement)
        return list(dict.fromkeys(self._mentioning.get(name, ())))

    def in_front(self, found: Iterable[Statement], before: Statement | None) -> list[Statement]:
        """The statements of some that stand before one, or all."""
        end = self._order.get(before, len(self._order)) if before is not None else None
        return [one for one in found if end is None or self._order[one] < end]

    def times_bound(self, name: str, before: Statement) -> int:
        """How many times a name is bound in the scope of a statement, before it."""
        if self._binding is None:
            self._binding = {}
            for statement in self.statements:
                for target, _ in assigned_by(statement):
                    key = (statement.scope, dotted(target))
                    self._binding.setdefault(key, []).append(_place(statement))
        places = self._binding.get((before.scope, name), ())
        return sum(place < _place(before) for place in places)

    def setting(
        self,
        key: str,
        spec: OptionSpec | None,
        spans: tuple[Span, Span],
        value_node: ast.expr,
        scope: Scope,
    ) -> Setting:
        """A setting; `spans` are the places of all of it and of its key."""
        value = self.value(value_node, scope)
        text = as_text(value) if value is not UNKNOWN else None
        value_span = self.script.value_span(value_node, value)
        made = Setting(key, text, self.script.source, *spans, value_span, spec)
        made.type = type_of(value) if value is not UNKNOWN else "other"
        if value is UNKNOWN:
            made.choices = self.choices(value_node, scope)
        if value is not UNKNOWN and not _may_be_bytes(value_node):
            made.value_type = made.type
            wanted = spec.items if spec is not None else None
            if wanted is not None and not has_items(value, wanted):
                made.value_type = f"{made.type} of {items_type(value) or 'others'}"
        return made

    def choices(self, node: ast.expr, scope: Scope) -> tuple[Choice, ...]:
        """The values that an expression may have, as a setting keeps them."""
        from cannlint.jobs.python.choices import Origins

        self._origins = self._origins or Origins(self)
        found = self._origins.choices_of(node, scope)
        texts = ((as_text(value), value, where) for value, where in found)
        return tuple(
            (text, self.script.value_span(where, value), type_of(value))
            for text, value, where in texts
            if text is not None
        )

    def is_before(self, one: Statement, other: Statement) -> bool:
        """Whether a statement stands in front of another."""
        return self._order[one] < self._order[other]

    def value(self, node: ast.expr, scope: Scope, steps: int = _STEPS) -> object:
        """The value of an expression, with what the only call of a function gives its parameters.

        And with the attributes of classes and of `self` that the script sets once.
        """
        value = evaluate(node, scope)
        if value is not UNKNOWN or not steps:
            return value
        if (node, scope) not in self._values:
            self._values[node, scope] = UNKNOWN  # also for what depends on itself
            known = Scope(scope)
            for part in expressions(node):
                self._bind_in(known, part, scope, steps - 1)
            if known.bindings:
                self._values[node, scope] = evaluate(node, known)
        return self._values[node, scope]

    def _bind_in(self, known: Scope, part: ast.expr, scope: Scope, steps: int) -> None:
        """Bind a name in an expression to its value, if the script tells what that is."""
        name, found = "", None
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            name = f"{part.value.id}.{part.attr}"
            found = self._class_attributes.of(name, scope)
        elif isinstance(part, ast.Name):
            name = part.id
            found = scope.look_up(name) or self.arguments.value_of(name, scope)
        value = self.value(*found, steps) if found is not None else UNKNOWN
        if is_plain(value) and name not in known.bindings:
            known.bind(name, ast.Constant(value))  # type: ignore[arg-type]

    def attribute(self, name: str) -> tuple[ast.expr, Scope] | None:
        """What `self.name` is bound to, and where; None unless one statement binds it."""
        return self._attributes.of(name) if name.startswith("self.") else None

    def _split(self, name: str) -> tuple[str, str, str]:
        """The part of a name that may be bound, and the rest; `self.config` is bound as a whole."""
        parts = name.split(".")
        if len(parts) > 2 and parts[0] == "self":
            return ".".join(parts[:2]), ".", ".".join(parts[2:])
        return name.partition(".")

    def _bound(self, head: str, scope: Scope) -> tuple[ast.expr, Scope] | None:
        return self._attributes.of(head) if "." in head else scope.look_up(head)


def _place(statement: Statement) -> tuple[int, int]:
    return statement.node.lineno, statement.node.col_offset


def _object_of(value: ast.expr) -> ast.expr:
    """The object that a name is made for: that of `config or Config()`, `Config() if x else None`.

    What is set on it is set on that object, whatever is known of the rest.
    """
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        return value.values[-1]
    if isinstance(value, ast.IfExp):
        arms = [arm for arm in (value.body, value.orelse) if not is_none(arm)]
        return arms[0] if len(arms) == 1 else value
    return value


def assignments(module: Module) -> Iterator[tuple[Statement, ast.expr, ast.expr]]:
    """Every target of every plain assignment, with the value."""
    for statement in module.statements:
        for target, value in assigned_by(statement):
            yield statement, target, value


def _may_be_bytes(node: ast.expr) -> bool:
    """Whether a text may be bytes as well: `tf.compat.as_str` gives what each Python calls str."""
    name = dotted(node.func) if isinstance(node, ast.Call) else None
    return (name or "").endswith(("as_str", "as_text", "as_str_any"))
