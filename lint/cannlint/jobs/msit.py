"""The flags of `msit convert atc` and `msit convert aoe`, as Python's argparse takes them; of aoe.

A flag may be shortened as long as it is clear, the last one counts, and values are handed to the
program unseen. What that program says is lost: msit reports a success whatever happened.

`aoe` and `omg`, the name of ATC in 2019, take the same flags. What else they take, and what they
refuse, is not known: only the files that they name are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cannlint.formats.scripts import TUNERS
from cannlint.jobs.misuse import MISSING, PATH, STRAY, VALUELESS, Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.runners import innermost
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, part_of
from cannlint.jobs.tables import options_of, table_of
from cannlint.text.source import Source
from cannlint.text.span import Span

_PROGRAM = "msit"
_HELP = ("-h", "--help")
_RAISED = "exit status 2"
_NO_PATH = re.compile(r"[^_A-Za-z0-9/.-]")
"""A character that msit has in no path that it opens."""


def jobs_of_msit(source: Source, words: Sequence[Word]) -> Iterator[Job]:
    """The job of `msit convert PROGRAM ...`; none of another command."""
    texts = [word.text for word in words]
    at = texts.index(_PROGRAM) if _PROGRAM in texts else len(texts)
    call = " ".join(texts[at : at + 3])
    flags = words[at + 3 :]
    if call not in table_of(FrontEnd.MSIT).functions or not flags:
        return
    if any(word.text in _HELP for word in flags):
        return
    reader = _Reader(source, Span(words[at].start, words[at + 2].end), call)
    reader.read(flags)
    yield reader.job


def job_of_tuner(source: Source, words: list[Word]) -> Job | None:
    """The job of a command line of aoe or omg, with the flags that are known; None of another."""
    run = innermost(words)
    name = run[0].text.rpartition("/")[2] if run else ""
    if name not in TUNERS:
        return None
    call = f"{_PROGRAM} convert {TUNERS[name]}"
    reader = _Reader(source, Span(run[0].start, run[0].end), call)
    reader.read(run[1:])
    job = reader.job
    job.complete = False
    job.misuses.clear()
    job.settings = [setting for setting in job.settings if setting.spec is not None]
    for setting in job.settings:
        setting.via = None
    return job


class _Reader:
    """Reads the words of one command line."""

    def __init__(self, source: Source, span: Span, call: str) -> None:
        self.source = source
        self.call = call
        self.job = Job(FrontEnd.MSIT, source, span, [])
        known = options_of(FrontEnd.MSIT)
        self.known = {key: spec for key, spec in known.items() if call in spec.via}

    def read(self, words: Sequence[Word]) -> None:
        """Add what the words set, and what argparse stops at."""
        at = 0
        while at < len(words):
            at += self._word(words[at], words[at + 1] if at + 1 < len(words) else None)
        needed = table_of(FrontEnd.MSIT).functions[self.call]["parameters"]
        lacking = [one for one in needed if self.job.lacks(one)]
        if lacking:
            names = tuple(f"`--{one}`" for one in lacking)
            self._misuse(MISSING, self.job.span, needed=names)

    def _word(self, word: Word, following: Word | None) -> int:
        """Read a word and its value; the number of words that are read."""
        name, equals, value = word.text.partition("=")
        if UNKNOWN_PART in name or name == "--":
            self.job.complete = False
            return 1
        flag = self._meant(name)
        if flag is None and not name.startswith("-"):
            self._misuse(STRAY, word.span())
            return 1
        if equals:
            place = part_of(word, len(word.text) - len(value), len(word.text)).span()
            self._set(word, name, flag, value, place if value else word.span())
            return 1
        if following is None or following.text.startswith("-"):
            if flag is not None:
                self._misuse(VALUELESS, word.span(), argument=name)
            else:
                self._set(word, name, flag, None, word.span())
            return 1
        self._set(word, name, flag, following.text, following.span())
        return 2

    def _meant(self, name: str) -> str | None:
        """The flag that a word is, or is the clear beginning of."""
        short = table_of(FrontEnd.MSIT).names.get(f"{self.call} {name}")
        if short is not None:
            return short
        bare = name[2:] if name.startswith("--") else ""
        if bare in self.known or not bare:
            return bare or None
        meant = [key for key in self.known if key.startswith(bare)]
        return meant[0] if len(meant) == 1 else None

    def _set(self, word: Word, name: str, flag: str | None, value: str | None, place: Span) -> None:
        known = value if value is None or UNKNOWN_PART not in value else None
        spec = self.known.get(flag) if flag is not None else None
        start = 2 if len(name) - len(name.lstrip("-")) == 2 else 0
        key = part_of(word, start, len(name)).span()
        whole = Span(word.span().start, max(word.span().end, place.end))
        setting = Setting(flag or name[start:], known, self.source, whole, key, place, spec)
        setting.via = self.call
        if value != "":
            self.job.settings.append(setting)
        if spec is not None and spec.path and known is not None and _NO_PATH.search(known):
            fault = Misuse(PATH, self.call, self.source, place, "ValueError", argument=name)
            self.job.misuses.append(fault)

    def _misuse(self, kind: str, span: Span, **values: object) -> None:
        found = Misuse(kind, self.call, self.source, span, _RAISED, **values)
        self.job.misuses.append(found)
