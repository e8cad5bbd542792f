"""The findings that are the cause of CANN's messages: same code, and what the message names.

The findings are those of `cannlint check` on the folder in which the job was started.
"""

from __future__ import annotations

from functools import cache

from cannlint.cann.error_codes import newest_code
from cannlint.diagnostics import Severity
from cannlint.explain.agreement import Words, agreement
from cannlint.rules.cann_codes import rules_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Run
    from cannlint.explain.log import LogMessage


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


class Explanation:
    """A message with its causes; all of them agree equally well with its arguments."""

    __slots__ = ("causes", "message")

    def __init__(self, message: LogMessage, causes: list[Cause]) -> None:
        self.message = message
        self.causes = causes


def explain(messages: Iterable[LogMessage], run: Run) -> list[Explanation]:
    """Find the causes of each message among the findings of a run."""
    findings = [
        (finding, Words(finding, run.kinds.get(finding.source.path)))
        for finding in run.findings
        if finding.source is not None and finding.severity is not Severity.INFO
    ]

    @cache
    def with_code(code: str) -> list[tuple[Diagnostic, Words]]:
        rules = rules_with(code)
        return [each for each in findings if _may_have(each[0], code, rules)]

    def causes(message: LogMessage) -> list[Cause]:
        same = _best(message, with_code(message.code))
        return same or _with_other_code(message, findings)

    return [Explanation(message, causes(message)) for message in messages]


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
    errors = [each for each in found if each[0].severity is Severity.ERROR]
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
