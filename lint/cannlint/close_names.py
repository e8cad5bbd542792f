"""Find the names that a word is similar to, among thousands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_REPEATS = 8
"""Letters of one kind that are told apart in a name; any more count as equal."""


class CloseNames:
    """Names by the letters that they consist of.

    A letter with the number of times that it has come already is a bit, so that the bits of two
    names show how many letters they have in common: for most names too few to be similar.
    """

    __slots__ = ("_bits", "_by_length")

    def __init__(self, names: Iterable[str]) -> None:
        self._bits: dict[str, int] = {}
        self._by_length: dict[int, list[tuple[int, int, str]]] = {}
        for name in names:
            self._by_length.setdefault(len(name), []).append((*self._letters(name), name))

    def to(self, word: str, count: int, cutoff: float) -> list[str]:
        """The names most similar to a word, as difflib.get_close_matches finds them."""
        from difflib import get_close_matches

        return get_close_matches(word, self._may_be_close(word, cutoff), n=count, cutoff=cutoff)

    def _may_be_close(self, word: str, cutoff: float) -> list[str]:
        """The names with so many letters of a word that they may be similar."""
        letters, others = self._letters(word)
        found = []
        for length, names in self._by_length.items():
            fewest = cutoff * (length + len(word)) / 2
            if min(length, len(word)) >= fewest - 0.001:
                found += [
                    name
                    for own, more, name in names
                    if (own & letters).bit_count() + min(more, others) >= fewest - 0.001
                ]
        return found

    def _letters(self, name: str) -> tuple[int, int]:
        """The bits of the letters of a name, and how many letters have none."""
        found, others = 0, 0
        times: dict[str, int] = {}
        for letter in name:
            repeats = times[letter] = times.get(letter, -1) + 1
            if repeats < _MOST_REPEATS:
                first = self._bits.setdefault(letter, len(self._bits) * _MOST_REPEATS)
                found |= 1 << first + repeats
            else:
                others += 1
        return found, others
