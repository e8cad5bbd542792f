"""The findings that are the cause of CANN's messages in a log, by code and by what they name.

The findings are those of `cannlint check` on the folder in which the job was started.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from cannlint.cann.error_codes import is_error, newest_code
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.find import STANDARD_INPUT
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options, Run
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.explain.log import Argument, Log, LogMessage, read_log
from cannlint.explain.supported import Target, target_of, unsupported_type
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import table_of
from cannlint.kinds import Kind
from cannlint.rules.codes import rules_with
from cannlint.text.source import Source, open_regular
from cannlint.text.span import Span

_SHORTEST_WORD = 3
"""Shorter values of a finding are not looked for in the reason that CANN gives."""

_MOST_REMEMBERED = 4096
"""Arguments and words that are remembered, as messages repeat them."""

_BEGINNING = re.compile(r"(?:--?[0-9A-Za-z_-]+[ \t]+)?[^\s]*$")
_END = re.compile(r"[^\s]*")
"""What belongs to a place: the rest of its first and last word, and a flag before them."""

_TWO_OPTIONS = " / "
"""How CANN writes two options, or their values, in one argument."""

_LONGEST_PLACE = 400
"""Characters of the place of a finding that belong to its words; it may be a whole file."""


class Words:
    """What a finding is about: its message, its values, its line, its file and the kind of that."""

    __slots__ = ("file", "text", "values")

    def __init__(self, finding: Diagnostic, kind: Kind | None) -> None:
        assert finding.source is not None
        self.file = _base(finding.source.path)
        self.values = [value for value in finding.values.values() if isinstance(value, str)]
        self.text = "\n".join(
            [
                finding.message.text(str),
                _place(finding.source, finding.span),
                *(_place(each.source or finding.source, each.span) for each in finding.related),
                kind.value if kind is not None else "",
                self.file,
                *self.values,
            ]
        )

    def of_file(self, arguments: Sequence[Argument]) -> tuple[str, ...]:
        """The names of the arguments that are the finding's file."""
        named = [(name, value) for name, value in arguments if name in ("file", "value")]
        return tuple(name for name, value in named if _base(value) == self.file)


def _place(source: Source, span: Span) -> str:
    """The words of a place, with the flag before them."""
    before = source.text[max(0, span.start - _LONGEST_PLACE) : span.start]
    behind = source.text[span.start : span.start + _LONGEST_PLACE]
    first, inside = _BEGINNING.search(before), behind[: max(1, span.end - span.start)]
    last = _END.match(behind, len(inside))
    return (first[0] if first else "") + inside + (last[0] if last else "")


def agreement(message: LogMessage, words: Words) -> tuple[str, ...]:
    """The names of the arguments of a message that a finding is about, too."""
    found = (name for name, value in message.arguments if _agrees(name, value, words))
    return tuple(dict.fromkeys(found))


def _agrees(name: str, value: str, words: Words) -> bool:
    if name == "reason":
        said = (each for each in words.values if len(each) >= _SHORTEST_WORD)
        return any(_has_word(value, each) for each in said)
    return any(_has_word(words.text, each) for each in _spellings(name, value))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _spellings(name: str, value: str) -> tuple[str, ...]:
    """How an argument may be written in a user's file."""
    each_value = value.split(_TWO_OPTIONS)
    if name != "parameter":
        without_type = value.removesuffix(".om")
        spelt = (*each_value, _base(value), without_type, value.rpartition("::")[2])
        return tuple(dict.fromkeys(spelt))
    bare = [each.lstrip("-") for each in each_value]
    options = (table_of(FrontEnd.GE).options.get(each, {}).get("option", each) for each in bare)
    return tuple(dict.fromkeys((*bare, *options, *(each.rpartition(".")[2] for each in bare))))


def _base(path: str) -> str:
    """The name of a file without its folders, also of a path that ends in a slash."""
    return path.rstrip("/").rpartition("/")[2] or path


def _has_word(text: str, word: str) -> bool:
    """Whether a text has a word, not only as a part of a longer one."""
    return word in text and _word(word).search(text) is not None


@lru_cache(maxsize=_MOST_REMEMBERED)
def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![0-9A-Za-z_]){re.escape(text)}(?![0-9A-Za-z_])")


_SIZE_LIMIT = 1 << 34
"""Larger logs (in bytes) are not read."""


@dataclass(eq=False, slots=True)
class ExplainedLog:
    """The messages of a log with their causes.

    `omitted` is the number of messages that were not kept. `complaints` are the sentences about
    what could not be checked in the folder; the explanations are then not complete. `target` is
    what the columns of operators are looked up for, where a message says that one is not supported.
    """

    path: str
    explanations: list[Explanation]
    omitted: int
    complaints: Sequence[str] = field(init=False, default=())
    is_complete: bool = field(init=False, default=True)
    target: Target | None = field(init=False, default=None)

    @property
    def errors(self) -> int:
        """The number of different messages that are errors."""
        return sum(is_error(each.message.code) for each in self.explanations)

    @property
    def explained(self) -> int:
        """The number of different messages that have a cause in the folder."""
        return sum(bool(each.causes) for each in self.explanations)


