"""A compile job of ATC: its settings, what else is on its line, and what can be wrong with that."""

from __future__ import annotations

from enum import Enum

from cannlint.jobs.atc.getopt import MISSING, POSITIONAL, SHORT, meant_flags
from cannlint.jobs.model import Job
from cannlint.jobs.values import is_refused_flag
from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
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
    TOGETHER = Phrase("together")
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


CHECKED_IN_THE_FILE = ("static_model_ops_lower_limit",)
"""Options that are checked while --raw_ge_options is read; as flags they are checked later."""


class AtcJob(Job):
    """One command line of ATC.

    `folder` is where its relative paths begin when it is a line for this machine, now; None for
    one in a script, whose files live elsewhere. `lost` are the settings on lines that the shell
    does not count as part of the command, `raw_faults` what is wrong with the file of
    --raw_ge_options; `refusals` keeps those of refusals.py once they have been looked for.
    `before_help` are the settings before a flag that makes ATC print its usage, and `usage` is that
    flag: what stands before it counts in a release that stops there.
    """

    __slots__ = (
        "before_help",
        "folder",
        "lost",
        "raw_faults",
        "refusals",
        "slips",
        "usage",
    )

    def __init__(
        self, front_end: FrontEnd, source: Source, span: Span, settings: list[Setting]
    ) -> None:
        super().__init__(front_end, source, span, settings)
        self.slips: list[Slip] = []
        self.lost: list[Setting] = []
        self.raw_faults: list[RawFault] = []
        self.folder: str | None = None
        self.refusals: list[Refusal] | None = None
        self.before_help: list[Setting] = []
        self.usage: Slip | None = None

    @property
    def every_setting(self) -> Sequence[Setting]:
        """The settings, and those that count in another release only."""
        return (*self.settings, *self.before_help)

    def spec_among(self, setting: Setting, known: Mapping[str, OptionSpec]) -> OptionSpec | None:
        """What a release knows of a flag or of its abbreviation; keys of the file stay as read."""
        if setting.via is not None:
            return setting.spec
        meant = meant_flags(setting.key, known)
        return known[meant[0]] if len(meant) == 1 else None

    def read_again(self) -> None:
        """Forget what was looked up, and which of the settings ATC refuses."""
        super().read_again()
        self.refusals = None
        if self.usage is not None and self.before_help:
            is_refused = any(map(is_refused_flag, self.before_help))
            self.settings = self.before_help if is_refused else []
            self.slips = [] if is_refused else [self.usage]

    def get(self, option: str) -> Setting | None:
        """The setting that counts: the command line's before those of --raw_ge_options."""
        found = self._index().get(option)
        if not found:
            return None
        if len(found) == 1:
            return found[0]
        written = [setting for setting in found if setting.via is None]
        if not written:
            return found[-1]
        spec = written[0].spec
        return written[0] if spec is not None and spec.first_wins else written[-1]

    def raw_settings(self) -> list[Setting]:
        """The settings of --raw_ge_options that count: one for each key, in the order of keys."""
        last = {setting.key: setting for setting in self.settings if setting.via is not None}
        return [last[key] for key in sorted(last)]

    def is_out_of_reach(self, option: str) -> bool:
        """Whether an option is written in a place from which it does not reach ATC."""
        meant = (
            slip.text.lstrip("-" + WIDE_DASHES).partition("=")[0]
            for slip in self.slips
            if slip.kind == SWALLOWED or slip.has_wide_dash
        )
        return any(setting.option == option for setting in self.lost) or any(
            meant_flags(name.replace("-", "_")) == [option] for name in meant
        )

    @property
    def mode(self) -> str | None:
        """The value of --mode, `0` where it is not set; None when it is not known."""
        setting = self.get("mode")
        return setting.value if setting is not None else "0"

    @property
    def is_single_op(self) -> bool:
        """Whether the job certainly compiles single operators instead of a model."""
        return bool(self.value("singleop"))

    @property
    def may_be_single_op(self) -> bool:
        """Whether it does, or may: the value of --singleop is not known."""
        setting = self.get("singleop")
        return setting is not None and setting.value != ""

    @property
    def makes_model(self) -> bool:
        """Whether the front end certainly goes through the checks of a model's conversion."""
        return self.mode in ("0", "3", "7", "30") and not self.may_be_single_op

    @property
    def compiles(self) -> bool:
        """Whether a model or single operators are compiled."""
        return self.makes_model or self.may_be_single_op

    def reads(self, setting: Setting) -> bool:
        """Whether ATC reads the value: another setting of the flag, or the mode, may prevent it."""
        spec = setting.spec
        if setting.via is not None and setting not in self.raw_settings():
            return False
        if spec is None or spec.stage == "parse":
            return True
        if setting.via is not None and setting.option in CHECKED_IN_THE_FILE:
            return True
        if self.get(setting.option) is not setting:
            return False
        if self.makes_model or spec.every_mode:
            return True
        return self.is_single_op and spec.single_op == "checked"
