"""The shell code of a page of Markdown or reStructuredText: its fenced and its indented blocks.

What a page adds to a command is replaced by blanks, character for character, so that every place
stays as it is: the prompt of a terminal, the mark of a quotation, the mark of a continued line.

We find fences as CommonMark does, without a parser of CommonMark: on 1,351 Markdown files
markdown-it-py finds the same fences, but takes 12 seconds instead of 0.4, and 40 ms to import.
tests/jobs/test_pages.py compares the two, and says where we differ on purpose.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_START = re.compile(
    r"^[ ]{0,3}(?P<comment><!--)"
    r"|^(?P<margin>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)*)"
    r"(?P<mark>`{3,}(?=[^`\n]*$)|~{3,})[ \t]*(?P<language>\S*).*$",
    re.MULTILINE,
)
"""What opens a block: an HTML comment, or a fence. A fence may stand behind the mark of a list."""
_CLOSING = r"(?P<mark>(?:`{3,}|~{3,})[ \t\r]*$)"
_END = re.compile(rf"^(?P<margin>[ \t>]*){_CLOSING}", re.MULTILINE)
_QUOTED_LINE = re.compile(rf"^(?P<margin>[ \t>]*){_CLOSING}?", re.MULTILINE)
_CODE_INDENT = 4
"""A closing fence that is indented so much more than the opening one is code."""
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
_MARGIN = re.compile(r"^[ \t>]+", re.MULTILINE)
_PROMPT = re.compile(
    r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?\[?[\w.-]+@[\w.-]+[^\n$#%]*[$#%](?=[ \t])"
    r"|^[ \t]*\([\w.-]+\)(?=[ \t]*[$][ \t])",
    re.MULTILINE,
)
_CONTINUED = re.compile(r"(\\\r?\n)([ \t]*>)(?=[ \t]+-{1,2}[A-Za-z])")
_CHOICE = re.compile(r"(?<==)[\w.-]+(?:\|[\w.-]+)+(?=\s|\Z)")


class Block:
    """A part of a page that is shell code; `is_fenced` tells whether the page says so.

    `depth` is the number of quotations it stands in.
    """

    __slots__ = ("depth", "end", "is_fenced", "start")

    def __init__(self, start: int, end: int, is_fenced: bool, depth: int = 0) -> None:
        self.start = start
        self.end = end
        self.is_fenced = is_fenced
        self.depth = depth


def blocks_of(text: str) -> Iterator[Block]:
    """The parts of a page that are shell code, in order."""
    at = 0
    while (start := _START.search(text, at)) is not None:
        yield from _indented(text, at, start.start())
        if start["comment"]:
            at = _end_of_comment(text, start.end())
            continue
        block, at = _fenced(text, start)
        if start["language"].lower() not in _OTHER_LANGUAGES:
            yield block
    yield from _indented(text, at, len(text))


def _end_of_comment(text: str, start: int) -> int:
    """The end of the line where an HTML comment ends: no Markdown is in between."""
    end = text.find("-->", start)
    line_end = text.find("\n", end) if end >= 0 else -1
    return line_end if line_end >= 0 else len(text)


def _fenced(text: str, start: re.Match[str]) -> tuple[Block, int]:
    """The block that a fence opens, and where the page goes on.

    It ends at a closing fence, at a line with fewer quotation marks, or with the page.
    """
    margin, mark = start["margin"], start["mark"]
    depth = margin.count(">")
    for line in (_QUOTED_LINE if depth else _END).finditer(text, start.end()):
        quotations = line["margin"].count(">")
        if quotations < depth:
            return Block(start.end(), line.start(), True, depth), line.start()
        if (
            quotations == depth
            and (line["mark"] or "").startswith(mark)
            and _indentation(line["margin"]) - _indentation(margin) < _CODE_INDENT
        ):
            return Block(start.end(), line.start(), True, depth), line.end()
    return Block(start.end(), len(text), True, depth), len(text)


def _indentation(margin: str) -> int:
    """The columns before a fence."""
    return len(margin.expandtabs(4))


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
    if block.depth:
        code = _MARGIN.sub(lambda match: _without_quotation(match[0], block.depth), code)
    code = _PROMPT.sub(_blank, code)
    code = _CONTINUED.sub(lambda match: match[1] + " " * len(match[2]), code)
    return _CHOICE.sub(_variable, code)


def _without_quotation(margin: str, depth: int) -> str:
    """The beginning of a line with blanks for the marks of so many quotations."""
    return margin.replace(">", " ", depth)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _variable(match: re.Match[str]) -> str:
    """A choice such as `0|3|5` as a variable that nothing sets."""
    return "$" + "_" * (len(match[0]) - 1)
