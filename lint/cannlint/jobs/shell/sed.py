"""What `sed -i` writes into a file: the text of `s`, `a`, `i` and `c` commands.

Only what the command writes is known, not where: what it takes from the file is an UNKNOWN_PART.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.jobs.shell.runners import innermost
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, offsets

_IN_PLACE = re.compile(r"-[nrEsuz]*i.*|--in-place.*")
_SCRIPT = re.compile(r"-[nrEsuz]*e|--expression")
_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:\\.|[^/\\\n])*/I?)"
_START = re.compile(rf"[\s;{{]*(?:{_ADDRESS}[ \t]*(?:,[ \t]*[+~]?{_ADDRESS}[ \t]*)?)?!?[ \t]*")
_PIECE = r"(?:\\.|(?!{mark})[^\\])*"
_FLAGS = re.compile(r"[gpiImMe0-9]*")
_LINES = re.compile(r"[aic][ \t]*(?:\\[ \t]*\n|\\)?(?P<text>[^\\\n]*(?:\\.[^\\\n]*)*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)|&", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t"}
_MOST = 200
"""Commands of one script of sed that are read."""


def texts_written(words: list[Word]) -> Iterator[Word]:
    """The texts that a command writes into Python files; none where it is no `sed -i`."""
    run = innermost(words)
    if not run or run[0].text.rpartition("/")[2] != "sed":
        return
    scripts, files, is_in_place = _arguments(run[1:])
    if is_in_place and all(file.text.endswith((".py", UNKNOWN_PART)) for file in files):
        for script in scripts:
            yield from _texts_of(script)


def _arguments(words: list[Word]) -> tuple[list[Word], list[Word], bool]:
    """The scripts, the files, and whether the files are changed."""
    scripts: list[Word] = []
    files: list[Word] = []
    is_in_place = takes_script = False
    for word in words:
        if takes_script:
            scripts.append(word)
            takes_script = False
        elif _SCRIPT.fullmatch(word.text):
            takes_script = True
        elif word.text.startswith("-") and len(word.text) > 1:
            is_in_place = is_in_place or _IN_PLACE.fullmatch(word.text) is not None
        else:
            files.append(word)
    if not scripts:
        scripts, files = files[:1], files[1:]
    return scripts, files, is_in_place


def _texts_of(script: Word) -> Iterator[Word]:
    text, at = script.text, 0
    for _ in range(_MOST):
        start = _START.match(text, at)
        at = start.end() if start is not None else len(text)
        if text[at : at + 1] == "s" and at + 1 < len(text):
            piece = _PIECE.format(mark=re.escape(text[at + 1]))
            found = re.compile(rf"s(.){piece}\1(?P<text>{piece})\1", re.DOTALL).match(text, at)
        else:
            found = _LINES.match(text, at)
        if found is None:
            return
        yield _written(script, *found.span("text"), is_lines=found.re is _LINES)
        flags = _FLAGS.match(text, found.end())
        at = flags.end() if flags is not None else found.end()


def _written(script: Word, start: int, end: int, is_lines: bool) -> Word:
    """The text that is written, with the place of each character."""
    starts, ends = script.places()
    word = Word(starts[start] if start < end else script.start)
    word.quoted = True
    word.starts, word.ends = offsets(), offsets()
    letters: list[str] = []
    at = start
    while at < end:
        escape = _ESCAPE.match(script.text, at, end)
        after = at + 1 if escape is None else escape.end()
        letter = script.text[at]
        if escape is not None and (escape[1] or not is_lines):
            sign = escape[1] or UNKNOWN_PART
            letter = UNKNOWN_PART if sign.isdigit() else _SIGNS.get(sign, sign)
        letters.append(letter)
        word.starts.append(starts[at])
        word.ends.append(ends[after - 1])
        at = after
    word.text = "".join(letters)
    word.end = word.ends[-1] if word.ends else word.start
    return word
