"""The answer to a request for completion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol.types import CompletionItem, MarkupContent, MarkupKind

from cannlint.formats.shown import Item
from cannlint.kinds import FORMATS, Kind
from cannlint.server.completion.option_files import COMPLETED, option_file_items
from cannlint.server.completion.scripts import script_items, script_language
from cannlint.server.convert import plain_range
from cannlint.server.documents import Document
from cannlint.server.open_files import may_hold_configuration
from cannlint.server.session import Checked, has_configuration_name
from cannlint.text.printable import printable
from cannlint.text.span import Span


def completions(document: Document, checked: Checked, offset: int) -> list[dict[str, Any]]:
    """The completions at an offset of a file, as JSON; `checked` may be of an earlier text."""
    text = document.text
    if may_hold_configuration(document.path) or checked.kind is Kind.JOB:
        from cannlint.server.completion.toml_file import TomlPlace, toml_items

        is_pyproject = not has_configuration_name(document.path)
        place = TomlPlace(text, offset, document.path, is_pyproject)
        told = toml_items(place, checked.operators)
        span = Span(offset - told.before, offset + told.after)
        return _as_json(told.items, plain_range(document, span))
    if checked.kind in COMPLETED:
        items = option_file_items(text, offset, document.path, checked.kind, checked.operators)
        return _as_json(items, None)
    if checked.kind is Kind.CPP_SOURCE:
        from cannlint.server.completion.cpp_source import cpp_items

        known, before = cpp_items(text, offset, document.path, checked.operators)
        return _as_json(known, plain_range(document, Span(offset - before, offset)))
    language = script_language(document.path, checked.kind)
    if language is not None:
        found = script_items(text, offset, document.path, language, checked.operators)
        span = Span(offset - found.replaced, offset)
        return _as_json(found.items, plain_range(document, span))
    if checked.kind is None or checked.operators is None:
        return []
    return _as_json(FORMATS[checked.kind].completions(text, offset, checked.operators), None)


def resolved(item: CompletionItem) -> CompletionItem:
    """An item with the whole documentation of its option."""
    from cannlint.jobs.settings import FrontEnd
    from cannlint.jobs.tables import options_of
    from cannlint.server.option_card import card

    if isinstance(item.data, list) and len(item.data) == 2:
        front_end, key = item.data
        spec = options_of(FrontEnd(front_end)).get(key)
        if spec is not None:
            item.documentation = MarkupContent(MarkupKind.Markdown, card(spec))
    return item


def _as_json(items: Iterable[Item], range: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The items in their order, each one once; each replaces the text in a range.

    Without a range the editor decides which word is replaced. JSON, as the library's objects would
    take longer than all the rest: there may be a thousand operators.
    """
    unique: dict[str, Item] = {}
    for item in items:
        unique.setdefault(item.label, item)
    ordered = sorted(unique.values(), key=lambda item: item.rank)
    return [_item_json(item, f"{at:05}", range) for at, item in enumerate(ordered)]


def _item_json(item: Item, place: str, range: dict[str, Any] | None) -> dict[str, Any]:
    label, text = printable(item.label), item.text or item.label
    found: dict[str, Any] = {"label": label, "kind": item.kind, "sortText": place}
    if item.detail:
        found["detail"] = printable(item.detail)
    if item.summary:
        found["documentation"] = {"kind": "markdown", "value": item.summary}
    if item.about is not None:
        found["data"] = item.about
    if range is not None:
        found["textEdit"] = {"range": range, "newText": text}
    elif text != label:
        found["insertText"] = text
    return found
