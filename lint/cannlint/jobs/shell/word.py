"""A word of a shell text with the place of every character, and what is known around it."""

from __future__ import annotations

import re
from array import array

from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

UNKNOWN_PART = "\0"
"""Stands for text that only a run of the script knows; no word of a shell can hold a NUL."""

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
ELEMENT = re.compile(r"([A-Za-z_]\w*)\[([@*]|\d+)\]|([@*]|\d+)", re.ASCII)
"""What `$` or braces expand besides a plain name: `a[0]`, `a[@]`, `@`, `*`, `10`."""

_MOST_CHOICES = 8
"""Texts that a variable may have after branches; of one with more, nothing is known."""

_CUT = re.compile(r"[\s*?\[]|^$")


Sources = frozenset[str]
"""What a value comes from: variables, loops and calls."""
NONE: Sources = frozenset()
Part = tuple[int, int, Sources]


def offsets(found: Iterable[int] = ()) -> array[int]:
    """Offsets in four bytes each: a word may be as long as a file."""
    return array("I", found)


class Word:
    """One word of a command: its text after all expansions, and where it is written.

    `starts` and `ends` have, for each character of `text`, the offsets of what it is written as;
    None where the text stands in the file as it is. `parts` are those that come from variables:
    where in the text, and from what (see values.py); None where that is not told. `choices` are
    the texts that an UNKNOWN_PART may be, by its place in the text; `added` are words that a word
    stands for in some branches, where it is unknown how many words it stands for.
    """

    __slots__ = ("added", "choices", "end", "ends", "parts", "quoted", "start", "starts", "text")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.text = ""
        self.quoted = False
        self.starts: array[int] | None = None
        self.ends: array[int] | None = None
        self.parts: list[Part] | None = None
        self.choices: dict[int, tuple[Word, ...]] | None = None
        self.added: tuple[Word, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the whole text is known."""
        return UNKNOWN_PART not in self.text

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place of text[start:end]; of the word with its quotes when it is the whole."""
        last = len(self.text) if end is None else end
        if start == 0 and last == len(self.text):
            return Span(self.start, self.end)
        if self.starts is None or self.ends is None:
            return Span(self.start + start, self.start + last)
        begin = self.starts[start] if start < len(self.starts) else self._inner_end()
        end = self.ends[last - 1] if last > start else begin
        return Span(begin, max(begin, end))  # what a variable holds may be written in front

    def places(self) -> tuple[array[int], array[int]]:
        """For each character of the text, the offsets of what it is written as."""
        if self.starts is not None and self.ends is not None:
            return self.starts, self.ends
        count = len(self.text)
        first, after = self.start, self.start + count
        return offsets(range(first, after)), offsets(range(first + 1, after + 1))

    def moved(self, by: int) -> Word:
        """The word of a text that begins at an offset of another."""
        other = Word(self.start + by)
        other.end, other.text, other.quoted = self.end + by, self.text, self.quoted
        other.parts = self.parts
        other.added = tuple(word.moved(by) for word in self.added)
        if self.choices is not None:
            other.choices = {
                at: tuple(word.moved(by) for word in words) for at, words in self.choices.items()
            }
        if self.starts is not None and self.ends is not None:
            other.starts = offsets(at + by for at in self.starts)
            other.ends = offsets(at + by for at in self.ends)
        return other

    def without_first(self) -> Word:
        """The word after its first character, which is written with more than itself."""
        assert self.starts is not None and self.ends is not None
        rest = Word(self.ends[0])
        rest.end, rest.text, rest.quoted = self.end, self.text[1:], self.quoted
        rest.starts, rest.ends = self.starts[1:], self.ends[1:]
        return rest

    def _inner_end(self) -> int:
        return self.ends[-1] if self.ends else self.end


def unknown_word(start: int, end: int) -> Word:
    """A word of which nothing is known, written between two offsets."""
    word = Word(start)
    word.text, word.end, word.starts, word.ends = (
        UNKNOWN_PART,
        end,
        offsets([start]),
        offsets([end]),
    )
    return word


def part_of(word: Word, start: int, end: int) -> Word:
    """The characters [start, end) of a word as a word of their own."""
    starts, ends = word.places()
    part = Word(starts[start] if start < end else word.start)
    part.end = max(ends[end - 1], part.start) if start < end else word.start
    part.text, part.quoted = word.text[start:end], word.quoted
    part.starts, part.ends = starts[start:end], ends[start:end]
    if word.parts is not None:
        part.parts = shifted(word.parts, -start, end - start)
    if word.choices is not None:
        inside = {at - start: words for at, words in word.choices.items() if start <= at < end}
        part.choices = inside or None
    return part


def one_of(words: Iterable[Word], start: int, end: int) -> Word | None:
    """A word, written between two offsets, that is one of some others; None where that is too many.

    A word that is such a one itself stands for all it may be.
    """
    each: dict[str, Word] = {}
    for word in words:
        for choice in choices_of(word):
            each.setdefault(choice.text, choice)
    if not each or len(each) > _MOST_CHOICES:
        return None
    found = unknown_word(start, end)
    found.choices = {0: tuple(each.values())}
    return found


def choices_of(word: Word) -> tuple[Word, ...]:
    """The texts that a word is known to be, or may be; none with blanks, which a shell splits."""
    if word.known:
        return () if not word.text or _CUT.search(word.text) else (word,)
    return (word.choices or {}).get(0, ()) if word.text == UNKNOWN_PART else ()


def shifted(parts: list[Part], by: int, length: int) -> list[Part]:
    """The parts of a word in another that begins elsewhere and is so long."""
    moved = ((max(start + by, 0), min(end + by, length), own) for start, end, own in parts)
    return [part for part in moved if part[0] < part[1]]


def without(word: Word, sources: Sources) -> Word:
    """A word whose parts from some sources are unknown."""
    starts, ends = word.places()
    hidden = [own & sources and (start, end) for start, end, own in word.parts or ()]
    ranges = [found for found in hidden if found]
    other = Word(word.start)
    other.end, other.quoted = word.end, word.quoted
    other.starts, other.ends = offsets(), offsets()
    text: list[str] = []
    now_at: list[int] = []
    at = 0
    while at < len(word.text):
        end = max((end for start, end in ranges if start <= at < end), default=at)
        now_at += [len(text)] * max(end - at, 1)
        text.append(UNKNOWN_PART if end > at else word.text[at])
        other.starts.append(starts[at])
        at = max(end, at + 1)
        other.ends.append(ends[at - 1])
    other.text = "".join(text)
    now_at.append(len(text))
    other.parts = [
        (now_at[start], now_at[end], own)
        for start, end, own in word.parts or ()
        if not own & sources
    ]
    return other


def joined(words: list[Word]) -> Word:
    """Several words as one, with a blank between; each stands where it is written."""
    joined = Word(words[0].start if words else 0)
    letters: list[str] = []
    starts, ends = offsets(), offsets()
    for word in words:
        if letters:
            letters.append(" ")
            starts.append(word.start)
            ends.append(word.start)
        letters.append(word.text)
        own_starts, own_ends = word.places()
        starts += own_starts
        ends += own_ends
    joined.text, joined.starts, joined.ends = "".join(letters), starts, ends
    joined.end = words[-1].end if words else 0
    return joined


class Variables:
    """The variables whose value is known: `texts`, and `arrays` of words; and their `sources`.

    `is_split_at_blanks` is false once the script has said what else words end at (IFS).
    """

    __slots__ = ("arrays", "is_split_at_blanks", "sources", "texts")

    def __init__(self) -> None:
        self.is_split_at_blanks = True
        self.texts: dict[str, Word] = {}
        self.arrays: dict[str, list[Word]] = {}
        self.sources: dict[str, Sources] = {}

    def is_cut(self, value: str) -> bool:
        """Whether the shell may make several words, or none, of a value without quotes."""
        return not self.is_split_at_blanks or _CUT.search(value) is not None

    def value_of(self, name: str, kept: bool, assigned: bool) -> Word | None:
        """The value of a variable, of one word of an array, or of all of them with blanks between.

        `kept` tells that it is not cut into words; `"${NAME[@]}"` is several unless `assigned`.
        """
        match = ELEMENT.fullmatch(name)
        if match is None or name.isdigit():
            return self.texts.get(name)
        words = self.arrays.get(match[1] or "@")
        which = match[2] or match[3]
        if words is None or (which == "@" and not assigned) or not kept:
            return None
        if not which.isdigit():
            return joined(words)
        before = words[: int(which) + 1] if len(which) < 5 else []
        known = len(before) == int(which) + 1 and all(word.known for word in before)
        return before[-1] if known else None
