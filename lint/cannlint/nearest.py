"""Find the known name closest to a misspelt one, for "did you mean"."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.close_names import CloseNames

_MAX_LENGTH = 64
_CUTOFF = 0.8
_MAX_CANDIDATES = 8
_MANY = 100
_MAX_SHORT_TYPE = 4
"""In types of up to this length, one more letter makes another operator: Add and Addr."""

_LOOKALIKES = str.maketrans("10", "lo")
_VERSION = re.compile(r"(?<=\w\w\w)(?:V\d+)?D?(?:V\d+)?$")
"""Suffixes of versions of one operator: Softmax and SoftmaxV2, TopK and TopKD."""


class Names:
    """Known names, prepared for many look-ups."""

    __slots__ = ("_close", "_folded", "_squeezed")

    def __init__(self, known: Iterable[str]) -> None:
        self._folded: dict[str, str] = {}
        self._squeezed: dict[str, str] = {}
        self._close: CloseNames | None = None
        for name in known:
            self._folded[name.lower()] = name
            self._squeezed.setdefault(_squeeze(name), name)

    def nearest(self, word: str) -> str | None:
        """The known name closest to a misspelt `word`, or None.

        A name that differs only in case, blanks, dashes, underscores or letters for digits (`O`
        for `0`) is preferred.
        """
        if not word or len(word) > _MAX_LENGTH:
            return None
        found = self._squeezed.get(_squeeze(word))
        return found or next(iter(self._similar(word, 1)), None)

    def nearest_type(self, word: str) -> str | None:
        """The operator type closest to a misspelt `word`, or None.

        Stricter than `nearest`, because many operators have similar names: Conv1D is not a
        misspelt Conv3D, and Convolution is not a misspelt Deconvolution.
        """
        if not word or len(word) > _MAX_LENGTH:
            return None
        found = self._squeezed.get(_squeeze(word))
        if found is not None:
            return found
        typos = [name for name in self._similar(word, _MAX_CANDIDATES) if _is_typo(word, name)]
        return min(typos, key=lambda name: _closeness(word, name), default=None)

    def _similar(self, word: str, count: int) -> list[str]:
        if len(self._folded) < _MANY:
            from difflib import get_close_matches

            found = get_close_matches(word.lower(), self._folded, count, _CUTOFF)
        else:
            if self._close is None:
                from cannlint.close_names import CloseNames

                self._close = CloseNames(self._folded)
            found = self._close.to(word.lower(), count, _CUTOFF)
        return [self._folded[name] for name in found]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name closest to a misspelt `word`, or None; use Names for many words."""
    return Names(known).nearest(word)


def _closeness(word: str, name: str) -> tuple[int, int]:
    """Sort key: the edit distance, then the difference in length."""
    return _distance(word.lower(), name.lower()), abs(len(word) - len(name))


def _is_typo(word: str, name: str) -> bool:
    """Whether the names differ in one letter that is not a digit, or in the version only."""
    stems = [_VERSION.sub("", text).lower() for text in (word, name)]
    if stems[0] == stems[1]:
        return True
    one, other = (text.lower().translate(_LOOKALIKES) for text in (word, name))
    if one[0] != other[0] or _digits(one) != _digits(other):
        return False
    return _distance(one, other) <= 1 and (len(word) > _MAX_SHORT_TYPE or len(word) == len(name))


def _distance(one: str, other: str) -> int:
    """The number of letters to insert, delete, replace, or swap with a neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, 1):
        last, row, before = before, [i], row
        for j, wanted in enumerate(other, 1):
            cost = min(row[-1] + 1, before[j] + 1, before[j - 1] + (char != wanted))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def _squeeze(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower().translate(_LOOKALIKES)))


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
