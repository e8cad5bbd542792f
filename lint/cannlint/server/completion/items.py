"""Completion items as the protocol has them."""

from __future__ import annotations

from lsprotocol.types import CompletionItemKind as Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

__all__ = ["Item", "Kind", "as_json", "named"]


class Item:
    """One text that can stand at the cursor.

    `text` is what is written, the label if None; `rank` sorts the items before their order does.
    `about` are the front end and the key of an option: its page is made only if the editor asks.
    """

    __slots__ = ("about", "detail", "kind", "label", "rank", "summary", "text")

    def __init__(self, label: str, kind: Kind, detail: str | None = None) -> None:
        self.label = label
        self.kind = kind
        self.detail = detail
        self.text: str | None = None
        self.rank = 0
        self.summary: str | None = None
        self.about: tuple[str, str] | None = None


def named(names: Iterable[str], kind: Kind, detail: str | None = None) -> Iterator[Item]:
    """An item for each name."""
    return (Item(name, kind, detail) for name in names)


def as_json(items: Iterable[Item], range: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The items in their order, each one once; each replaces the text in a range.

    Without a range the editor decides which word is replaced. JSON, as the library's objects would
    take longer than all the rest: there may be a thousand operators.
    """
    unique: dict[str, Item] = {}
    for item in items:
        unique.setdefault(item.label, item)
    ordered = sorted(unique.values(), key=lambda item: item.rank)
    return [_as_json(item, f"{at:05}", range) for at, item in enumerate(ordered)]


def _as_json(item: Item, place: str, range: dict[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {"label": item.label, "kind": item.kind.value, "sortText": place}
    if item.detail:
        found["detail"] = item.detail
    if item.summary:
        found["documentation"] = {"kind": "markdown", "value": item.summary}
    if item.about is not None:
        found["data"] = item.about
    if range is not None:
        found["textEdit"] = {"range": range, "newText": item.text or item.label}
    elif item.text is not None:
        found["insertText"] = item.text
    return found
