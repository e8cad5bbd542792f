"""The plain lines of a JSON text, taken many at once: a large file is mostly such."""

from __future__ import annotations

import re

from cannlint.syntax.json_scalars import string_node
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.json_frames import Frame, Room

_PLAIN = r'[ \t\n\r]*("[\w./-]*")[ \t\n\r]*'
_PLAIN_ITEM = re.compile(f"{_PLAIN},", re.ASCII)
_PLAIN_MEMBER = re.compile(f"{_PLAIN}:{_PLAIN},", re.ASCII)


def take_plain(text: str, position: int, frame: Frame, room: Room, depth: int) -> int:
    """Take plain strings and pairs of strings with their commas; the position behind them.

    `frame` is the container that they are in, `depth` how many containers are open. The scanner
    would do the same with each, step by step.
    """
    is_object = frame.expects == "key"
    if not is_object and (frame.expects != "value" or frame.key is not None):
        return position
    start = position
    find = (_PLAIN_MEMBER if is_object else _PLAIN_ITEM).match
    while match := find(text, position):
        frame.last = string_node(text, *match.span(1))
        room.left -= 1
        room.values_left -= 1
        if is_object:
            key = frame.last
            frame.last = string_node(text, *match.span(2))
            room.add_member(frame, key, frame.last, depth)
        else:
            room.add_item(frame, frame.last)
        position = match.end()
    if position > start:
        frame.comma = Span(position - 1, position)
    return position
