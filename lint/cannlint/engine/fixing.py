"""Mending files: fixes that do not overlap, and again, until nothing changes."""

from __future__ import annotations

from bisect import bisect_left, insort

from cannlint.engine.run import FixMode
from cannlint.errors import CannlintError
from cannlint.language import said
from cannlint.text.source import Source
from cannlint.text.span import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.engine.run import Options, Run, Seen
    from cannlint.kinds import Kind
    from cannlint.text.span import Edit

    Examine = Callable[[Source], Seen]

ROUNDS = 10
"""So often a text is mended and read again at most."""

_MOST_TRIES = 100
"""So many sets of fixes are tried in a round, where some would have CANN refuse the text."""


class Mended:
    """A text after its fixes: what is still seen in it, and how many findings were mended."""

    __slots__ = ("fixed", "seen", "source")

    def __init__(self, source: Source, seen: Seen) -> None:
        self.source = source
        self.seen = seen
        self.fixed = 0


def mend(source: Source, seen: Seen, examine: Examine, unsafe: bool) -> Mended:
    """Apply the fixes of what is seen in a text, then of what is seen in the result, and so on.

    `examine` gives what is to be seen in a text; `unsafe` applies unsafe fixes, too.
    """
    mended = Mended(source, seen)
    for _ in range(ROUNDS):
        fixes = _compatible(_applicable(mended.source, mended.seen.findings, unsafe))
        if not _take(mended, fixes, examine):
            break
    return mended


def _take(mended: Mended, fixes: list[Fix], examine: Examine) -> bool:
    """Apply fixes together; whether any was.

    Never so that CANN would refuse a text that it accepts, as fixes may do together or alone:
    then they are tried half by half, and those stay away that would have it refused.
    """
    taken: list[Fix] = []
    waiting = [fixes] if fixes else []
    best: tuple[Source, Seen] | None = None
    for _ in range(_MOST_TRIES):
        if not waiting:
            break
        some = waiting.pop()
        after = _with(mended.source, [*taken, *some])
        seen = examine(after)
        if mended.seen.is_refused or not seen.is_refused:
            taken += some
            best = after, seen
        elif len(some) > 1:
            half = len(some) // 2
            waiting += [some[half:], some[:half]]
    if best is None:
        return False
    mended.source, mended.seen = best
    mended.fixed += len(taken)
    return True


def _with(source: Source, fixes: list[Fix]) -> Source:
    """A text with some fixes."""
    text = apply_edits(source.text, {edit for fix in fixes for edit in fix.edits})
    return Source(source.path, text.encode("utf-8", "surrogateescape"))


class Mender:
    """Mends files as the options say, and keeps account in the run.

    `is_file` is False for standard input, which is not written.
    """

    def __init__(self, options: Options, run: Run, is_file: bool = True) -> None:
        self.unsafe = options.unsafe_fixes
        self.writes = is_file and options.fix is FixMode.WRITE
        self.run = run

    def mend(
        self,
        source: Source,
        seen: Seen,
        examine: Examine,
        kind_of: Callable[[Source], Kind | None] | None = None,
    ) -> Seen:
        """Mend a file, and give what is left in it: all, where it has to stay as it was.

        That is where it could not be read again as what it is, by `kind_of`, or not be written.
        """
        if not any(finding.fix is not None for finding in seen.findings):
            return seen
        try:
            mended = mend(source, seen, examine, self.unsafe)
            if not mended.fixed:
                return seen
            if kind_of is not None and kind_of(mended.source) is not kind_of(source):
                raise CannlintError(_unlike(source))
            if self.writes:
                self._write(source, mended.source)
        except CannlintError as error:
            self.run.failed = True
            self.run.complaints.append(str(error))
            return seen
        self.run.mended[source.path] = (source, mended.source)
        self.run.fixed += mended.fixed
        return mended.seen

    @staticmethod
    def _write(before: Source, after: Source) -> None:
        from cannlint.text.writing import replace_whole

        replace_whole(before.path, before.data, after.data)


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
