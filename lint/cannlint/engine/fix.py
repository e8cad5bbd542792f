"""The sixth stage, fix: fixes that do not overlap are applied, and again, until none is left.

A text with fixes goes through check and accept again, so that no fix makes it worse.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from cannlint.config.file import Settings
from cannlint.diagnostics import Diagnostic, Fix
from cannlint.engine.accept import Acceptance
from cannlint.engine.check import Checker
from cannlint.engine.read import kind_in
from cannlint.engine.run import FixMode, Options, Run
from cannlint.engine.units import Accepted, CheckedFile
from cannlint.errors import CannlintError
from cannlint.kinds import Kind
from cannlint.language import said
from cannlint.text.source import Source
from cannlint.text.span import Edit, apply_edits


class Fixable(Protocol):
    """A file whose text can be checked again with fixes in it."""

    def check(self, text: Source) -> Accepted | None:
        """What is found in a text of the file; None where it cannot be checked."""

    def keeps_kind(self, text: Source) -> bool:
        """Whether the file, with this text, would still be read as what it is."""


ROUNDS = 10
"""A text is fixed and checked again so often at most."""

_MOST_TRIES = 100
"""So many sets of fixes are tried in a round, where some would have CANN refuse the text."""


class FixableFile:
    """A checked file: a text of it is checked as its unit was."""

    def __init__(
        self,
        checked: CheckedFile,
        settings: Settings | None,
        checker: Checker,
        acceptance: Acceptance,
    ) -> None:
        assert checked.kind is not None
        self._checked = checked
        self._kind = checked.kind
        self._settings = settings
        self._checker = checker
        self._acceptance = acceptance

    def check(self, text: Source) -> Accepted | None:
        """What is found in a text of the file; None where it cannot be checked as its kind."""
        unit = self._checked.unit.with_kind(self._kind)
        for checked in self._checker.check(unit, text):
            if checked.kind is self._kind:
                return self._acceptance.accept(text, self._kind, self._settings, checked.findings)
        return None

    def keeps_kind(self, text: Source) -> bool:
        """Whether the file, with this text, would still be read as what it is."""
        return self._kind_in(self._checked.source) is not self._kind or (
            self._kind_in(text) is self._kind
        )

    def _kind_in(self, text: Source) -> Kind | None:
        checker = self._checker
        return kind_in(text, self._settings, checker.options, checker.files, is_named=True)


class Fixer:
    """Fixes files as the options say, and keeps account in the run."""

    def __init__(self, options: Options, run: Run) -> None:
        self._unsafe = options.unsafe_fixes
        self._mode = options.fix
        self._run = run

    def fix(
        self, source: Source, accepted: Accepted, fixable: Fixable, is_file: bool = True
    ) -> Accepted:
        """Fix a file, and give what is left in it: all, where it has to stay as it was.

        That is where with the fixes it would not be read as what it is, or cannot be written.
        What is no file (standard input) is not written.
        """
        if not any(finding.fix is not None for finding in accepted.findings):
            return accepted
        try:
            after = fix_text(source, accepted, fixable, self._unsafe)
            if not after.fixed:
                return accepted
            if not fixable.keeps_kind(after.source):
                raise CannlintError(_unlike(source))
            if is_file and self._mode is FixMode.WRITE:
                self._write(source, after.source)
        except CannlintError as error:
            self._run.complain([str(error)])
            return accepted
        self._run.fixed_files[source.path] = (source, after.source)
        self._run.fixed += after.fixed
        return after.accepted

    @staticmethod
    def _write(before: Source, after: Source) -> None:
        from cannlint.text.writing import replace_whole

        replace_whole(before.path, before.data, after.data)


@dataclass(eq=False, slots=True)
class FixedText:
    """A text after its fixes: what is still found in it, and how many findings were fixed."""

    source: Source
    accepted: Accepted
    fixed: int = field(init=False, default=0)


def fix_text(source: Source, accepted: Accepted, fixable: Fixable, unsafe: bool) -> FixedText:
    """Apply the fixes of what is found in a text, then of what is found in the result, and so on.

    `unsafe` applies unsafe fixes, too.
    """
    text = FixedText(source, accepted)
    for _ in range(ROUNDS):
        fixes = _compatible(_applicable(text.source, text.accepted.findings, unsafe))
        if not _apply(text, fixes, fixable):
            break
    return text


def _apply(text: FixedText, fixes: list[Fix], fixable: Fixable) -> bool:
    """Apply fixes together; whether any was.

    Fixes, together or alone, may make a text that CANN accepts one that it refuses. Then they are
    tried half by half, and those that do so are left out.
    """
    applied: list[Fix] = []
    waiting = [fixes] if fixes else []
    best: tuple[Source, Accepted] | None = None
    for _ in range(_MOST_TRIES):
        if not waiting:
            break
        some = waiting.pop()
        after = _with(text.source, [*applied, *some])
        accepted = fixable.check(after)
        if accepted and (text.accepted.is_refused or not accepted.is_refused):
            applied += some
            best = after, accepted
        elif len(some) > 1:
            half = len(some) // 2
            waiting += [some[half:], some[:half]]
    if best is None:
        return False
    text.source, text.accepted = best
    text.fixed += len(applied)
    return True


def _with(source: Source, fixes: list[Fix]) -> Source:
    """A text with some fixes."""
    text = apply_edits(source.text, {edit for fix in fixes for edit in fix.edits})
    return Source(source.path, text.encode("utf-8", "surrogateescape"))


def _unlike(source: Source) -> str:
    return said(
        "{path}: after the fixes nothing in it would tell what kind of file it is; "
        "left as it was, --kind mends it",
        path=source.path,
    )


def _applicable(source: Source, findings: Iterable[Diagnostic], unsafe: bool) -> list[Fix]:
    """The fixes of findings in this file itself; those in a file it names are left alone."""
    return [
        finding.fix
        for finding in findings
        if finding.fix is not None
        and (finding.fix.is_safe or unsafe)
        and (finding.source is None or finding.source.path == source.path)
    ]


def _compatible(fixes: list[Fix]) -> list[Fix]:
    """Fixes whose edits do not touch each other; of two that do, the one that begins first.

    The same fix of several findings is there for each.
    """
    taken: list[tuple[int, int]] = []
    edits: set[tuple[Edit, ...]] = set()
    chosen: list[Fix] = []
    for fix in sorted(fixes, key=lambda fix: min(edit.span.start for edit in fix.edits)):
        if fix.edits not in edits:
            places = [(edit.span.start, edit.span.end) for edit in fix.edits]
            if any(_clashes(taken, place) for place in places):
                continue
            for place in places:
                insort(taken, place)
            edits.add(fix.edits)
        chosen.append(fix)
    return chosen


def _clashes(taken: list[tuple[int, int]], place: tuple[int, int]) -> bool:
    """Whether a place overlaps one that is taken, or begins where it begins."""
    start, end = place
    at = bisect_left(taken, place)
    before, after = taken[at - 1 : at], taken[at : at + 1]
    return any(other[1] > start or other[0] == start for other in before) or any(
        other[0] < end or other[0] == start for other in after
    )