def explain_log(path: str, options: Options) -> ExplainedLog:
    """Explain the log at a path, or on standard input for `-`, by a check of this folder.

    Raises CannlintError if the log cannot be read, and what `check_paths` raises.
    """
    log = _read(path)
    if not log.messages:
        return ExplainedLog(path, [], log.omitted)
    run = check_paths(["."], options)
    found = ExplainedLog(path, explain(log.messages, run), log.omitted)
    found.complaints, found.is_complete = run.complaints, not run.failed
    if any(unsupported_type(message) is not None for message in log.messages):
        found.target = target_of(options)
    return found


def _read(path: str) -> Log:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise CannlintError("standard input is closed: nothing to read")
        return read_log(sys.stdin.buffer)
    descriptor, _ = open_regular(path, path, _SIZE_LIMIT)
    try:
        with os.fdopen(descriptor, "rb") as stream:
            return read_log(stream)
    except OSError as error:
        raise UnreadablePathError(path, str(error.strerror)) from None


_NAMING = {"parameter", "value", "file", "operator"}
"""The arguments that a finding has to agree with, to be the cause for sure."""


class Cause:
    """A finding, and the names of the arguments of the message that it agrees with.

    It `is_sure` if it agrees with everything that the message names; where that is nothing, if it
    has the same code.
    """

    __slots__ = ("finding", "is_sure", "matched")

    def __init__(self, finding: Diagnostic, matched: tuple[str, ...], message: LogMessage) -> None:
        self.finding = finding
        self.matched = matched
        named = _named(message)
        self.is_sure = named <= {*matched} if named else _has_code(finding, message.code)

    @property
    def rank(self) -> tuple[bool, int]:
        """How well the finding agrees; the option counts more than anything else."""
        return "parameter" in self.matched, len(self.matched)


def _named(message: LogMessage) -> set[str]:
    """What a finding has to agree with: the type of an operator counts more than its name."""
    names = {name for name, _ in message.arguments}
    return names & ({"type"} if "type" in names else _NAMING)


@dataclass(eq=False, slots=True)
class Explanation:
    """A message with its causes; all of them agree equally well with its arguments."""

    message: LogMessage
    causes: list[Cause]


def explain(messages: Iterable[LogMessage], run: Run) -> list[Explanation]:
    """Find the causes of each message among the findings of a run."""
    findings = [
        (finding, Words(finding, run.kinds.get(finding.source.path)))
        for finding in run.findings
        if finding.source is not None and _may_stop(finding)
    ]

    @cache
    def with_code(code: str) -> list[tuple[Diagnostic, Words]]:
        rules = rules_with(code)
        return [each for each in findings if _may_have(each[0], code, rules)]

    def causes(message: LogMessage) -> list[Cause]:
        same = _best(message, with_code(message.code))
        return same or _with_other_code(message, findings)

    return [Explanation(message, causes(message)) for message in messages]


def _may_stop(finding: Diagnostic) -> bool:
    """Whether CANN may say something of it: not of advice, but of what some releases refuse."""
    return finding.severity is not Severity.INFO or bool(finding.releases)


def _may_have(finding: Diagnostic, code: str, rules: tuple[str, ...]) -> bool:
    """Whether CANN may report a finding with a code; a warning has no code of its own."""
    return _has_code(finding, code) if finding.cann_code is not None else finding.code in rules


def _best(message: LogMessage, found: list[tuple[Diagnostic, Words]]) -> list[Cause]:
    """The causes that agree best with the arguments.

    A finding that agrees with none is only a cause of a message that names nothing.
    """
    causes = [Cause(finding, agreement(message, words), message) for finding, words in found]
    if not _named(message):
        causes = [each for each in causes if each.matched or _has_code(each.finding, message.code)]
    else:
        causes = [each for each in causes if each.matched]
    best = max((each.rank for each in causes), default=None)
    return [each for each in causes if each.rank == best]


def _has_code(finding: Diagnostic, code: str) -> bool:
    """Whether CANN stops at a finding with a code, be it that of another release."""
    return finding.cann_code is not None and newest_code(finding.cann_code) == newest_code(code)


def _with_other_code(message: LogMessage, found: list[tuple[Diagnostic, Words]]) -> list[Cause]:
    """The errors that agree with the option and its value, or are in a file that is named.

    CANN may report a mistake a second time with another code; that of a wrong value depends on the
    front end, and that of an operator without a parser on the release.
    """
    errors = [each for each in found if each[0].severity is Severity.ERROR or each[0].releases]
    causes = [Cause(finding, agreement(message, words), message) for finding, words in errors]
    rules = rules_with(message.code)
    same = [
        each
        for each in causes
        if each.is_sure
        and ({"parameter", "value"} <= {*each.matched} or each.finding.code in rules)
    ]
    return same or [
        Cause(finding, names, message)
        for finding, words in errors
        if (names := words.of_file(message.arguments))
    ]
