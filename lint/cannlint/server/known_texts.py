"""JSON texts of findings, remembered from one publication to the next.

There may be a thousand findings after each keystroke, and most of them say what others have said
before. A text is remembered by the templates and values that it is made of.
"""

from __future__ import annotations

from cannlint.diagnostics import Message, Phrase
from cannlint.language import language_in_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Parts = tuple[object, ...]
    """Everything that a message says: its template and its values."""

_LONGEST = 200
"""A text with longer values is not remembered."""

_MOST = 10_000
_texts: dict[Parts, str] = {}


def known_text(messages: tuple[Message | None, ...], about: Parts, make: Callable[[], str]) -> str:
    """The text that `make` makes of messages, and of what else there is to say `about` them."""
    parts: list[object] = [language_in_use(), *about]
    values: dict[str, object] | None = None
    for message in messages:
        parts.append(message.template if message is not None else None)
        if message is not None and message.values is not values:
            values = message.values  # mostly the same for all
            if not _add(values, parts):
                return make()
    key = tuple(parts)
    known = _texts.get(key)
    if known is None:
        if len(_texts) >= _MOST:
            _texts.clear()
        known = _texts[key] = make()
    return known


def _add(values: dict[str, object], parts: list[object]) -> bool:
    """Add values to the parts; False if one is long, or of another type than most."""
    for value in values.values():
        if type(value) is str:
            if len(value) > _LONGEST:
                return False
            parts.append(value)
        elif type(value) is Message:
            parts += (Message, value.template)
            if not _add(value.values, parts):
                return False
        elif type(value) is tuple:
            if len(value) > _LONGEST or not set(map(type, value)) <= {str}:
                return False
            parts.append(value)
        elif type(value) is Phrase:
            parts += (Phrase, value)
        elif value is None or type(value) is int:
            parts.append(value)
        else:
            return False
    return True
