"""What becomes of the findings of a run: suppressed, mended, sorted."""

from __future__ import annotations

import os
from itertools import groupby

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.checks import SUPPRESSES
from cannlint.engine.run import FixMode, Run, Seen, has_error
from cannlint.engine.scope import Scope
from cannlint.kinds import Kind
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.files import Files
    from cannlint.engine.run import Options
    from cannlint.engine.suppression import Suppressions
    from cannlint.errors import UnreadablePathError

    Examine = Callable[[Source], list[Diagnostic]]


class Session:
    """One run: what it is asked, what holds for its files, and what was found so far.

    `given` is the text of standard input, `folders` are those that are checked whole.
    """

    def __init__(self, options: Options, files: Files, scope: Scope | None = None) -> None:
        self.options = options
        self.files = files
        self.run = Run()
        self.given: Source | None = None
        self.folders: list[str] = []
        self._broken: set[str] = set()
        self._unreadable: set[str] = set()
        self._suppressions: Suppressions | None = None
        self.scope = scope or self._scope()

    def _scope(self) -> Scope:
        options = self.options
        try:
            return Scope(options.config, options.isolated, options.library, options.socs)
        except BrokenConfigError as broken:
            self.report_broken(broken)
            return Scope(None, True, options.library, options.socs)

    def count(self, source: Source, kind: Kind) -> None:
        """Count a file, once."""
        self.run.files += source.path not in self.run.kinds
        self.run.kinds[source.path] = kind

    def settle(
        self,
        source: Source,
        settings: Settings | None,
        examine: Examine,
        kind_of: Callable[[Source], Kind | None] | None = None,
        mends: bool = True,
    ) -> None:
        """Keep what is found in a file that is counted, and mend it where that is asked for.

        `examine` gives the findings in a text of the file, `kind_of` the kind that it looks
        like: a file that mended would look like another stays as it is. With `mends` false it is
        no file that could be written.
        """
        kind = self.run.kinds[source.path]
        seen = self._sift(source, kind, settings, examine(source))
        if mends and self.options.fix is not FixMode.OFF:
            from cannlint.engine.fixing import Mender

            seen = Mender(self.options, self.run, is_file=source is not self.given).mend(
                source,
                seen,
                examine=lambda text: self._sift(text, kind, settings, examine(text)),
                kind_of=kind_of,
            )
        self._keep(seen)

    def _sift(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> Seen:
        """Leave out what is not wanted, and what a table or a comment accepts."""
        _withhold_outside(source, findings)
        if not findings and not (settings and settings.ignores) and SUPPRESSES not in source.data:
            return Seen(findings)
        wanted = [finding for finding in findings if self.options.wants(finding.code)]
        texts = {source, *(finding.source or source for finding in wanted)}
        has_tables = settings is not None and bool(settings.ignores)
        has_comments = any(SUPPRESSES in text.data for text in texts)
        if self.options.no_ignores or not (has_tables or has_comments):
            seen = Seen(wanted)
        else:
            seen = self._suppressed(source, kind, settings, wanted)
        seen.is_refused = has_error(findings)
        return seen

    def _suppressed(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> Seen:
        if self._suppressions is None:
            from cannlint.engine.suppression import Suppressions

            self._suppressions = Suppressions(self.options.wants)
        return self._suppressions.sift(source, kind, settings, findings)

    def _keep(self, seen: Seen) -> None:
        self.run.findings += seen.findings
        self.run.suppressed += seen.suppressed

    def report_unreadable(self, error: UnreadablePathError) -> None:
        """A path that could not be read; said once, whoever names it."""
        if error.path in self._unreadable:
            return
        self._unreadable.add(error.path)
        self._report_own("cl.cl005_unreadable_path", error, Source(error.path, b""))

    def report_broken(self, broken: BrokenConfigError) -> None:
        """A configuration that cannot be used; said once."""
        if broken.source.path not in self._broken:
            self._broken.add(broken.source.path)
            self._report_own("cl.cl001_bad_config", broken, broken.source)

    def _report_own(self, rule: str, subject: object, source: Source) -> None:
        from cannlint.rules.first import first_of
        from cannlint.rules.loading import rule_named

        self.run.failed = True
        for finding in first_of(rule_named(rule).run(subject)):
            finding.source = source
            self.run.findings.append(finding)

    def complain(self, sentence: str) -> None:
        """What could not be done, where no finding says it."""
        self.run.failed = True
        self.run.complaints.append(sentence)

    def finish(self) -> Run:
        """The run, when all its files are settled."""
        if self._suppressions is not None:
            self._check_tables(self._suppressions)
        if self.run.findings:
            self.run.findings.sort(key=_order)
            self.run.findings = [*_each_once(self.run.findings)]
        self.run.library = self.run.library or self.scope.last
        self.run.complaints += self.scope.complaints()
        return self.run

    def _check_tables(self, suppressions: Suppressions) -> None:
        """Report the [[ignore]] tables that accept nothing, where all of their folder was checked.

        Under --kind files are not read as what they are: that tells nothing.
        """
        from cannlint.engine.suppression import TableCheck

        knows_all = not self.run.failed and self.options.kind is None
        for settings in list(suppressions.settings.values()):
            is_whole = knows_all and any(_is_in(settings.root, folder) for folder in self.folders)
            assert settings.path is not None
            source = self.files.configuration(settings.path)
            check = TableCheck(suppressions, settings, source, is_whole)
            seen = check.examine(check.source)
            if self.options.fix is not FixMode.OFF:
                from cannlint.engine.fixing import Mender

                seen = Mender(self.options, self.run).mend(check.source, seen, check.examine)
            if check.source.path not in self.run.kinds:
                self.run.kinds[check.source.path] = Kind.JOB
                self.run.only_suppressing.add(check.source.path)
            self._keep(seen)


def _withhold_outside(source: Source, findings: list[Diagnostic]) -> None:
    """Take the words of files outside of the project out of what is found in or with them."""
    for finding in findings:
        for text in (finding.source or source, *(place.source for place in finding.related)):
            if text is not None and text.is_outside:
                finding.withhold(text.text)


def _is_in(path: str | None, folder: str) -> bool:
    """Whether an absolute path is a folder, or in it."""
    return path is not None and (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def _each_once(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Sorted findings without repetitions: many jobs may have the same to say of one file."""
    for _, group in groupby(findings, _order):
        first, *others = group
        yield first
        said = {str(first.message)} if others else set()
        for finding in others:
            if str(finding.message) not in said:
                said.add(str(finding.message))
                yield finding
