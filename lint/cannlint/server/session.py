"""What the server knows: the open files, what holds for them, and what the rules found."""

from __future__ import annotations

import os

from cannlint.config_search import CONFIG_NAME, PYPROJECT, forget_configurations
from cannlint.detect import kind_of
from cannlint.engine import check_reading, is_spotless, kind_needs_library, read
from cannlint.errors import BrokenConfigError, CannlintError
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.reading.customize_dtypes import read as read_customize_dtypes
from cannlint.rules.settled import is_settled
from cannlint.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.server.documents import Document
    from cannlint.syntax.customize_dtypes import Shape
    from cannlint.text.source import Source

_MOST_SHAPES = 100_000
"""Remembered lines of a file; more are forgotten together."""


class Checked:
    """An open file as it was at `version`: its kind, CANN's reading, and the findings."""

    __slots__ = ("findings", "kind", "operators", "reading", "settings", "source", "version")

    def __init__(self, document: Document) -> None:
        self.source: Source = document.source
        self.version = document.version
        self.kind: Kind | None = None
        self.settings: Settings | None = None
        self.operators: Operators | None = None
        self.reading: Reading | None = None
        self.findings: list[Diagnostic] = []


class Session:
    """The open files of an editor, and their checks.

    `complaint` is the sentence about a configuration that cannot be used, and is None once it
    can be again; until then the last good one holds.
    """

    __slots__ = ("_good", "_kinds", "_scope", "_shapes", "complaint", "documents")

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.complaint: str | None = None
        self._scope = Scope(None, False, None, ())
        self._good: dict[str, Settings | None] = {}
        self._shapes: dict[str, dict[str, Shape | None]] = {}
        self._kinds: dict[str, Kind] = {}

    def open(self, document: Document, kind: Kind | None) -> None:
        """Take a file that the editor has opened, of a kind that the editor may know."""
        self.documents[document.uri] = document
        if kind is not None:
            self._kinds[document.uri] = kind

    def close(self, uri: str) -> None:
        """Forget a file."""
        for known in (self.documents, self._shapes, self._kinds):
            known.pop(uri, None)

    def forget_configuration(self) -> None:
        """Read the configuration files anew: one of them has changed."""
        from cannlint.config import settings_at

        forget_configurations()
        settings_at.cache_clear()
        self._scope = Scope(None, False, None, ())

    def check(self, document: Document) -> Checked:
        """What the rules find in a file as it is in the editor."""
        checked = Checked(document)
        if is_configuration(document.path):
            checked.kind = Kind.JOB
            checked.findings = config_findings(checked.source)
            return checked
        settings = checked.settings = self.settings_of(document.path)
        source = checked.source
        kind = (
            self._kinds.get(document.uri)
            or (settings.kind_of(document.path) if settings is not None else None)
            or kind_of(source.path, source.data, loosely=True)
        )
        if kind is None:
            return checked
        checked.kind = kind
        checked.reading = reading = self._read(document, kind)
        if kind_needs_library(reading):
            checked.operators = self._scope.operators_under(settings)
        if not (
            is_spotless(reading)
            and (checked.operators is None or is_settled(reading, checked.operators))
        ):
            checked.findings = [
                finding
                for finding in check_reading(reading, checked.operators)
                if not _is_accepted(finding, settings, document.path)
            ]
        return checked

    def _read(self, document: Document, kind: Kind) -> Reading:
        if kind is not Kind.CUSTOMIZE_DTYPES:
            return read(document.source, kind)
        seen = self._shapes.setdefault(document.uri, {})
        if len(seen) > _MOST_SHAPES:
            seen.clear()
        return read_customize_dtypes(document.source, seen=seen)

    def settings_of(self, path: str) -> Settings | None:
        """The settings of a file; those of before where the configuration is broken now."""
        folder = os.path.dirname(path)
        try:
            settings = self._good[folder] = self._scope.settings_of(path)
        except BrokenConfigError as broken:
            self.complaint = f"{broken}; the settings from before hold until it is mended"
            return self._good.get(folder)
        except CannlintError as error:
            self.complaint = str(error)
            return self._good.get(folder)
        self.complaint = None
        return settings


def _is_accepted(finding: Diagnostic, settings: Settings | None, path: str) -> bool:
    tables = settings.ignores_in(path) if settings is not None else []
    return any(finding.code.startswith(code) for table in tables for code in table.rules)


def is_configuration(path: str) -> bool:
    """Whether a file is one of cannlint's own."""
    return os.path.basename(path) == CONFIG_NAME


def may_hold_configuration(path: str) -> bool:
    """Whether a change of the file may change the settings of others."""
    return os.path.basename(path) in (CONFIG_NAME, PYPROJECT)


def config_findings(source: Source) -> list[Diagnostic]:
    """What is wrong with the text of a cannlint.toml."""
    from cannlint.config import settings_in
    from cannlint.rules.registry import rule_named

    try:
        settings_in(source)
    except BrokenConfigError as broken:
        findings = list(rule_named("cl.cl001_bad_config").run(broken))
        for finding in findings:
            finding.source = source
        return findings
    return []


def kind_of_language(language: str | None) -> Kind | None:
    """The kind that an editor's language stands for: `cann-keep-dtype` and its like."""
    for kind in CONFIG_KINDS:
        if language == f"cann-{kind.value.replace('_', '-')}":
            return kind
    return None
