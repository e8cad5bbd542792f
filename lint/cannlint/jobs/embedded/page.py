"""Python code and config files on a page of Markdown or reStructuredText: shown as samples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.formats.option_files import shows_config
from cannlint.formats.scripts import Language
from cannlint.jobs.embedded.part import Builder, Part, lines_of
from cannlint.jobs.pages import fences_of
from cannlint.jobs.python.ways import front_ends_in

_LANGUAGES = ("", "python", "py", "python3", "ipython", "ipython3", "pycon", "text", "plain", "txt")
"""What a fence of Python may say it has."""
_INDENTED = re.compile(r"(?:^(?:[ ]{2,}|\t)[ \t]*\S[^\n]*(?:\n|\Z)(?:[ \t]*\r?\n)*)+", re.MULTILINE)
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |(?=\r?\n))")


def parts_of(text: str) -> Iterator[Part]:
    """The blocks that show a config file, or may be Python code which sets options."""
    at = 0
    for language, block in fences_of(text):
        yield from _indented(text, at, block.start)
        at = block.end
        if shows_config(text[block.start : block.end]):
            whole = Builder(text)
            whole.take(block.start, block.end)
            yield Part(Language.INI, whole.word(), is_whole=False)
        elif language.strip("{}.").lower() in _LANGUAGES:
            yield from _part(text, block.start, block.end, ">" * block.depth)
    yield from _indented(text, at, len(text))


def _indented(text: str, start: int, end: int) -> Iterator[Part]:
    if _sets_options(text[start:end]):
        for match in _INDENTED.finditer(text, start, end):
            yield from _part(text, *match.span())


def _part(text: str, start: int, end: int, quotation: str = "") -> Iterator[Part]:
    """The lines of a block without their prompts."""
    if not _sets_options(text[start:end]):
        return
    builder = Builder(text)
    has_prompts = ">>>" in text[start:end]
    for begin, stop in lines_of(text, start, end):
        for mark in quotation:
            found = text.find(mark, begin, stop)
            if found >= 0 and not text[begin:found].strip():
                begin = found + 1
        blanks = len(text[begin:stop]) - len(text[begin:stop].lstrip(" \t"))
        prompt = _PROMPT.match(text, begin + blanks, stop)
        if prompt is not None and has_prompts:
            begin = prompt.end()
        elif has_prompts:
            continue  # what the code prints
        builder.take(begin, stop)
    if builder:
        yield Part(Language.PYTHON, builder.word(), is_whole=False)


def _sets_options(code: str) -> bool:
    return bool(front_ends_in(code.encode("utf-8", "surrogatepass")))
