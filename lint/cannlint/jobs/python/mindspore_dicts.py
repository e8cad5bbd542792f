"""The dicts that MindSpore takes options in: ascend_config with ge_options, jit_config, ..."""

from __future__ import annotations

import ast

from cannlint.jobs.misuse import KEY_TYPE, NO_DICT, VALUE, VALUE_TYPE, Misuse
from cannlint.jobs.python.dicts import Item, items_of, setting_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.operations import UNKNOWN, as_text
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Scope, Statement
from cannlint.jobs.python.values import evaluate, known_type, type_of
from cannlint.jobs.settings import FrontEnd, OptionSpec
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

Spans = tuple[Span, Span]
"""The places of all of a setting and of its key."""

ASCEND_CONFIG = "ascend_config"
GE_OPTIONS = "ge_options"
TOPO_ORDER = "topo_order"
DICTS = {ASCEND_CONFIG: "", "jit_config": "jit_config.", "aoe_config": "aoe_config."}
"""The dicts of set_context → what the keys of their options begin with in the table."""
_PREFIXES = {**DICTS, "aclinit_config": "aclinit_config."}
_LEVELS = ("global", "session")


class Reader:
    """Adds what the calls of one statement set to a pending job."""

    def __init__(self, module: Module, pending: PendingJob, statement: Statement) -> None:
        self.module = module
        self.pending = pending
        self.statement = statement

    def add(
        self,
        key: str,
        spec: OptionSpec | None,
        via: str,
        spans: Spans,
        value: ast.expr,
        scope: Scope,
    ) -> None:
        """Add a setting."""
        setting = self.module.setting(key, spec, spans, value, scope)
        setting.via = via
        self.pending.add(setting, self.statement.path)

    def take_dict(self, name: str, value: ast.expr, scope: Scope) -> None:
        """Add the entries of a dict, or say that it is none."""
        if self._is_dict(name, value, scope):
            for item in self._items(value):
                self._take_item(name, item)

    def take_ge_options(self, value: ast.expr, scope: Scope) -> None:
        """Add the options of both levels; what is no dict is an illegal value of ge_options."""
        if _type_of(value, scope) == "dict":
            for level in self._items(value):
                self._take_level(level)

    def _is_dict(self, name: str, value: ast.expr, scope: Scope) -> bool:
        type_ = _type_of(value, scope)
        if type_ == "dict":
            return True
        is_unpacked = type_ == "none" or name == "aclinit_config"
        raised = "AttributeError" if is_unpacked and name not in _LEVELS else "TypeError"
        self._misuse(NO_DICT, name, self.module.script.span(value), raised, type=type_)
        return False

    def _items(self, node: ast.expr) -> list[Item]:
        items, complete = items_of(self.module, self.statement, node)
        self.pending.complete = self.pending.complete and complete
        return items

    def _misuse(self, kind: str, name: str, span: Span, raised: str, **values: object) -> None:
        source = self.module.script.source
        self.pending.misuses.append(Misuse(kind, name, source, span, raised, **values))

    def _take_item(self, name: str, item: Item) -> None:
        """One entry of a dict; ge_options and topo_order are opened."""
        spec = options_of(FrontEnd.MINDSPORE).get(_PREFIXES[name] + item.key)
        if spec is not None and name not in spec.via:
            spec = None
        self._add_item(item, spec, name, spec.key if spec is not None else item.key)
        if name == ASCEND_CONFIG and item.key == GE_OPTIONS:
            self.take_ge_options(item.value_node, item.scope)
        elif name == ASCEND_CONFIG and item.key == TOPO_ORDER:
            is_dict = _type_of(item.value_node, item.scope) == "dict"
            for order in self._items(item.value_node) if is_dict else ():
                self._check_order(order)

    def _check_order(self, item: Item) -> None:
        """An entry of topo_order: a graph, and in what order its nodes run."""
        spec = options_of(FrontEnd.MINDSPORE)[TOPO_ORDER]
        script = self.module.script
        if item.key_type != "str":
            span = script.span(item.key_node)
            self._misuse(KEY_TYPE, TOPO_ORDER, span, "TypeError", type=item.key_type)
            return
        value = evaluate(item.value_node, item.scope)
        legal = spec.item_values
        if value is not UNKNOWN and value not in legal:
            written = {"value": as_text(value) or type_of(value), "expected": tuple(legal)}
            span = script.value_span(item.value_node, value)
            self._misuse(VALUE, TOPO_ORDER, span, "ValueError", **written)

    def _take_level(self, level: Item) -> None:
        """The options of one level of ge_options: keys of GE that MindSpore hands on unseen."""
        if level.key not in _LEVELS:
            self._add_item(level, None, GE_OPTIONS, level.key)
            return
        if not self._is_dict(level.key, level.value_node, level.scope):
            return
        known = options_of(FrontEnd.GE)
        script = self.module.script
        for item in self._items(level.value_node):
            if item.key_type != "str":
                span = script.span(item.key_node)
                self._misuse(KEY_TYPE, GE_OPTIONS, span, "TypeError", type=item.key_type)
            elif item.key in known:
                self._add_item(item, known[item.key], GE_OPTIONS, item.key, level.key)
            else:
                self._check_text(item)

    def _check_text(self, item: Item) -> None:
        """The value of a key that GE does not know: MindSpore looks at its type all the same."""
        type_ = known_type(item.value_node, item.scope) or "str"
        if type_ != "str":
            span = self.module.script.span(item.value_node)
            self._misuse(VALUE_TYPE, GE_OPTIONS, span, "TypeError", type=type_)

    def _add_item(
        self, item: Item, spec: OptionSpec | None, via: str, key: str, level: str | None = None
    ) -> None:
        setting = setting_of(self.module, item, spec, via, key)
        setting.level = level
        self.pending.add(setting, item.path)


def _type_of(value: ast.expr, scope: Scope) -> str:
    """The type of a value, in the words of Setting.type; one that is not known may be a dict."""
    return known_type(value, scope) or "dict"
