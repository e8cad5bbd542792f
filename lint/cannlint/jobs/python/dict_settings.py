"""The settings that the entries of a dict are."""

from __future__ import annotations

from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.dicts import Item
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.settings import OptionSpec, Setting


def setting_of(
    module: Module, item: Item, spec: OptionSpec | None, via: str | None, key: str | None = None
) -> Setting:
    """What an entry sets; `key` is the name of the option where it is not that of the entry."""
    script = module.script
    key_span = script.value_span(item.key_node, item.key)
    spans = (Span(key_span.start, script.span(item.value_node).end), key_span)
    setting = module.setting(key or item.key, spec, spans, item.value_node, item.scope)
    setting.via = via
    return setting
