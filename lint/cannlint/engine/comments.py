"""The suppression comments of a file, and which of their codes have accepted something.

A file may have a thousand comments and thousands of findings. So comments about the same lines are
asked once for each rule, and only those near a finding are asked at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from cannlint.rules.codes import known_code
from cannlint.syntax.ignore_comments import IgnoreComment

Lines = tuple[int, int]
"""The first and the last line of a place."""

_FEW = 20
"""Lines that are looked up one by one; most comments and findings are about one."""


class Comment:
    """A comment, and which of its codes have accepted something."""

    __slots__ = ("_meant", "used", "written")

    def __init__(self, written: IgnoreComment) -> None:
        self.written = written
        self.used: set[str] = set()
        meant = ((code, known_code(code)) for code in dict.fromkeys(written.codes))
        self._meant = [(code, known) for code, known in meant if known is not None]

    def accepts(self, rule: str) -> bool:
        """Whether it accepts a rule's findings on its lines; its codes for that are then used."""
        fitting = [code for code, known in self._meant if rule.startswith(known)]
        self.used.update(fitting)
        return bool(fitting)


@dataclass(eq=False, slots=True)
class _SameLines:
    """The comments about the same lines."""

    lines: Lines
    comments: list[Comment] = field(init=False, default_factory=list)
    _accepted: dict[str, bool] = field(init=False, default_factory=dict)

    def accept(self, rule: str) -> bool:
        known = self._accepted.get(rule)
        if known is None:
            accepted = [one.accepts(rule) for one in self.comments]  # all that do are of use
            known = self._accepted[rule] = any(accepted)
        return known

    def covers(self, lines: Lines) -> bool:
        return self.lines[0] <= lines[1] and lines[0] <= self.lines[1]


class Comments:
    """All comments of a file, in order."""

    __slots__ = ("_by_line", "_groups", "_wide", "all")

    def __init__(self, written: Iterable[IgnoreComment]) -> None:
        self.all = [Comment(comment) for comment in written]
        groups: dict[Lines, _SameLines] = {}
        for comment in self.all:
            lines = comment.written.first, comment.written.last
            groups.setdefault(lines, _SameLines(lines)).comments.append(comment)
        self._groups = [*groups.values()]
        self._wide = [group for group in self._groups if not _is_short(group.lines)]
        self._by_line: dict[int, list[_SameLines]] = {}
        for group in self._groups:
            if _is_short(group.lines):
                for line in range(group.lines[0], group.lines[1] + 1):
                    self._by_line.setdefault(line, []).append(group)

    def accept(self, rule: str, places: Sequence[Lines]) -> bool:
        """Whether any comment accepts a rule's finding at places on these lines."""
        accepted = [group.accept(rule) for lines in places for group in self._near(lines)]
        return any(accepted)

    def _near(self, lines: Lines) -> Iterator[_SameLines]:
        if not _is_short(lines):
            yield from (group for group in self._groups if group.covers(lines))
            return
        yield from (group for group in self._wide if group.covers(lines))
        for line in range(lines[0], lines[1] + 1):
            yield from self._by_line.get(line, ())


def _is_short(lines: Lines) -> bool:
    return lines[1] - lines[0] < _FEW
