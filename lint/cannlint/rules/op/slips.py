"""The intended mode or section for a wrong one, and edits that make a comment of text."""

from __future__ import annotations

import re

from cannlint.cann.modes import IMPL_MODES
from cannlint.formats.op_precision.lines import SECTIONS
from cannlint.nearest import nearest
from cannlint.text.edits import line_end_of
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.op_precision.lines import IniLine
    from cannlint.text.source import Source


def comment_above(source: Source, line: IniLine, comment: str) -> Edit:
    """Insert `comment`, unless it is empty, above `line`, and remove byte order marks there."""
    line_end = line_end_of(source.text)
    above = f"# {comment}{line_end}" if comment else ""
    return Edit(line.marks, above)


def comment_out(line: IniLine) -> Edit:
    """Replace the comment sign of a line by `#` in column 1."""
    sign = Span(line.start, line.visible.start + len(line.comment_mark))
    return Edit(sign, "#")


_COMMENT = re.compile(r"(?<!\s)\s*(?:#|//|[;；])\s*(.*)$", re.DOTALL)
_COMMAS = re.compile(r"[,，、|]")
_FOR_ALL = re.compile(r"[_-]?for[_-]?all$", re.IGNORECASE)
_SHORTEST_PREFIX = 6
"""The least number of characters that can stand for a mode as its prefix."""

_SECTION_NAMES = {header[1:-1]: header for header in SECTIONS}
_BY_TYPE, _BY_NAME = SECTIONS
_OTHER_NAMES = {"byopname": _BY_NAME, "byname": _BY_NAME, "nodename": _BY_NAME}
_OTHER_NAMES |= {"bytype": _BY_TYPE, "optype": _BY_TYPE}


class ModeSlip:
    """A wrong mode, the intended mode (`meant`) and the comment that follows it.

    `head` is the text before the comment. `is_list` is whether it contains several modes.
    """

    __slots__ = ("comment", "head", "is_list", "meant")

    def __init__(self, written: str) -> None:
        comment = _COMMENT.search(written)
        self.head = written[: comment.start()] if comment else written
        self.comment = comment[1] if comment else ""
        items = _items(self.head)
        meant = {mode_meant(item) for item in items}
        self.is_list = len(items) > 1 and (len(meant) > 1 or None in meant)
        is_clear = len(meant) == 1 and not self.is_list and "\r" not in written
        self.meant = meant.pop() if is_clear else None

    @property
    def is_for_all(self) -> bool:
        """Whether it is a `..._for_all` value of op_select_implmode."""
        return self.meant is not None and _FOR_ALL.search(self.head) is not None


def _items(head: str) -> list[str]:
    """Return the items of a list of modes; a single item when `head` is not a list."""
    items = [item for item in map(str.strip, _COMMAS.split(head)) if item]
    words = head.split()
    return words if len(words) > 1 and all(word in IMPL_MODES for word in words) else items


def mode_meant(word: str) -> str | None:
    """Return the intended mode of a misspelt word, or None."""
    if "=" in word.strip("= "):
        return None
    word = _FOR_ALL.sub("", word)
    return nearest(word, IMPL_MODES) or _only_mode_with_prefix(word.lower())


def _only_mode_with_prefix(word: str) -> str | None:
    found = [mode for mode in IMPL_MODES if mode.startswith(word)]
    return found[0] if len(word) >= _SHORTEST_PREFIX and len(found) == 1 else None


def section_meant(bare: str) -> tuple[str | None, str]:
    """Return the intended section of a line, or None, and the text after the bracket."""
    inner, closing, rest = bare.lstrip("[").partition("]")
    name = "".join(filter(str.isalnum, inner if closing else bare)).lower()
    meant = _OTHER_NAMES.get(name)
    if meant is None:
        close = nearest(name, _SECTION_NAMES)
        meant = _SECTION_NAMES[close] if close else None
    return meant, rest.strip()
