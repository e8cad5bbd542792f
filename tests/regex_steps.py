"""Counts the steps that a regular expression takes, to show how its time grows without a clock.

The matcher backtracks as Python's own does: it tries the same choices in the same order, and takes
them from Python's own parser. A step is a character compared, or a choice.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

try:
    from re import _compiler as compiler  # type: ignore[attr-defined]
    from re import _parser as parser
except ImportError:  # Python 3.10
    import sre_compile as compiler
    import sre_parse as parser

Then = Callable[[int], bool]
"""What has to match from a place on."""
Matcher = Callable[[int, Then], bool]

MOST = 300_000
"""No more steps are counted: by then it is clear that they grow too fast."""
SINGLE = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
"""What matches one character."""


class TooManyStepsError(Exception):
    """The expression takes more than MOST steps."""


class RegexSteps:
    """An expression whose steps are counted."""

    def __init__(self, pattern: re.Pattern[Any]) -> None:
        self.flags = pattern.flags & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0)
        tree = parser.parse(pattern.pattern, self.flags)
        self._groups: dict[int, tuple[int, int]] = {}
        self._text: Any = ""
        self.steps = 0
        self._whole = self._sequence(tree)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))

    def match(self, text: Any, start: int = 0, whole: bool = False) -> int | None:
        """Where a match at a place ends; with `whole` it has to end where the text does."""
        self._text, self._groups = text, {}
        ends: list[int] = []

        def end(at: int) -> bool:
            if whole and at < len(text):
                return False
            ends.append(at)
            return True

        return ends[0] if self._whole(start, end) else None

    def fullmatch(self, text: Any) -> int | None:
        """Where a match of the whole text ends: at its end."""
        return self.match(text, whole=True)

    def search(self, text: Any, start: int = 0) -> tuple[int, int] | None:
        """Where the first match begins and ends."""
        for at in range(start, len(text) + 1):
            self._step()
            if (end := self.match(text, at)) is not None:
                return at, end
        return None

    def finditer(self, text: Any) -> int:
        """How many matches there are."""
        count = at = 0
        while at <= len(text) and (found := self.search(text, at)):
            count += 1
            at = max(found[1], found[0] + 1)
        return count

    def _step(self, count: int = 1) -> None:
        self.steps += count
        if self.steps > MOST:
            raise TooManyStepsError

    def _sequence(self, nodes: Sequence[Any]) -> Matcher:
        matchers = [self._matcher(node) for node in nodes]

        def run(number: int, at: int, then: Then) -> bool:
            if number == len(matchers):
                return then(at)
            return matchers[number](at, lambda end: run(number + 1, end, then))

        return lambda at, then: run(0, at, then)

    def _matcher(self, node: Any) -> Matcher:
        name, value = str(node[0]), node[1]
        if name in SINGLE:
            return self._single(node)
        if name == "AT":
            place = self._compiled(node)
            return lambda at, then: bool(place.match(self._text, at)) and then(at)
        if name == "BRANCH":
            return self._branch([self._sequence(branch) for branch in value[1]])
        if name == "SUBPATTERN":
            return self._group(value[0], self._with_flags(value[1], value[2], value[3]))
        if name in ("ASSERT", "ASSERT_NOT"):
            return self._look(value[0], value[1], negated=name == "ASSERT_NOT")
        if name == "GROUPREF":
            return self._reference(value)
        if name == "ATOMIC_GROUP":
            return self._atomic(self._sequence(value))
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(name, *value)
        raise NotImplementedError(name)

    def _with_flags(self, added: int, removed: int, nodes: Any) -> Matcher:
        """What stands in a group that has flags of its own, as `(?s-i:.)`."""
        before = self.flags
        self.flags = before & ~removed | added
        try:
            return self._sequence(nodes)
        finally:
            self.flags = before

    def _compiled(self, node: Any) -> re.Pattern[Any]:
        return compiler.compile(parser.SubPattern(parser.State(), [node]), self.flags)

    def _single(self, node: Any) -> Matcher:
        fits = self._fits(node)
        return lambda at, then: fits(at) and then(at + 1)

    def _fits(self, node: Any) -> Callable[[int], bool]:
        """Whether the character at a place is one that a node stands for."""
        known: dict[Any, bool] = {}
        compiled = self._compiled(node)

        def fits(at: int) -> bool:
            self._step()
            char = self._text[at : at + 1]
            if char not in known:
                known[char] = bool(compiled.match(char))
            return known[char]

        return fits

    def _branch(self, branches: list[Matcher]) -> Matcher:
        def match(at: int, then: Then) -> bool:
            self._step()
            return any(branch(at, then) for branch in branches)

        return match

    def _group(self, number: int | None, inner: Matcher) -> Matcher:
        if number is None:
            return inner

        def match(at: int, then: Then) -> bool:
            def close(end: int) -> bool:
                before = self._groups.get(number)
                self._groups[number] = at, end
                if then(end):
                    return True
                if before is None:
                    del self._groups[number]
                else:
                    self._groups[number] = before
                return False

            return inner(at, close)

        return match

    def _look(self, direction: int, nodes: Any, negated: bool) -> Matcher:
        inner = self._sequence(nodes)
        back = nodes.getwidth()[0] if direction < 0 else 0

        def match(at: int, then: Then) -> bool:
            found = at >= back and inner(at - back, lambda end: True)
            return found is not negated and then(at)

        return match

    def _reference(self, number: int) -> Matcher:
        def match(at: int, then: Then) -> bool:
            if number not in self._groups:
                return False
            start, end = self._groups[number]
            self._step(end - start)
            return bool(self._text.startswith(self._text[start:end], at)) and then(at + end - start)

        return match

    def _atomic(self, inner: Matcher) -> Matcher:
        def match(at: int, then: Then) -> bool:
            ends: list[int] = []
            return inner(at, lambda end: ends.append(end) is None) and then(ends[0])

        return match

    def _repeat(self, name: str, least: int, most: Any, nodes: Any) -> Matcher:
        most = sys.maxsize if most == parser.MAXREPEAT else most
        if name == "POSSESSIVE_REPEAT":
            return self._atomic(self._repeat("MAX_REPEAT", least, most, nodes))
        if len(nodes) == 1 and str(nodes[0][0]) in SINGLE:
            fits = self._fits(nodes[0])
            return self._run(fits, least, most, lazily=name == "MIN_REPEAT")
        return self._times(self._sequence(nodes), least, most, lazily=name == "MIN_REPEAT")

    def _run(self, fits: Callable[[int], bool], least: int, most: int, lazily: bool) -> Matcher:
        """So many of one character, without a call for each."""

        def longest_first(at: int, then: Then) -> bool:
            end = at
            while end < len(self._text) and end - at < most and fits(end):
                end += 1
            for place in range(end, at + least - 1, -1):
                self._step()
                if then(place):
                    return True
            return False

        def shortest_first(at: int, then: Then) -> bool:
            end = at
            while True:
                self._step()
                if end - at >= least and then(end):
                    return True
                if end >= len(self._text) or end - at >= most or not fits(end):
                    return False
                end += 1

        return shortest_first if lazily else longest_first

    def _times(self, inner: Matcher, least: int, most: int, lazily: bool) -> Matcher:
        def match(at: int, then: Then, count: int = 0) -> bool:
            self._step()

            def again(end: int) -> bool:
                return (end > at or count < least) and match(end, then, count + 1)

            if lazily and count >= least and then(at):
                return True
            if count < most and inner(at, again):
                return True
            return not lazily and count >= least and then(at)

        return match
