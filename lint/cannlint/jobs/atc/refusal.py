"""One reason to refuse a command line of ATC, and the names of the checks that find one."""

from __future__ import annotations

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.atc.job import Slip
    from cannlint.jobs.atc.raw import RawFault
    from cannlint.jobs.model import Setting

(UNKNOWN, WORD, VALUE, TWICE, NO_MIXED_MODE, APART, COMPANION, COMPRESS, LACKING, PATH, SHAPE) = (
    Phrase("unknown"),
    Phrase("word"),
    Phrase("value"),
    Phrase("precision modes"),
    Phrase("mixlist"),
    Phrase("deterministic"),
    Phrase("companion"),
    Phrase("compress"),
    Phrase("lacking"),
    Phrase("path"),
    Phrase("shape"),
)
GEARS, AIPP, FORMAT, SINGLE_OP, OM2, ONLY_OM, NANO, NANO_INFO, TO_JSON, TEXT_ONLY = (
    Phrase("gears"),
    Phrase("aipp"),
    Phrase("input format"),
    Phrase("single op"),
    Phrase("om2"),
    Phrase("only om"),
    Phrase("nano soc"),
    Phrase("nano info"),
    Phrase("to json"),
    Phrase("text only"),
)
RAW_FILE, RAW_REQUIRED = Phrase("raw file"), Phrase("raw required")
"""The names of the checks."""


class Refusal:
    """One reason to refuse a line, by the check that finds it.

    `code` is what ATC stops with, None where it has none; `settings` are those that it is about,
    `option` the flag that ATC asks for. `slip` and `fault` are the place where it is no setting.
    """

    __slots__ = ("check", "code", "fault", "option", "settings", "slip")

    def __init__(
        self, check: Phrase, code: str | None, *settings: Setting | None, option: str = ""
    ) -> None:
        self.check = check
        self.code = code
        self.settings = tuple(setting for setting in settings if setting is not None)
        self.option = option
        self.slip: Slip | None = None
        self.fault: RawFault | None = None
