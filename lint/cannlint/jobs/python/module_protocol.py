"""What modules that module.py imports ask of a Module."""

from __future__ import annotations

import ast
from typing import Protocol

from cannlint.jobs.python.scopes import Scope, Statement
from cannlint.jobs.python.script import Script
from cannlint.text.span import Span


class ModuleProtocol(Protocol):
    """What is asked of a Module."""

    statements: list[Statement]
    script: Script

    @property
    def guarded(self) -> list[Span]:
        """The blocks in which it catches what front ends raise."""

    @property
    def expressions(self) -> list[tuple[Statement, ast.expr]]:
        """Every expression, with its statement."""

    @property
    def calls(self) -> list[tuple[Statement, ast.Call]]:
        """Every call, with its statement."""

    def value(self, node: ast.expr, scope: Scope) -> object:
        """The value of an expression, if it is known."""

    def is_before(self, one: Statement, other: Statement) -> bool:
        """Whether a statement stands in front of another."""
