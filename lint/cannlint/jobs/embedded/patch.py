"""The code that a patch adds: each hunk by itself, as it is afterwards.

Lines around what is added tell what it belongs to; what counts stands on added lines.
"""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language, language_of
from cannlint.jobs.embedded.part import Builder, Part, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FILE = re.compile(r"\+\+\+ (?:b/)?([^\t\r\n]+)")
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@")
_CODE = (Language.SHELL, Language.PYTHON)


def parts_of(text: str) -> Iterator[Part]:
    """The hunks of files that are scripts, and have added lines."""
    language: str | None = None
    builder, added = Builder(text), list[tuple[int, int]]()
    is_open = False
    for start, end in lines_of(text, 0, len(text)):
        sign = text[start]
        is_head = text.startswith(("diff ", "--- ", "+++ ", "Index: "), start)
        if is_head or _HUNK.match(text, start):
            if language in _CODE and added:
                yield _part(language or "", builder, added)
            builder, added = Builder(text), []
            is_open = not is_head
            file = _FILE.match(text, start)
            language = language_of(file[1].strip()) if file is not None else language
        elif is_open and sign in "+ ":
            builder.take(start + 1, end)
            if sign == "+" and added and added[-1][1] == start:
                added[-1] = added[-1][0], end
            elif sign == "+":
                added.append((start, end))
    if language in _CODE and added:
        yield _part(language or "", builder, added)


def _part(language: str, builder: Builder, added: list[tuple[int, int]]) -> Part:
    part = Part(language, builder.word(), is_whole=False)
    part.counts = added
    return part
