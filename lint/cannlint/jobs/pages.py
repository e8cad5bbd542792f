"""The shell code of a page of Markdown or reStructuredText: its blocks, and commands in its text.

What a page adds to a command is replaced by blanks, character for character, so that every place
stays as it is: the prompt of a terminal, the mark of a quotation, the mark of a continued line.

We find fences as CommonMark does, without a parser of CommonMark: on 1,351 Markdown files
markdown-it-py finds the same fences, but takes 12 seconds instead of 0.4, and 40 ms to import.
tests/jobs/test_pages.py compares the two, and says where we differ on purpose.
"""

from __future__ import annotations

import re

from cannlint.formats.scripts import CONVERTER, TUNERS
from cannlint.jobs.atc.command_jobs import drop_sentence
from cannlint.jobs.atc.job import AtcJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job


_FLAG = r"-{1,2}[A-Za-z][\w-]*[= \t\r\n]"
_NAMES = ("atc", CONVERTER, *TUNERS)
_NAME = rf"(?:{'|'.join(_NAMES)})"
_PROGRAM = rf"(?:[^\s`'\"=()|*]*/)?{_NAME}(?=[ \t\\\r\n>]+{_FLAG})"
_LINE = re.compile(
    rf"^[ \t>]*(?:(?:[-*+]|\d{{1,3}}[.)、])[ \t]+)?(?:[$#%][ \t]+)?(?P<command>{_PROGRAM})",
    re.MULTILINE,
)
_INLINE = re.compile(
    rf"(?<!`)(?P<mark>`{{1,2}})(?!`)[ ]?(?:[$#][ ]+)?"
    rf"(?P<command>{_PROGRAM}(?:[^`\n]|\n(?![ \t\r]*\n)){{1,4000}})(?P=mark)(?!`)"
)
_BOLD = re.compile(rf"(?<!\*)\*\*(?P<command>{_PROGRAM}[^*`\n]{{1,4000}})\*\*(?!\*)")
_OPENING = ("`", "` ", "`$ ", "`# ", "**")
_BELOW = re.compile(rf"[ \t>]*{_FLAG}")
_BELOW_OTHERS = re.compile(r"[ \t>]*--[A-Za-z]\w*=")
"""A line of flags below a command of ATC, and of another program: there it may be of a sentence."""
_JOINED = re.compile(r"\\?\r?\n[ \t>]*|[,，、](?=[ \t]+-)")
"""What is no part of a command: the end of a line, a comma between options."""
_AT_END = "。，；：、,;:）) \t\r\n"
"""What may stand behind a command in a sentence."""
_FEWEST, _FEWEST_WITH_MODEL = 3, 2
"""Options of a command in a text, where flags may only be mentioned."""
_LETTER = re.compile(r"[A-Za-z]")


