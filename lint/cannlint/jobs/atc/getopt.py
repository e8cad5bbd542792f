"""How ATC splits its command line into flags and values (manual/atc.md#words-of-the-command-line).

GNU getopt_long over words that ATC has rewritten before: `-soc-version=x` is `--soc_version=x`.
"""

from __future__ import annotations

import re

from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.shell.word import UNKNOWN_PART, Word
from cannlint.jobs.tables import options_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from cannlint.text.span import Span

SET, UNKNOWN, SHORT, MISSING, POSITIONAL, OPEN = (
    "set",
    "unknown",
    "short",
    "missing",
    "positional",
    "open",
)
"""The kinds of words; the text of an `open` one is known only when the script runs."""

_SINGLE_DASH = re.compile(r"-(?=[A-Za-z]{2})")
_LONG_FLAG = re.compile(r"--(?=[A-Za-z]{2})")
_KEPT = 4
"""Characters at the beginning of a flag in which dashes stay: two dashes and two letters."""


class Argument:
    """A word of the line after it has been rewritten."""

    __slots__ = ("shift", "text", "word")

    def __init__(self, word: Word) -> None:
        text = word.text
        self.word = word
        self.shift = 1 if _SINGLE_DASH.match(text) else 0
        self.text = _with_underscores("-" + text if self.shift else text)

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place of text[start:end] in the file."""
        last = len(self.text) if end is None else end
        return self.word.span(max(start - self.shift, 0), max(last - self.shift, 0))

    def choices(self, start: int) -> list[tuple[str, Span]]:
        """The texts that text[start:] may be, where one part of it is unknown."""
        value = self.text[start:]
        if self.word.choices is None or value.count(UNKNOWN_PART) != 1:
            return []
        at = value.index(UNKNOWN_PART) + start - self.shift
        found = self.word.choices.get(at, ())
        return [(value.replace(UNKNOWN_PART, word.text), word.span()) for word in found]


def _with_underscores(text: str) -> str:
    if not _LONG_FLAG.match(text):
        return text
    name = text[_KEPT:].partition("=")[0]
    return text[:_KEPT] + name.replace("-", "_") + text[_KEPT + len(name) :]


class Event:
    """What ATC makes of a word and, where it takes one, of the word with its value.

    `name` is what is written for the flag, without dashes, `flag` the flag that it means, None
    where it means none. `value` is None where there is none, or where it is not known (`known`
    false); `takes_word` tells that it is the next word. `blamed` is the name in ATC's own message,
    where that is not the flag's. `choices` are texts that an unknown value may be, and their
    places; nothing of a value is known where it `may_be_empty`.
    """

    __slots__ = (
        "argument",
        "blamed",
        "choices",
        "flag",
        "kind",
        "known",
        "may_be_empty",
        "name",
        "takes_word",
        "value",
        "value_span",
    )

    def __init__(self, kind: str, argument: Argument, name: str = "") -> None:
        self.kind = kind
        self.argument = argument
        self.name = name
        self.flag: str | None = None
        self.value: str | None = None
        self.known = True
        self.may_be_empty = False
        self.value_span: Span | None = None
        self.blamed: str | None = None
        self.takes_word = False
        self.choices: list[tuple[str, Span]] = []

    @property
    def key_span(self) -> Span:
        """The place of the flag's name, without its dashes."""
        text = self.argument.text
        start = len(text) - len(text.lstrip("-"))
        return self.argument.span(start, start + len(self.name))


_HELP, _SHORT_HELP = "help", "h"


def meant_flags(name: str, known: Collection[str] | None = None) -> list[str]:
    """The flags that a name can stand for: itself, or those that it abbreviates.

    `known` are the flags of a release, instead of those of the newest.
    """
    flags = options_of(FrontEnd.ATC) if known is None else known
    if name in flags or name == _SHORT_HELP:
        return [_HELP if name == _SHORT_HELP else name]
    return sorted(flag for flag in flags if flag.startswith(name))


def events_of(words: Sequence[Word]) -> Iterator[Event]:
    """What ATC makes of the words after its own name, in their order.

    ATC stops at the first that it refuses; the reading goes on as if that word had been meant
    for a flag, so that the other faults of the line are found, too.
    """
    arguments = [Argument(word) for word in words]
    loose: Argument | None = None
    at = 0
    while at < len(arguments):
        argument = arguments[at]
        text = argument.text
        if text == "--":
            yield from map(_loose, arguments[at + 1 :])
            return
        if text.startswith(UNKNOWN_PART) or _flag_part(text).count(UNKNOWN_PART):
            yield Event(OPEN, argument)
        elif text.startswith("--"):
            event, count = _long(argument, arguments[at + 1 : at + 2])
            yield event
            at += count
        elif text.startswith("-") and len(text) > 1:
            yield _short(argument, loose or (arguments[at - 1] if at else None))
        else:
            loose = argument
            yield Event(POSITIONAL, argument, text)
        at += 1


def _loose(argument: Argument) -> Event:
    """A word behind `--`, which is never a flag."""
    return Event(OPEN if UNKNOWN_PART in argument.text else POSITIONAL, argument, argument.text)


def _flag_part(text: str) -> str:
    return text.partition("=")[0] if text.startswith("-") else ""


def _long(argument: Argument, following: list[Argument]) -> tuple[Event, int]:
    """A long flag, and how many of the following words it takes."""
    name, equals, _ = argument.text[2:].partition("=")
    meant = meant_flags(name)
    event = Event(SET if len(meant) == 1 else UNKNOWN, argument, name)
    if equals:
        start = 2 + len(name) + 1
        _give(event, argument, start)
    if len(meant) != 1:
        if name.startswith("-"):
            event.kind, event.blamed = SHORT, name.lstrip("-")
        return _unknown(event, following)
    event.flag = meant[0]
    if equals:
        return event, 0
    if options_of(FrontEnd.ATC)[event.flag].type == "bool":
        event.value = ""
        return event, 0
    if not following:
        event.kind = MISSING
        return event, 0
    _give(event, following[0], 0)
    return event, 1


def _unknown(event: Event, following: list[Argument]) -> tuple[Event, int]:
    """A flag that ATC does not know; the next word is its value unless it begins with a dash."""
    if event.value_span is not None or not following or following[0].text.startswith("-"):
        return event, 0
    _give(event, following[0], 0)
    return event, 1


def _give(event: Event, argument: Argument, start: int) -> None:
    value = argument.text[start:]
    event.known = UNKNOWN_PART not in value
    event.value = value if event.known else None
    event.may_be_empty = not event.known and not value.strip(UNKNOWN_PART)
    event.value_span = argument.span(start)
    event.takes_word = argument is not event.argument
    event.choices = [] if event.known else argument.choices(start)


def _short(argument: Argument, before: Argument | None) -> Event:
    """A word with one dash: one that begins with `-h` asks for help, ATC knows no other.

    Its message names the word before when the unknown letter is not the last of its word; words
    that belong to no flag have been moved there.
    """
    event = Event(SHORT, argument)
    if argument.text[1] == "h":
        event.kind, event.flag, event.value = SET, "help", ""
        return event
    if len(argument.text) > 2:
        event.blamed = before.text.lstrip("-").partition("=")[0] if before else "atc"
    return event
