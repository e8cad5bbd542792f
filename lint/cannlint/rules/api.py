"""What the file of a rule needs, in one import: rules, findings, places and edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity, Stage
from cannlint.facts import READ
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, SCRIPT_KINDS, Kind
from cannlint.lookup import Lookups
from cannlint.rules.rule import FixKind, JobRule, Rule, Subject
from cannlint.text.edits import delete, delete_line, insert, replace
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS, UNSEEN, Source
from cannlint.text.span import Edit, Span, trimmed

Findings = Iterator[Diagnostic]
"""What the generator of a rule yields."""

__all__ = [
    "BYTE_ORDER_MARK",
    "CONFIG_KINDS",
    "C_BLANKS",
    "JOB_KINDS",
    "LIBRARY_KINDS",
    "READ",
    "SCRIPT_KINDS",
    "UNSEEN",
    "Diagnostic",
    "Edit",
    "Findings",
    "FixKind",
    "Iterable",
    "Iterator",
    "JobRule",
    "Kind",
    "Lookups",
    "Message",
    "Phrase",
    "Rule",
    "Sequence",
    "Severity",
    "Source",
    "Span",
    "Stage",
    "Subject",
    "delete",
    "delete_line",
    "insert",
    "replace",
    "trimmed",
]
