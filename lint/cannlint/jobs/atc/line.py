"""Which word of a command names ATC, and the compile job from the words behind it."""

from __future__ import annotations

import re

from cannlint.formats.scripts import names_tuner
from cannlint.jobs.atc.getopt import MISSING, OPEN, POSITIONAL, SET, SHORT, Event, events_of
from cannlint.jobs.atc.job import HELP, SPACED, SWALLOWED, WIDE_DASHES, AtcJob, Slip
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.runners import innermost
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, choices_of
from cannlint.jobs.tables import options_of
from cannlint.jobs.values import is_refused_flag
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.shell.word import Word
    from cannlint.text.source import Source


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


def names_program(word: str) -> bool:
    """Whether a word names the program, or another one with its flags."""
    return names_atc(word) or names_tuner(word)


def _is_atc(text: str, word: Word) -> bool:
    if names_atc(word.text.rpartition(UNKNOWN_PART)[2]):
        return True
    if any(names_atc(choice.text) for choice in choices_of(word)):
        return True
    return word.text == UNKNOWN_PART and bool(_ATC_VARIABLE.fullmatch(text[word.start : word.end]))


def is_second_command(words: list[Word], at: int) -> bool:
    """Whether an argument is a second command that follows without a mark between."""
    follows = words[at + 1].text if at + 1 < len(words) else ""
    return words[at].text == "atc" and follows.startswith("--")


MOST_WRONG = 5_000
"""Words of a command line that are not an option of ATC; more of them are not read."""


def read_line(source: Source, command: Word, words: Sequence[Word]) -> AtcJob:
    """The job of a command line: `command` is the word that names ATC, `words` follow it.

    What follows after MOST_WRONG words that are no option is left out.
    """
    wrong = 0
    job = AtcJob(FrontEnd.ATC, source, command.span(), [])
    for event in events_of(words):
        if event.flag == "help" and event.kind == SET and asks_for_help(event):
            if not _is_refused(job):
                return _printing_help(job, event, alone=len(words) == 1)
            continue
        _take(job, event)
        if event.kind == OPEN and event.argument.word.added:
            job.may_add += read_line(source, command, event.argument.word.added).settings
        wrong += event.kind != OPEN and event.flag is None
        if wrong > MOST_WRONG:
            job.complete = False
            break
    return job


def asks_for_help(event: Event) -> bool:
    """Whether ATC prints its usage and ends here."""
    spec = options_of(FrontEnd.ATC)["help"]
    return event.value is not None and event.value.lower() in ("", *spec.values[:5])


def _printing_help(job: AtcJob, event: Event, alone: bool) -> AtcJob:
    """A line that only prints the usage sets nothing: ATC reads no other option.

    Whoever writes nothing else on the line wants the usage.
    """
    job.before_help, job.settings = job.settings, []
    job.slips.clear()
    if not alone or event.argument.text[1:] not in ("h", "-h", "-help"):
        job.usage = Slip(HELP, event.argument.span(), event.argument.text)
        job.slips.append(job.usage)
    job.complete = False
    return job


def _is_refused(job: AtcJob) -> bool:
    """Whether ATC has stopped before it has read the whole line."""
    if any(slip.kind == SHORT for slip in job.slips):
        return True
    return any(map(is_refused_flag, job.settings))


def _take(job: AtcJob, event: Event) -> None:
    if event.kind == OPEN:
        job.complete = False
    elif event.kind == POSITIONAL and _is_spaced(job, event):
        pass
    elif event.kind in (POSITIONAL, SHORT, MISSING):
        slip = Slip(event.kind, event.argument.span(), event.argument.text)
        slip.blamed = event.blamed
        job.slips.append(slip)
    else:
        setting = _setting(job.source, event)
        job.settings.append(setting)
        if setting.spec is not None and _is_flag(event):
            job.slips.append(Slip(SWALLOWED, setting.value_span, event.value or "", setting))
        elif event.takes_word and event.value is not None and event.value.startswith("="):
            job.slips.append(Slip(SPACED, setting.value_span, event.value, setting))


def _is_spaced(job: AtcJob, event: Event) -> bool:
    """Whether a word was meant as the value of the flag before it: `--flag = x`, `--flag= x`."""
    before = job.settings[-1] if job.settings else None
    if before is None or not event.name:
        return False
    gap = job.source.text[before.span.end : event.argument.word.start]
    ends_with_sign = job.source.text[before.span.end - 1] == "="
    if gap.strip(" \t") or not ends_with_sign:
        return False
    if before.value == "" and before.value_span.start == before.value_span.end:
        job.slips.append(Slip(SPACED, event.argument.span(), event.name, before))
    elif not job.slips or job.slips[-1].setting is not before:  # the value of `--flag==` is "="
        return False
    job.slips[-1].loose = True
    return True


def _setting(source: Source, event: Event) -> Setting:
    spec = options_of(FrontEnd.ATC)[event.flag] if event.flag is not None else None
    whole, key = event.argument.span(), event.key_span
    value = event.value_span or Span(whole.end, whole.end)
    span = Span(whole.start, max(whole.end, value.end))
    setting = Setting(event.name, event.value, source, span, key, value, spec)
    setting.choices = tuple((text, place, None) for text, place in event.choices)
    is_text = bool(event.choices) and all(text for text, _ in event.choices)
    setting.may_be_empty = event.may_be_empty and not is_text
    return setting


def _is_flag(event: Event) -> bool:
    """Whether the value is a separate word that was meant as a flag."""
    value = event.value
    if value is None or not value.startswith("--") or not event.takes_word:
        return False
    from cannlint.jobs.atc.getopt import meant_flags

    name = value[2:].partition("=")[0]
    return len(name) > 1 and len(meant_flags(name)) == 1
