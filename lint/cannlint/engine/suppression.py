"""Which findings are accepted, by [[ignore]] tables or by comments, and what accepts nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cannlint.config.file import Ignore, Settings
from cannlint.diagnostics import Diagnostic, Label
from cannlint.discovery.detect import kind_of
from cannlint.engine.comments import Comments
from cannlint.engine.keys import Keys
from cannlint.engine.units import Accepted
from cannlint.kinds import Kind
from cannlint.rules.cl.subjects import UnknownCode, UnusedCodes
from cannlint.rules.codes import known_code, meant_code
from cannlint.rules.loading import codes_left_out, rule_names, rule_of
from cannlint.syntax.ignore_comments import MARK, ignore_comments
from cannlint.text.edits import CodeList
from cannlint.text.source import Source

Text = tuple[str, bytes]
"""A file as it was read once: its path and its bytes. Each process reads it for itself."""

_UNUSED = "CL002"
_UNKNOWN = "CL003"


class Suppressions:
    """The suppressions of a run, and which of them have accepted something.

    `wants` tells whether a rule is reported at all: of others nothing is known. `settings` are
    the configurations of the files so far, by their paths.
    """

    def __init__(self, wants: Callable[[str], bool]) -> None:
        self.wants = wants
        self.settings: dict[str, Settings] = {}
        self._kinds: dict[str, Kind] = {}
        self._used: set[tuple[Ignore, str]] = set()
        self._comments: dict[Text, Comments] = {}
        self._keys: dict[Text, Keys] = {}
        self._last: tuple[str, str | None, list[Ignore]] | None = None

    def apply(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> list[Diagnostic]:
        """The findings of a file that no suppression accepts."""
        self._kinds[source.path] = kind
        if settings is not None and settings.path is not None:
            self.settings[settings.path] = settings
        return [finding for finding in findings if not self.accepts(finding, settings)]

    def about_comments(
        self, source: Source, kind: Kind, settings: Settings | None
    ) -> list[Diagnostic]:
        """What is wrong with the comments of a file, and not suppressed itself."""
        return self.unaccepted(self._about_comments(source, kind), settings)

    def unaccepted(
        self, findings: Iterable[Diagnostic], settings: Settings | None
    ) -> list[Diagnostic]:
        """Those that are wanted and that nothing accepts."""
        return [
            finding
            for finding in findings
            if self.wants(finding.code) and not self.accepts(finding, settings)
        ]

    def accepts(self, finding: Diagnostic, settings: Settings | None) -> bool:
        """Whether any suppression accepts a finding; all that do have been of use."""
        source = finding.source
        assert source is not None
        tables = self._tables_of(source.path, settings) if settings is not None else []
        by_table = [self._table_accepts(table, finding, source) for table in tables]
        comments = self._comments_of(source)
        lines = _lines(finding, source) if comments.all else []
        by_comment = comments.accept(finding.code, lines)
        return any(by_table) or by_comment

    def _tables_of(self, path: str, settings: Settings) -> list[Ignore]:
        """The tables for a file: findings come file by file, so those of the last one are kept."""
        if self._last is None or self._last[:2] != (path, settings.path):
            self._last = path, settings.path, settings.ignores_in(path)
        return self._last[2]

    def unused_codes(self, table: Ignore) -> list[int]:
        """Which codes of an [[ignore]] table have accepted nothing, though all was checked."""
        return [
            number
            for number, code in enumerate(table.rules)
            if (table, code) not in self._used and self._was_asked(code, None)
        ]

    def _table_accepts(self, table: Ignore, finding: Diagnostic, source: Source) -> bool:
        codes = [code for code in table.rules if finding.code.startswith(code)]
        if not codes:
            return False
        # patterns that are held against a file outside of the project would tell what is in it
        if table.keys and (source.is_outside or not self._has_key(table.keys, finding, source)):
            return False
        self._used.update((table, code) for code in codes)
        return True

    def _has_key(self, patterns: tuple[str, ...], finding: Diagnostic, source: Source) -> bool:
        from fnmatch import fnmatchcase

        from cannlint.engine.keys import Keys

        text = source.path, source.data
        if text not in self._keys:
            self._keys[text] = Keys(source, self._kind_of(source))
        path = self._keys[text].at(finding.span)
        return any(fnmatchcase(key, pattern) for key in path for pattern in patterns)

    def _comments_of(self, source: Source) -> Comments:
        text = source.path, source.data
        if text not in self._comments:
            kind = self._kind_of(source) if MARK in source.data else None
            found = ignore_comments(source, kind) if kind is not None else ()
            self._comments[text] = Comments(found)
        return self._comments[text]

    def _kind_of(self, source: Source) -> Kind | None:
        """The kind of a file; of one that is only named by a job, as it looks."""
        return self._kinds.get(source.path) or kind_of(source.path, source.data, loosely=True)

    def _was_asked(self, code: str, kind: Kind | None) -> bool:
        """Whether every rule of a code was run on files of a kind, or on a whole folder."""
        meant = known_code(code)
        rules = [rule for rule in rule_names() if meant and rule.startswith(meant)]
        left_out = codes_left_out(kind)
        return bool(rules) and all(self.wants(rule) and rule not in left_out for rule in rules)

    def _about_comments(self, source: Source, kind: Kind) -> Iterator[Diagnostic]:
        for comment in self._comments_of(source).all:
            codes, places = comment.written.codes, comment.written.places
            unused_numbers = [
                number
                for number, code in enumerate(codes)
                if code not in comment.used and self._was_asked(code, kind)
            ]
            yield from code_findings(source, codes, places, unused_numbers)
            if not codes:
                yield from _findings_of(_UNKNOWN, UnknownCode("", places.shown, None), source)


def _lines(finding: Diagnostic, source: Source) -> list[tuple[int, int]]:
    """First and last line of every place in a file that a finding is about."""
    spans = [finding.span]
    spans += [label.span for label in finding.related if _is_in(label, source)]
    return [(source.position(span.start)[0], source.position(span.end)[0]) for span in spans]


def _is_in(label: Label, source: Source) -> bool:
    """Whether a related place is in a file, whoever read it."""
    return label.source is None or label.source.path == source.path


def code_findings(
    source: Source, codes: Sequence[str], places: CodeList, unused_numbers: list[int]
) -> Iterator[Diagnostic]:
    """What is to be said of a list of codes: no rule has them, or they accept nothing."""
    spans = places.codes or [places.shown] * len(codes)
    for code, span in zip(codes, spans, strict=True):
        if known_code(code) is None:
            yield from _findings_of(_UNKNOWN, UnknownCode(code, span, meant_code(code)), source)
    if unused_numbers:
        shown = (
            [places.shown]
            if len(unused_numbers) == len(codes)
            else [spans[number] for number in unused_numbers]
        )
        unused = UnusedCodes(
            [codes[number] for number in unused_numbers], shown, places.without(unused_numbers)
        )
        yield from _findings_of(_UNUSED, unused, source)


def _findings_of(rule: str, subject: object, source: Source) -> Iterator[Diagnostic]:
    for finding in rule_of(rule).run(subject):
        finding.source = source
        yield finding


class IgnoreTables:
    """The [[ignore]] tables of one configuration, written in `source`.

    `is_whole`: all files of its folder were checked, so that a table that accepted nothing is
    unused.
    """

    def __init__(
        self, suppressions: Suppressions, settings: Settings, source: Source, is_whole: bool
    ) -> None:
        self.source = source
        self._suppressions = suppressions
        self._settings = settings
        self._is_whole = is_whole

    def check(self, text: Source) -> Accepted:
        """What is wrong with the tables in a text of the file: as it is, or with fixes."""
        settings = self._settings
        if text is not self.source:
            from cannlint.config.file import settings_in

            fixed = settings_in(text)
            assert fixed is not None
            settings = fixed
        is_whole = text is self.source and self._is_whole
        found = self._findings(text, settings, is_whole)
        return Accepted(self._suppressions.unaccepted(found, self._settings))

    def keeps_kind(self, text: Source) -> bool:
        """Whether a text with fixes is still a configuration: its name says so."""
        return True

    def _findings(self, source: Source, settings: Settings, is_whole: bool) -> Iterator[Diagnostic]:
        from cannlint.syntax.ignore_tables import table_places

        places = table_places(source, len(settings.ignores))
        for table, place in zip(settings.ignores, places, strict=True):
            unused = self._suppressions.unused_codes(table) if is_whole else []
            yield from code_findings(source, table.rules, place, unused)
