"""The containers of a JSON text that are deeper than any format's.

Only where they begin is kept, and runs of them are passed in one step: a text may consist of
nothing else.
"""

from __future__ import annotations

import re
from array import array

_BLANKS = r"[ \t\n\r]*"
_KEY = r'"[^"\\\x00-\x1f\udc80-\udcff\[\]{}]*"'
_RUN = re.compile(rf"(?:(?:\[|\{{{_BLANKS}{_KEY}{_BLANKS}:){_BLANKS}(?=[\[{{])){{1,1000}}")
_BRACKET = re.compile(r"[\[{]")


class Parked:
    """The containers between the outer ones and the one being read, from outside."""

    __slots__ = ("_starts",)

    def __init__(self) -> None:
        self._starts = array("I")

    def __bool__(self) -> bool:
        return bool(self._starts)

    def add(self, start: int) -> None:
        """Add one that begins at an offset."""
        self._starts.append(start)

    def pop(self) -> int:
        """Take the innermost out again: where it begins."""
        return self._starts.pop()

    def keep_outermost(self) -> None:
        """Forget the others."""
        del self._starts[1:]

    def add_run(self, text: str, start: int) -> int:
        """Add those that begin at `start` with nothing wrong, each the first in the one before.

        The result is where the next begins, which is not added.
        """
        run = _RUN.match(text, start)
        if run is None:
            return start
        end = run.end()
        if text.count("[", start, end) == end - start:
            self._starts.extend(range(start, end))
        else:
            self._starts.extend(found.start() for found in _BRACKET.finditer(text, start, end))
        return end
