"""What can be wrong with a command line of ATC: slips of writing, faults of a file, refusals."""

from __future__ import annotations

from enum import Enum

from cannlint.jobs.atc.getopt import MISSING, POSITIONAL, SHORT
from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import Setting
    from cannlint.text.source import Source
    from cannlint.text.span import Span

HELP, SWALLOWED, BROKEN, LOST, QUOTES, SPACED, CUT = (
    "help",
    "swallowed",
    "broken",
    "lost",
    "quotes",
    "spaced",
    "cut",
)
"""Slips besides those that are named as in getopt.py: only the usage is printed; a flag became a
value; a blank after the backslash; a line that the command does not reach; full-width quotes;
blanks around `=`; a semicolon without quotes."""

WIDE_DASHES = "—–－‐‑−"
"""Characters that look like the dash of a flag."""


class Slip:
    """A part of a command line that sets nothing, or something else than it seems to.

    `setting` is the one that it has become part of; `blamed` the name in ATC's own message where
    that is another; `blanks` what has to go for a backslash to end its line; `loose` tells that
    the value beside a blank and a `=` is a word that belongs to no flag.
    """

    __slots__ = ("blamed", "blanks", "kind", "loose", "setting", "span", "text")

    def __init__(self, kind: str, span: Span, text: str, setting: Setting | None = None) -> None:
        self.kind = kind
        self.span = span
        self.text = text
        self.setting = setting
        self.blamed: str | None = None
        self.blanks: Span | None = None
        self.loose = False

    @property
    def has_wide_dash(self) -> bool:
        """Whether it is a word that is not a flag because it begins with a full-width dash."""
        return self.kind == POSITIONAL and self.text.startswith(tuple(WIDE_DASHES))

    @property
    def is_refused(self) -> bool:
        """Whether ATC stops at it: an unexpected argument, or a flag without a value."""
        if self.kind == SPACED:
            return self.loose
        return self.kind in (SHORT, MISSING, POSITIONAL, BROKEN)


NOT_JSON, NO_OBJECT, NO_OPTIONS, UNKNOWN_LEVEL, NO_TEXT, EMPTY_KEY = (
    "not JSON",
    "no object",
    "no compile options",
    "unknown level",
    "no text",
    "empty key",
)
"""What ATC refuses in the file, with E10032."""


class RawFault:
    """A place in the file that ATC refuses: `reason` is one of the above."""

    __slots__ = ("reason", "source", "span", "text")

    def __init__(self, reason: str, source: Source, span: Span, text: str = "") -> None:
        self.reason = reason
        self.source = source
        self.span = span
        self.text = text


class Check(Enum):
    """The checks of ATC's front end, by what each looks at."""

    UNKNOWN = Phrase("unknown")
    WORD = Phrase("word")
    VALUE = Phrase("value")
    TWICE = Phrase("precision modes")
    NO_MIXED_MODE = Phrase("mixlist")
    DETERMINISTIC = Phrase("deterministic")
    COMPANION = Phrase("companion")
    COMPRESS = Phrase("compress")
    LACKING = Phrase("lacking")
    PATH = Phrase("path")
    SHAPE = Phrase("shape")
    GEARS = Phrase("gears")
    AIPP = Phrase("aipp")
    FORMAT = Phrase("input format")
    SINGLE_OP = Phrase("single op")
    OM2 = Phrase("om2")
    ONLY_OM = Phrase("only om")
    NANO = Phrase("nano soc")
    NANO_INFO = Phrase("nano info")
    TO_JSON = Phrase("to json")
    TEXT_ONLY = Phrase("text only")
    RAW_FILE = Phrase("raw file")
    RAW_REQUIRED = Phrase("raw required")


class Refusal:
    """One reason to refuse a line, by the check that finds it.

    `code` is what ATC stops with, None where it has none; `settings` are those that it is about,
    `option` the flag that ATC asks for. `slip` and `fault` are the place where it is no setting.
    """

    __slots__ = ("check", "code", "fault", "option", "settings", "slip")

    def __init__(
        self, check: Check, code: str | None, *settings: Setting | None, option: str = ""
    ) -> None:
        self.check = check
        self.code = code
        self.settings = tuple(setting for setting in settings if setting is not None)
        self.option = option
        self.slip: Slip | None = None
        self.fault: RawFault | None = None
