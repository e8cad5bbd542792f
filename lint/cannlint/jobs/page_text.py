"""Commands in the text of a page, outside of its blocks of code: lines, and code in a sentence.

A page joins the lines of a paragraph, so flags below a command belong to it. A sentence often
leaves out what it is not about: no option is missed in its code.
"""

from __future__ import annotations

import re

from cannlint.jobs.atc.command_jobs import drop_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.atc.job import AtcJob

_FLAG = r"-{1,2}[A-Za-z][\w-]*[= \t\r\n]"
_PROGRAM = rf"(?:[^\s`'\"=()|]*/)?atc(?=[ \t\\\r\n>]+{_FLAG})"
_LINE = re.compile(
    rf"^[ \t>]*(?:(?:[-*+]|\d{{1,3}}[.)、])[ \t]+)?(?:[$#%][ \t]+)?(?P<command>{_PROGRAM})",
    re.MULTILINE,
)
_INLINE = re.compile(
    rf"(?<!`)(?P<mark>`{{1,2}})(?!`)[ ]?(?:[$#][ ]+)?"
    rf"(?P<command>{_PROGRAM}(?:[^`\n]|\n(?![ \t\r]*\n)){{1,4000}})(?P=mark)(?!`)"
)
_OPENING = ("`", "` ", "`$ ", "`# ")
_BELOW = re.compile(rf"[ \t>]*{_FLAG}")
_JOINED = re.compile(r"\\?\r?\n[ \t>]*|[,，、](?=[ \t]+-)")
"""What is no part of a command: the end of a line, a comma between options."""
_AT_END = "。，；：、,;:）) \t\r\n"
"""What may stand behind a command in a sentence."""
_FEWEST, _FEWEST_WITH_MODEL = 3, 2
"""Options of a command in a text, where flags may only be mentioned."""


def commands_in_text(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The offsets of commands in a part of a page, in order."""
    if "atc" not in text[start:end]:
        return
    found = [match.span("command") for match in _INLINE.finditer(text, start, end)]
    at = start
    while (match := _LINE.search(text, at, end)) is not None:
        at = _end_of_lines(text, match.end(), end)
        found.append((match.start("command"), at))
    yield from sorted(found)


def _end_of_lines(text: str, at: int, end: int) -> int:
    """The end of the lines of a command: the last that does not go on, and has no flags below."""
    while True:
        stop = text.find("\n", at, end)
        if stop < 0:
            return end
        goes_on = text[at:stop].rstrip().endswith("\\")
        if not goes_on and _BELOW.match(text, stop + 1, end) is None:
            return stop
        at = stop + 1


def on_one_line(code: str) -> str:
    """A command of several lines as one, without the marks of a sentence; of equal length."""
    return _JOINED.sub(_blanks, code).rstrip(_AT_END).ljust(len(code))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def is_command(job: AtcJob) -> bool:
    """Whether a job in a text is more than a mention of a flag; words of a sentence are dropped."""
    drop_sentence(job)
    if job.source.text[: job.span.start].endswith(_OPENING):
        job.complete = False
    return len(job.settings) >= (_FEWEST if job.get("model") is None else _FEWEST_WITH_MODEL)
