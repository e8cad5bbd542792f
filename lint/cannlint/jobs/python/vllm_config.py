"""vllm-ascend in Python: `LLM(model, additional_config={...})`, and what else takes the dict."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cannlint.jobs.misuse import Misuse
from cannlint.jobs.python.dicts import Item, items_of, setting_of
from cannlint.jobs.python.function_calls import keywords_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.python.values import known_type
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of
from cannlint.jobs.vllm_ascend import CONFIG, settings_in
from cannlint.text.span import Span


def pending_jobs(module: Module) -> list[PendingJob]:
    """One job for each call that is given additional_config."""
    found = []
    for statement, call in module.calls:
        if any(keyword.arg in (CONFIG, None) for keyword in call.keywords):
            for name, _, _, value, _ in keywords_of(module, statement, call)[0]:
                if name == CONFIG:
                    found.append(_job(module, statement, call, value))
    return [job for job in found if job.settings or job.misuses]


def _job(module: Module, statement: Statement, call: ast.Call, value: ast.expr) -> PendingJob:
    script = module.script
    pending = PendingJob(FrontEnd.VLLM_ASCEND, script.source, script.span(call))
    pending.guarded = module.guarded
    items, pending.complete = items_of(module, statement, value)
    entries = [_Entry(module, statement, item) for item in items]
    for entry, found in settings_in(entries, script.source):
        if isinstance(found, Misuse):
            pending.misuses.append(found)
        else:
            assert isinstance(entry, _Entry)
            pending.add(found, entry.item.path)
    return pending


@dataclass(slots=True)
class _Entry:
    """An entry of the dict, or of one of its groups."""

    module: Module
    statement: Statement
    item: Item

    @property
    def key(self) -> str:
        return self.item.key

    @property
    def key_span(self) -> Span:
        return self.module.script.span(self.item.key_node)

    @property
    def value_span(self) -> Span:
        return self.module.script.span(self.item.value_node)

    @property
    def type(self) -> str | None:
        node = self.item.value_node
        return "dict" if isinstance(node, ast.Dict) else known_type(node, self.item.scope)

    def entries(self) -> Iterator[_Entry]:
        items, _ = items_of(self.module, self.statement, self.item.value_node)
        return (_Entry(self.module, self.statement, item) for item in items)

    def setting(self, key: str, via: str) -> Setting:
        spec = options_of(FrontEnd.VLLM_ASCEND).get(key)
        is_there = spec is not None and via in spec.via
        return setting_of(self.module, self.item, spec if is_there else None, via, key)
