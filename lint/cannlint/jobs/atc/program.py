"""Which word of a shell command names ATC, if it runs it."""

from __future__ import annotations

import re

from cannlint.jobs.atc.faults import WIDE_DASHES
from cannlint.jobs.shell.runners import innermost
from cannlint.jobs.shell.word import UNKNOWN_PART, Word

_ATC = re.compile(r"(?:.*/)?(?:py)?atc(?:\.bin)?")
_ATC_VARIABLE = re.compile(r'"?\$\{?(?:\w+_)?ATC(?:_BIN|_CMD|_TOOL|_EXE)?\}?"?', re.ASCII)
_MODULE = ["-m", "ge.pyatc"]
_PYTHON = re.compile(r"(?:.*/)?python[\d.]*")


def atc_words(text: str, words: list[Word]) -> list[Word]:
    """The words from the one on that names ATC, where a command runs it with an option."""
    run = innermost(words)
    if [word.text for word in run[1:3]] == _MODULE and _PYTHON.fullmatch(run[0].text):
        run = run[2:]
    elif not run or not _is_atc(text, run[0]):
        return []
    return run if any(_may_be_option(word.text) for word in run[1:]) else []


def _may_be_option(word: str) -> bool:
    """Whether a word begins like a flag, or was meant as one and has a full-width dash."""
    return word[:1] in ("-", UNKNOWN_PART) or (word.startswith(tuple(WIDE_DASHES)) and "=" in word)


def is_lone_name(words: list[Word]) -> bool:
    """Whether a command is the name of the program with nothing behind it."""
    run = innermost(words)
    return len(run) == 1 and names_atc(run[0].text)


def names_atc(word: str) -> bool:
    """Whether a word names the program."""
    return _ATC.fullmatch(word) is not None


def _is_atc(text: str, word: Word) -> bool:
    if names_atc(word.text.rpartition(UNKNOWN_PART)[2]):
        return True
    return word.text == UNKNOWN_PART and bool(_ATC_VARIABLE.fullmatch(text[word.start : word.end]))


def is_second_command(words: list[Word], at: int) -> bool:
    """Whether an argument is a second command that follows without a mark between."""
    follows = words[at + 1].text if at + 1 < len(words) else ""
    return words[at].text == "atc" and follows.startswith("--")
