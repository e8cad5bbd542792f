"""Did you mean: the known name that a wrong one is close to, and only when it is close."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 64
_CLOSE = 0.8
_CANDIDATES = 8
_SHORT_TYPE = 4
"""Letters up to which a letter more or less makes another operator: Add and Addr."""

_LOOKALIKES = str.maketrans("10", "lo")
_VERSION = re.compile(r"(?<=\w\w\w)(?:V\d+)?D?(?:V\d+)?$")
"""What two types of one operator differ in: Softmax and SoftmaxV2, TopK and TopKD."""


class Names:
    """Known names, made ready to be asked about many a wrong one."""

    __slots__ = ("_folded", "_squeezed")

    def __init__(self, known: Iterable[str]) -> None:
        self._folded: dict[str, str] = {}
        self._squeezed: dict[str, str] = {}
        for name in known:
            self._folded[name.lower()] = name
            self._squeezed.setdefault(_squeeze(name), name)

    def nearest(self, word: str) -> str | None:
        """The known name that `word` is a slip of, or None.

        A name that differs in case, blanks, dashes or underscores only comes first.
        """
        if not word or len(word) > _LONGEST:
            return None
        found = self._squeezed.get(_squeeze(word))
        return found or next(iter(self._alike(word, 1)), None)

    def nearest_type(self, word: str) -> str | None:
        """The operator type that `word` is a slip of, or None.

        Stricter than `nearest`: operators have long names with much in common, and Conv1D is no
        slip of Conv3D, nor Convolution of Deconvolution.
        """
        if not word or len(word) > _LONGEST:
            return None
        found = self._squeezed.get(_squeeze(word))
        if found is not None:
            return found
        slips = [name for name in self._alike(word, _CANDIDATES) if _is_slip(word, name)]
        return min(slips, key=lambda name: _far(word, name), default=None)

    def _alike(self, word: str, count: int) -> list[str]:
        from difflib import get_close_matches

        found = get_close_matches(word.lower(), self._folded, n=count, cutoff=_CLOSE)
        return [self._folded[name] for name in found]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` is a slip of, or None; see Names for many words."""
    return Names(known).nearest(word)


def _far(word: str, name: str) -> tuple[int, int]:
    """How far a name is from a word; at the same distance one of the same length is closer."""
    return _distance(word.lower(), name.lower()), abs(len(word) - len(name))


def _is_slip(word: str, name: str) -> bool:
    """Whether one letter is wrong and none of the digits, or the version only."""
    stems = [_VERSION.sub("", text).lower() for text in (word, name)]
    if stems[0] == stems[1]:
        return True
    one, other = (text.lower().translate(_LOOKALIKES) for text in (word, name))
    if one[0] != other[0] or _digits(one) != _digits(other):
        return False
    return _distance(one, other) <= 1 and (len(word) > _SHORT_TYPE or len(word) == len(name))


def _distance(one: str, other: str) -> int:
    """Letters to add, drop, replace, or swap with a neighbour."""
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
    return "".join(char for char in name.lower() if char.isalnum())


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
