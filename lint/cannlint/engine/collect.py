"""What comes after check: findings are accepted, files are fixed, and a run sums it up."""

from __future__ import annotations

import os
from itertools import groupby

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.accept import Acceptance
from cannlint.engine.run import FixMode, Run, ShownFile
from cannlint.engine.units import FileUnit
from cannlint.errors import UnreadablePathError
from cannlint.kinds import Kind
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.discovery.walk import Skipped
    from cannlint.engine.check import Checker
    from cannlint.engine.units import Accepted, CheckedFile
    from cannlint.errors import CannlintError


class Collector:
    """Accepts and fixes what the checker found in each file, and sums it up in a run."""

    def __init__(self, checker: Checker) -> None:
        self.run = Run()
        self._checker = checker
        self._options = checker.options
        if self._options.show_files:
            self.run.shown = []
        self._acceptance = Acceptance(checker.options)
        self._reported: set[str] = set()
        self._notes: dict[str, None] = {}
        self._last_path: str | None = None

    def take(self, checked: CheckedFile) -> None:
        """Accept what was found in a file, fix the file, and count it."""
        self.run.complain(checked.failures)
        self._notes.update(dict.fromkeys(checked.notes))
        self.report_errors(checked.errors)
        has_answer = checked.kind is not None or checked.skipped is not None
        if self.run.shown is not None and has_answer:
            shown = ShownFile(checked.path, checked.kind, checked.jobs, checked.skipped)
            self.run.shown.append(shown)
        if checked.kind is None:
            return
        if checked.uses_library:
            self._last_path = checked.path
        self.run.count(checked.path, checked.kind)
        self.run.jobs += len(checked.jobs)
        self.run.unknown += sum(len(job.unknown) for job in checked.jobs)
        try:
            settings = self._checker.scope.settings_of(checked.path)
        except BrokenConfigError as broken:  # of an install: other files were checked under it
            self.report_errors([broken])
            return
        accepted = self._acceptance.accept(checked.source, checked.kind, settings, checked.findings)
        if self._options.fix is not FixMode.OFF:
            accepted = self._fixed(checked, settings, accepted)
        self._keep(accepted)

    def show_skipped(self, skipped: Skipped) -> None:
        """Add the files that were not opened to those that are shown."""
        if self.run.shown is not None:
            self.run.shown += (ShownFile(path, None, skipped=reason) for path, reason in skipped)

    def _fixed(
        self, checked: CheckedFile, settings: Settings | None, accepted: Accepted
    ) -> Accepted:
        from cannlint.engine.fix import FixableFile, Fixer

        unit = checked.unit
        if isinstance(unit, FileUnit) and not unit.is_fixable:
            return accepted
        fixable = FixableFile(checked, settings, self._checker, self._acceptance)
        is_file = not isinstance(unit, FileUnit) or unit.is_file
        return Fixer(self._options, self.run).fix(checked.source, accepted, fixable, is_file)

    def check_tables(self, folders: Sequence[str]) -> None:
        """Report the [[ignore]] tables that accept nothing, where all of their folder was checked.

        Under --kind files are not read as what they are: that tells nothing.
        """
        suppressions = self._acceptance.suppressions
        if suppressions is None:
            return
        from cannlint.engine.suppression import IgnoreTables

        knows_all = not self.run.failed and self._options.kind is None
        for settings in list(suppressions.settings.values()):
            assert settings.path is not None
            is_whole = knows_all and any(_is_in(settings.root, folder) for folder in folders)
            source = self._checker.files.configuration(settings.path)
            tables = IgnoreTables(suppressions, settings, source, is_whole)
            accepted = tables.check(source)
            if self._options.fix is not FixMode.OFF:
                from cannlint.engine.fix import Fixer

                accepted = Fixer(self._options, self.run).fix(source, accepted, tables)
            if source.path not in self.run.kinds:
                self.run.kinds[source.path] = Kind.JOB
                self.run.only_suppressing.add(source.path)
            self._keep(accepted)

    def _keep(self, accepted: Accepted) -> None:
        self.run.findings += accepted.findings
        self.run.suppressed += accepted.suppressed

    def report_errors(self, errors: Iterable[CannlintError]) -> None:
        """Report what cannot be read or used as findings, each file once."""
        for error in errors:
            key = str(error)
            if isinstance(error, BrokenConfigError):  # which may be named in two ways
                key = os.path.realpath(error.source.path)
            if key not in self._reported:
                self._reported.add(key)
                self.run.failed = True
                self.run.findings += _errors_as_findings([error])

    def finish(self) -> Run:
        """The run, when all its files are taken."""
        run = self.run
        if run.findings:
            run.findings.sort(key=_order)
            run.findings = [*_without_repeats(run.findings)]
        if run.shown is not None:
            run.shown.sort(key=lambda file: file.path)
        if run.library is None and self._last_path is not None:
            scope = self._checker.scope
            run.library = scope.operators_under(scope.settings_of(self._last_path))
        run.complaints += self._notes
        return run


def failed_run(error: CannlintError) -> Run:
    """A run that could not begin."""
    run = Run()
    run.failed = True
    run.findings += _errors_as_findings([error])
    return run


def _errors_as_findings(errors: Iterable[CannlintError]) -> Iterator[Diagnostic]:
    """The findings about a path that cannot be read, or a configuration that cannot be used."""
    from cannlint.engine.limits import limit_findings
    from cannlint.rules.loading import rule_of

    for error in errors:
        if isinstance(error, BrokenConfigError):
            rule, source = rule_of("CL001"), error.source
        else:
            assert isinstance(error, UnreadablePathError)
            rule, source = rule_of("CL005"), Source(error.path, b"")
        for finding in limit_findings(rule.run(error)):
            finding.source = source
            if source.is_outside:
                finding.withhold(source.text)
            yield finding


def _is_in(path: str | None, folder: str) -> bool:
    """Whether an absolute path is a folder, or in it."""
    return path is not None and (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def _without_repeats(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Sorted findings without repetitions: many jobs may have the same to say of one file."""
    for _, group in groupby(findings, _order):
        first, *others = group
        yield first
        said = {str(first.message)} if others else set()
        for finding in others:
            if str(finding.message) not in said:
                said.add(str(finding.message))
                yield finding
