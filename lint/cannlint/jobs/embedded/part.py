"""A part of a file that is code of another language, with the place of each of its characters."""

from __future__ import annotations

from cannlint.jobs.shell.word import UNKNOWN_PART, Word, offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Part:
    """Code in a file: `language` is that of the code.

    `is_whole`: it is all the code that runs, so that an option which is not there is not set.
    Otherwise, as with code on a page, what is not there may stand elsewhere. `counts` are the
    offsets that count, None for all: a patch shows more than it adds.
    """

    __slots__ = ("counts", "is_whole", "language", "word")

    def __init__(self, language: str, word: Word, is_whole: bool = True) -> None:
        self.language = language
        self.word = word
        self.is_whole = is_whole
        self.counts: list[tuple[int, int]] | None = None


class Builder:
    """Puts the text of a part together from pieces of a file.

    `ends_with_flag`: what was added last is a flag without a value.
    """

    __slots__ = ("_choices", "_ends", "_pieces", "_starts", "ends_with_flag", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._pieces: list[str] = []
        self._starts, self._ends = offsets(), offsets()
        self._choices: dict[int, tuple[Word, ...]] = {}
        self.ends_with_flag = False

    def take(self, start: int, end: int) -> None:
        """Add a piece of the file as it is."""
        self._pieces.append(self.text[start:end])
        self._starts.extend(range(start, end))
        self._ends.extend(range(start + 1, end + 1))

    def put(self, letters: str, start: int, end: int) -> None:
        """Add letters that are written in another way between two offsets."""
        self._pieces.append(letters)
        self._starts.extend([start] * len(letters))
        self._ends.extend([end] * len(letters))

    def unknown(self, start: int, end: int, choices: Sequence[tuple[int, int]] = ()) -> None:
        """Add what only a run could tell; `choices` are the places of what it may be."""
        if choices:
            words = (self._plain(*place) for place in choices)
            self._choices[len(self._starts)] = tuple({word.text: word for word in words}.values())
        self.put(UNKNOWN_PART, start, end)

    def _plain(self, start: int, end: int) -> Word:
        word = Word(start)
        word.text, word.end = self.text[start:end], end
        return word

    def copy(self, word: Word, begin: int, end: int) -> None:
        """Add letters of a word, each with its place."""
        starts, ends = word.places()
        self._pieces.append(word.text[begin:end])
        self._starts.extend(starts[begin:end])
        self._ends.extend(ends[begin:end])

    def __bool__(self) -> bool:
        return bool(self._starts)

    def word(self) -> Word:
        """All that was added, as one word."""
        word = Word(self._starts[0] if self._starts else 0)
        word.text = "".join(self._pieces)
        word.starts, word.ends = self._starts, self._ends
        word.end = self._ends[-1] if self._ends else word.start
        word.quoted = True
        word.choices = self._choices or None
        return word


def lines_of(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    """The lines between two offsets, each with its line end."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop + 1
        yield start, stop
        start = stop
