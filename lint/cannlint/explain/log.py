"""Read CANN's messages from a log: of ATC, of a program on a front end, or a plog file.

A log is read as a stream of lines, whose memory does not grow with its size. All releases print a
message behind its code, with or without a process, a time and a title between them:

    E10001: Value [fp32] for parameter [--precision_mode] is invalid. Reason: ...
    E20003: [PID: 8412] 2025-05-27-06:52:12.455.807 (Config_Error): Configuration file ...
    EZ9999[PID: 62938] 2025-05-27-06:52:12.455.807 (EZ9999):  The k-axis ...
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from cannlint.cann.error_codes import ERROR_CODE, meaning_of

Argument = tuple[str, str]
"""The name of an argument, one of ARGUMENTS, and its value."""


_PARAMETER = r"(?P<parameter>\[[^\]]*\]|\S+?(?: / \S+?)?)"
_FORMS = tuple(
    map(
        re.compile,
        (
            rf"Value (?:(?P<value>\[.*?\]|.*?) )?(?:for|of) (?:parameter |environment variable |"
            rf"shape )?{_PARAMETER}(?: for Op (?P<operator>\S+))? (?:is|exceeds|or)\b",
            rf"(?:The required parameter|Parameter) {_PARAMETER} ",
            rf"Path for parameter {_PARAMETER} ",
            r"(?P<parameter>(?:\[?--)\S+) is required",
            r"(?:Cannot configure both parameters )?(?P<parameter>(?:\[?--|\[?ge\.)\S+) and "
            r"(?P<parameter_2>\S+) ",
            r"(?:Failed to (?:open|read|write|parse) |Parse json |Input )?"
            r"(?:[Cc]onfiguration |[Mm]odel )?(?:[Ff]ile|[Pp]ath|Directory) "
            rf"(?P<file>\[.*?\]|\S+?)(?: (?:for parameter|specified by) {_PARAMETER})?[.,]?(?: |$)",
            rf"Opname (?P<operator>\S+) specified in {_PARAMETER} ",
            rf"Failed to find node (?P<operator>\S+) specified by {_PARAMETER}\.?(?: |$)",
            r"Optype (?P<type>\S+) of Ops kernel \S+ is unsupported",
            r"No ONNX parser is registered for optype (?P<type>\S+)",
            r"(?:No .{0,60}? for (?:Op:?)?|IR for Op|Input Op|Op(?:erator)?) ?"
            r"(?P<operator>[^\s,]+),?(?: (?:with )?optype:? (?P<type>[^\s,]+))?",
        ),
    )
)
_REASON = "Reason: "
_SECOND = "_2"

ARGUMENTS = (
    *dict.fromkeys(name.removesuffix(_SECOND) for form in _FORMS for name in form.groupindex),
    "reason",
)
"""The names that an argument may have."""


def arguments_of(text: str) -> tuple[Argument, ...]:
    """The arguments in a text, in its order; a name may occur twice (two parameters)."""
    return tuple(_arguments(text))


def _arguments(text: str) -> Iterator[Argument]:
    said, found, reason = text.partition(_REASON)
    for form in _FORMS:
        match = form.match(said)
        if match is not None:
            for name, value in match.groupdict().items():
                if value is not None and (bare := _bare(value)):
                    yield name.removesuffix(_SECOND), bare
            break
    if found and (bare := _bare(reason)):
        yield "reason", bare


def _bare(value: str) -> str:
    """A value without brackets around it and without a full stop behind it."""
    value = value.strip().rstrip(".,")
    if value.count("]") > value.count("["):
        value = value.removesuffix("]")
    elif value.count("[") > value.count("]"):
        value = value.removeprefix("[")
    if value.startswith("[") and value.endswith("]") and "[" not in value[1:]:
        value = value[1:-1].strip()
    return value


MOST_MESSAGES = 200
"""Different messages that are kept of one log; further ones are counted."""

MOST_OF_A_CODE = 50
"""Different messages that are kept of one code: internal errors differ by device and time."""

_LONGEST_LINE = 1 << 16
"""A longer line (in bytes) is read in parts of this length."""

_LONGEST_TEXT = 2_000
"""The number of characters that are kept of a message."""

_HINT = re.compile(rb"[EW][0-9A-Z][0-9]{4}")
_CODE = re.compile(rf"(?<![0-9A-Za-z_./-])({ERROR_CODE.pattern})(?![0-9A-Za-z_])")
_MARK = re.compile(r"\s*[:：\[\](]")
"""What follows the code of a message; without it, a code may be a word of another kind."""

_PREFIX = re.compile(
    r"[\])]*[:：]?\s*(?:\[PID: ?[0-9]{1,10}\]\s*)?(?:[0-9]{4}-[0-9:.-]{10,30}\s*)?"
    r"(?:\([^()]{0,80}\)[:：])?\s*"
)
_PLACE = re.compile(r"\[FUNC:[^\]]{0,200}\]\[FILE:[^\]]{0,200}\]\[LINE:[0-9]{1,9}\]")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_TITLES = ("", "Inner Error!", "Inner Error, Please contact support engineer!")
"""Texts behind a code that only announce the message in the next line."""

_LOG_LINE = re.compile(r"\s*\[(?:DEBUG|INFO|WARNING|ERROR|EVENT|TRACE)\]")
"""The beginning of a line that another thread may print between a title and its message."""

_OTHER_PARTS = ("TraceBack", "Possible Cause", "Solution")


@dataclass(eq=False, slots=True)
class LogMessage:
    """A message of CANN: its code, text and arguments; its first line, and how often it occurs."""

    code: str
    text: str
    line: int
    count: int = field(init=False, default=1)
    arguments: tuple[Argument, ...] = field(init=False, default=())


@dataclass(eq=False, slots=True)
class Log:
    """The messages of a log by their first line; `omitted` is the number of those not kept."""

    messages: list[LogMessage] = field(init=False, default_factory=list)
    omitted: int = field(init=False, default=0)


_UNSUPPORTED = {
    "store": re.compile(r"is not found in this op store"),
    "sizes": re.compile(r"Dynamic shape is not supported on this chip"),
    "dtype": re.compile(
        r"data type DT_(?P<dtype>\w{1,40}) of (?:in|out)put \[(?P<tensor>[^\]]{1,200})\] is not "
        r"supported"
    ),
    "columns": re.compile(r"The format and dtype is not precisely equivalent"),
    "check": re.compile(
        r"is not supported in the operator's implementation\. Reason is: (?P<why>[^.]{1,200})"
    ),
}
"""Reasons that an operator is not supported, each with what it names."""


def reasons_of(message: LogMessage) -> Iterator[tuple[str, dict[str, str]]]:
    """The reasons in a message that an operator is not supported, with what they name.

    GE joins those of all operator stores and kinds of kernels: one may be there several times.
    """
    reason = dict(message.arguments).get("reason", "")
    for name, pattern in _UNSUPPORTED.items():
        for match in pattern.finditer(reason):
            yield name, match.groupdict()


def read_log(stream: BinaryIO) -> Log:
    """Read all messages of CANN in a log. Raises OSError if the stream cannot be read."""
    log = Log()
    known: dict[tuple[str, str], LogMessage] = {}
    of_code: Counter[str] = Counter()
    for found in _messages(stream):
        key = (found.code, found.text)
        if key in known:
            known[key].count += 1
        elif len(known) < MOST_MESSAGES and of_code[found.code] < MOST_OF_A_CODE:
            known[key] = found
            of_code[found.code] += 1
            found.arguments = arguments_of(found.text)
            log.messages.append(found)
        else:
            log.omitted += 1
    return log


def _messages(stream: BinaryIO) -> Iterator[LogMessage]:
    """Each message, with repetitions. A title is joined with the message in the next line."""
    title: LogMessage | None = None
    for number, raw in _lines(stream):
        if title is None and not _HINT.search(raw):
            continue
        line = _COLOUR.sub("", _decoded(raw))
        found = list(_in_line(line, number))
        if title is not None:
            if not found and _LOG_LINE.match(line):
                continue
            if not found and not line.lstrip().startswith(_OTHER_PARTS):
                title.text = _text(line) or title.text
            if not found or found[0].code != title.code:
                yield title
        title = found.pop() if found and found[-1].text in _TITLES else None
        yield from found
    if title is not None:
        yield title


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Each line with its number, from 1; a long line in several parts."""
    number = 1
    while part := stream.readline(_LONGEST_LINE):
        yield number, part
        number += part.endswith(b"\n")


def _decoded(raw: bytes) -> str:
    """UTF-8, or else GBK, in which paths may be in a Chinese environment."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def _in_line(line: str, number: int) -> Iterator[LogMessage]:
    """The messages in a line: each ends where the next one begins."""
    code, start = "", 0
    for match in _CODE.finditer(line):
        if match.start() < start or not _begins_message(match, line, bool(code)):
            continue
        if code:
            yield LogMessage(code, _text(line[start : match.start()]), number)
        prefix = _PREFIX.match(line, match.end())
        code, start = match[1], prefix.end() if prefix is not None else match.end()
    if code:
        yield LogMessage(code, _text(line[start:]), number)


def _begins_message(match: re.Match[str], line: str, is_later: bool) -> bool:
    """Whether a code is that of a message; a later code in a line may be a word of the first."""
    if _MARK.match(line, match.end()) is not None:
        return True
    return not is_later and meaning_of(match[1]) is not None


def _text(line: str) -> str:
    return _PLACE.sub("", line[:_LONGEST_TEXT]).strip()
