"""Options that scripts set as attributes: `options.dump_config.enable_dump = True`."""

from __future__ import annotations

import ast

from cannlint.jobs.python_drafts import Draft
from cannlint.jobs.python_module import assignments
from cannlint.jobs.tables import open_groups, options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.jobs.model import FrontEnd
    from cannlint.jobs.python_module import Module
    from cannlint.jobs.python_scopes import Scope, Statement

    Owner = tuple[Scope, str]


class Drafts:
    """The drafts of one front end: one for each owner, in each function of its own."""

    def __init__(self, module: Module, front_end: FrontEnd) -> None:
        self.module = module
        self.front_end = front_end
        self.by_owner: dict[Owner, Draft] = {}

    def of(self, statement: Statement, owner: str, node: ast.expr) -> Draft:
        """The draft of an owner; a new one begins at the node."""
        key = (statement.scope, owner)
        if key not in self.by_owner:
            script = self.module.script
            self.by_owner[key] = Draft(self.front_end, script.source, script.span(node))
        return self.by_owner[key]

    def process_wide(self) -> list[Draft]:
        """All drafts, where each function adds to the options of the one process."""
        found = list(self.by_owner.values())
        for draft in found:
            draft.complete = draft.complete and len(found) == 1
        return found


def take_attributes(
    drafts: Drafts, key_in: Callable[[str], str | None], owner_is_variable: bool = False
) -> None:
    """Add every attribute assignment whose full name has an option's key in it.

    With `owner_is_variable` each variable has options of its own.
    """
    module = drafts.module
    known = options_of(drafts.front_end)
    for statement, target, value in assignments(module):
        if not isinstance(target, ast.Attribute):
            continue
        name = module.full_name(target, statement.scope)
        key = key_in(name) if name is not None else None
        if key is None or (key not in known and is_open(drafts.front_end, key)):
            continue
        script = module.script
        whole, end = script.span(statement.node), script.span(target).end
        spans = (whole, Span(end - len(target.attr), end))
        setting = module.setting(key, known.get(key), spans, value, statement.scope)
        owner = _variable(target) if owner_is_variable else ""
        drafts.of(statement, owner, target).add(setting, statement.path)


def is_open(front_end: FrontEnd, key: str) -> bool:
    """Whether the table does not claim to have every option of the key's group."""
    return any(key.startswith(f"{group}.") for group in open_groups(front_end))


def _variable(target: ast.expr) -> str:
    from cannlint.jobs.python import dotted

    parts = (dotted(target) or "").split(".")
    return ".".join(parts[: 2 if parts[0] == "self" else 1])
