"""The shell code of a page of Markdown or reStructuredText: its fenced and its indented blocks.

What a page adds to a command is replaced by blanks, character for character, so that every place
stays as it is: the prompt of a terminal, the mark of a quotation, the mark of a continued line.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"^([ \t>]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^\n`]*$", re.MULTILINE)
_OTHER_LANGUAGES = frozenset(
    [
        "python",
        "py",
        "json",
        "c",
        "cpp",
        "c++",
        "cc",
        "java",
        "yaml",
        "yml",
        "xml",
        "ini",
        "toml",
        "diff",
        "patch",
        "protobuf",
        "proto",
        "cmake",
        "make",
        "makefile",
        "html",
        "css",
        "js",
        "javascript",
        "go",
        "rust",
        "matlab",
        "sql",
    ]
)
_INDENTED = re.compile(r"(?:^(?: {4}|\t)[ \t]*\S.*(?:\n|\Z))+", re.MULTILINE)
_COMMAND = re.compile(r"^[ \t]+(?:[$][ \t]+)?(?:\S*/)?atc[ \t]+-", re.MULTILINE)
_QUOTATION = re.compile(r"^[ \t]*>", re.MULTILINE)
_PROMPT = re.compile(
    r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?\[?[\w.-]+@[\w.-]+[^\n$#%]*[$#%](?=[ \t])"
    r"|^[ \t]*\([\w.-]+\)(?=[ \t]*[$][ \t])",
    re.MULTILINE,
)
_CONTINUED = re.compile(r"(\\\r?\n)([ \t]*>)(?=[ \t]+-{1,2}[A-Za-z])")
_CHOICE = re.compile(r"(?<==)[\w.-]+(?:\|[\w.-]+)+(?=\s|\Z)")


class Block:
    """A part of a page that is shell code; `fenced` tells whether the page says so."""

    __slots__ = ("end", "fenced", "quoted", "start")

    def __init__(self, start: int, end: int, fenced: bool, quoted: bool = False) -> None:
        self.start = start
        self.end = end
        self.fenced = fenced
        self.quoted = quoted


def blocks_of(text: str) -> Iterator[Block]:
    """The parts of a page that are shell code, in order."""
    opened: re.Match[str] | None = None
    after = 0
    for match in _FENCE.finditer(text):
        if opened is None:
            yield from _indented(text, after, match.start())
            opened = match
        elif match[2].startswith(opened[2]) and not match[3]:
            yield from _fenced(opened, match.start())
            opened, after = None, match.end()
    if opened is None:
        yield from _indented(text, after, len(text))
    else:
        yield from _fenced(opened, len(text))


def _fenced(opened: re.Match[str], end: int) -> Iterator[Block]:
    if opened[3].lower() not in _OTHER_LANGUAGES:
        yield Block(opened.end(), end, True, ">" in opened[1])


def _indented(text: str, start: int, end: int) -> Iterator[Block]:
    """The indented lines between two fences that begin with a command of ATC."""
    if "atc" not in text[start:end]:
        return
    for match in _INDENTED.finditer(text, start, end):
        if _COMMAND.search(match[0]):
            yield Block(match.start(), match.end(), False)


def without_marks(text: str, block: Block) -> str:
    """The text of a block with blanks for what is no part of its commands."""
    code = text[block.start : block.end]
    if block.quoted:
        code = _QUOTATION.sub(_blank, code)
    code = _PROMPT.sub(_blank, code)
    code = _CONTINUED.sub(lambda match: match[1] + " " * len(match[2]), code)
    return _CHOICE.sub(_variable, code)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _variable(match: re.Match[str]) -> str:
    """A choice such as `0|3|5` as a variable that nothing sets."""
    return "$" + "_" * (len(match[0]) - 1)