def commands_in_text(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The offsets of commands in a part of a page, in order."""
    if not _may_run(text[start:end]):
        return
    marked = (pattern.finditer(text, start, end) for pattern in (_INLINE, _BOLD))
    found = [match.span("command") for matches in marked for match in matches]
    at = start
    while (match := _LINE.search(text, at, end)) is not None:
        is_atc = match["command"].endswith("atc")
        at = _end_of_lines(text, match.end(), end, _BELOW if is_atc else _BELOW_OTHERS)
        found.append((match.start("command"), at))
    yield from sorted(found)


def _end_of_lines(text: str, at: int, end: int, below: re.Pattern[str]) -> int:
    """The end of the lines of a command: the last that does not go on, and has no flags below."""
    while True:
        stop = text.find("\n", at, end)
        if stop < 0:
            return end
        goes_on = text[at:stop].rstrip().endswith("\\")
        if not goes_on and below.match(text, stop + 1, end) is None:
            return stop
        at = stop + 1


def on_one_line(code: str) -> str:
    """A command of several lines as one, without the marks of a sentence; of equal length."""
    return _JOINED.sub(_blank, code).rstrip(_AT_END).ljust(len(code))


def _may_run(text: str) -> bool:
    return any(name in text for name in _NAMES)


_TASKS = ("model", "singleop", "om", "mode")
_MODELS = ("model", "modelFile")
"""The options that say what a command is to do, and those that name the model."""


def is_command(job: Job, block: Block) -> bool:
    """Whether a job in a page is more than a mention of a flag; words of a sentence are dropped.

    What does not say what is to be done, as `atc xxx --log=debug`, is no whole command. In a text a
    letter stands for any value, and where something stands for a value, options may be left out.
    """
    if block.is_fenced:
        if isinstance(job, AtcJob) and not any(map(job.get, _TASKS)):
            drop_sentence(job)
            job.complete = False
        return True
    if isinstance(job, AtcJob):
        drop_sentence(job)
    for setting in job.settings if block.form == TEXT else ():
        if (
            setting.spec is not None
            and setting.spec.values
            and _LETTER.fullmatch(setting.value or "")
        ):
            setting.value = None
    if block.form == TEXT and any(setting.value is None for setting in job.settings):
        job.complete = False
    if job.source.text[: job.span.start].endswith(_OPENING):
        job.complete = False
    has_model = any(map(job.get, _MODELS))
    return len(job.settings) >= (_FEWEST_WITH_MODEL if has_model else _FEWEST)


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
    ("python", "py", "json", "c", "cpp", "c++", "cc", "java", "yaml", "yml", "xml", "ini", "toml",
     "protobuf", "proto", "cmake", "make", "makefile", "html", "css", "js", "javascript", "go",
     "rust", "matlab", "sql")
)  # fmt: skip
_CHANGES = ("diff", "patch")
"""Languages whose lines are no commands: each has a mark in front."""
_INDENTED = re.compile(r"(?:^(?: {4}|\t)[ \t]*\S.*(?:\n|\Z))+", re.MULTILINE)
_COMMAND = re.compile(
    r"^[ \t]+(?:[$][ \t]+)?(?:\S*/)?atc(?:[ \t]+[-\\]|[ \t\r]*\n[ \t]*-)", re.MULTILINE
)
_OPENED_AGAIN = re.compile(r"^[ \t>]*`{3,}[ \t]*[A-Za-z]\w*[ \t\r]*$", re.MULTILINE)
_MARGIN = re.compile(r"^[ \t>]+", re.MULTILINE)
_PROMPT = re.compile(
    r"^[ \t]*(?:\([\w.-]+\)[ \t]*)?\[?[\w.-]+@[\w.-][^\n$#%]*[$#%](?=[ \t])"
    r"|^[ \t]*\([\w.-]+\)(?=[ \t]*[$][ \t])",
    re.MULTILINE,
)
_CONTINUED = re.compile(r"(\\\r?\n)([ \t]*>)(?=[ \t]+-{1,2}[A-Za-z])")
_CHOICE = re.compile(r"(?<==)[\w.-]+(?:\|[\w.-]+)+(?=\s|\Z)")


FENCED, INDENTED, TEXT = "fenced", "indented", "text"
"""What a command stands in: a block with fences, an indented block, the text of the page."""


class Block:
    """A part of a page that is shell code; `form` is one of the above.

    `depth` is the number of quotations it stands in.
    """

    __slots__ = ("depth", "end", "form", "start")

    def __init__(self, start: int, end: int, form: str, depth: int = 0) -> None:
        self.start = start
        self.end = end
        self.form = form
        self.depth = depth

    @property
    def is_fenced(self) -> bool:
        """Whether the page says that it is code."""
        return self.form == FENCED


def blocks_of(text: str) -> Iterator[Block]:
    """The parts of a page that are shell code, in order.

    A command may also stand in code of another language: the fence is wrong, or one is missing.
    """
    at = 0
    for opening, language, block, after in _fences(text):
        yield from _without_fences(text, at, opening)
        at = after
        if block is None:
            continue
        if language in _OTHER_LANGUAGES:
            yield from _in_text(text, block.start, block.end)
        elif language not in _CHANGES:
            yield block
    yield from _without_fences(text, at, len(text))


def fences_of(text: str) -> Iterator[tuple[str, Block]]:
    """The blocks with fences, each with the language that it says it has, in order."""
    for _, language, block, _ in _fences(text):
        if block is not None:
            yield language, block


def _fences(text: str) -> Iterator[tuple[int, str, Block | None, int]]:
    """Where each block begins, its language, what is in it, and where the page goes on.

    An HTML comment has nothing in it.
    """
    at = 0
    while (start := _START.search(text, at)) is not None:
        if start["comment"]:
            at = _end_of_comment(text, start.end())
            yield start.start(), "", None, at
        else:
            block, at = _fenced(text, start)
            yield start.start(), start["language"].lower(), block, at


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
            return Block(start.end(), line.start(), FENCED, depth), line.start()
        if (
            quotations == depth
            and (line["mark"] or "").startswith(mark)
            and _indentation(line["margin"]) - _indentation(margin) < _CODE_INDENT
        ):
            return Block(start.end(), line.start(), FENCED, depth), line.end()
    return Block(start.end(), len(text), FENCED, depth), len(text)


def _indentation(margin: str) -> int:
    """The columns before a fence."""
    return len(margin.expandtabs(4))


def _without_fences(text: str, start: int, end: int) -> Iterator[Block]:
    """The indented lines between two fences that begin with a command of ATC, and those in text."""
    if not _may_run(text[start:end]):
        return
    at = start
    for match in _INDENTED.finditer(text, start, end):
        if _COMMAND.search(match[0]):
            yield from _in_text(text, at, match.start())
            at = match.end()
            yield Block(match.start(), at, INDENTED)
    yield from _in_text(text, at, end)


def _in_text(text: str, start: int, end: int) -> Iterator[Block]:
    for found in commands_in_text(text, start, end):
        yield Block(*found, TEXT)


def apart(text: str, block: Block) -> Iterator[Block]:
    """A block in pieces, where others seem to begin in it: a fence that closes it is missing."""
    at = block.start
    for fence in _OPENED_AGAIN.finditer(text, block.start, block.end):
        yield Block(at, fence.start(), block.form, block.depth)
        at = fence.end()
    yield Block(at, block.end, block.form, block.depth)


def without_marks(text: str, block: Block) -> str:
    """The text of a block with blanks for what is no part of its commands."""
    code = text[block.start : block.end]
    if block.form == TEXT:
        code = on_one_line(code)
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
