"""`cannlint/log/1`: CANN's messages in a log, and their causes."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.cann.error_codes import ERROR_CODE
from cannlint.diagnostics import Severity
from cannlint.explain.log import ARGUMENTS
from cannlint.json_types import ADDED, Count, FromOne, Keywords, RuleCode
from cannlint.results.library import LibraryEntry
from cannlint.results.parts import Range, Tool


class RuleOfCode(TypedDict):
    """A rule that looks for the causes of an error code of CANN."""

    code: RuleCode
    name: str
    summary: str


class _ErrorCode(TypedDict):
    code: str
    meaning: str | None
    """Null if it is not known."""
    component: str | None
    """Who reports the code; null if it is not known."""
    rules: list[RuleOfCode]


class ErrorCode(_ErrorCode, total=False):
    """An error code of CANN: also what `cannlint rule CODE --format json` prints."""

    advice: str | None
    """What to do; null if that depends on what the message names."""


class LogArgument(TypedDict):
    """An argument in a message."""

    name: Annotated[str, ARGUMENTS]
    value: str


class LogCause(TypedDict):
    """A finding that is the cause of a message."""

    rule: RuleCode
    name: str
    severity: Annotated[str, Severity]
    """`info` for what only some releases refuse, where none is chosen: `releases` names them."""
    releases: Annotated[list[str] | None, ADDED]
    message: str
    help: str | None
    file: str
    range: Range
    matched: list[str]
    """The names of the arguments that agree; empty if only the code does."""


class LogOperator(TypedDict):
    """What an operator takes on a SoC."""

    operator: str
    soc: str
    entries: list[LibraryEntry]
    """Its entries in the library; empty if the SoC does not have it."""


class _LogMessage(TypedDict):
    code: Annotated[str, Keywords(pattern=f"^(?:{ERROR_CODE.pattern})$")]
    line: FromOne
    """The line of the log where the message is first."""
    count: FromOne
    """How often the log has the message."""
    text: str
    """The message without its code, process, time and title; at most 2,000 characters."""
    arguments: list[LogArgument]
    """What the message names, in its order."""
    causes: list[LogCause]
    """The findings that agree with the most arguments."""


class LogMessage(_LogMessage, total=False):
    """A message of CANN in a log."""

    supported: list[LogOperator]
    """Of a message that an operator is not supported: what it takes, for each SoC of the jobs."""


class LogSummary(TypedDict):
    """The numbers of different messages."""

    errors: Count
    """Those that are errors."""
    explained: Count
    """Those that have causes."""


class LogReport(TypedDict):
    """What `cannlint rule --log FILE --format json` prints.

    CANN's messages in a log, and their causes in the current folder.
    """

    schema: Literal["cannlint/log/1"]
    tool: Tool
    log: str
    """The path of the log, as it was given; `-` is standard input."""
    messages: list[LogMessage]
    """Different messages, by the line where they occur first."""
    omitted: Count
    """The number of messages that were not kept, because there are too many different ones."""
    codes: list[ErrorCode]
    """What the codes of the messages mean, sorted."""
    summary: LogSummary
    complaints: list[str]
    """What could not be checked in the folder."""
    complete: bool
    """Whether the whole folder could be checked."""
