"""What is known of a variable behind branches of a shell script: what is so in all of them."""

from __future__ import annotations

from itertools import islice

from cannlint.jobs.shell.word import (
    NONE,
    UNKNOWN_PART,
    Word,
    offsets,
    one_of,
    shifted,
    unknown_word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.shell.states import Entry
    from cannlint.jobs.shell.word import Sources


_MOST_ADDED = 100
"""Words that branches add to a list."""


def is_forgotten(entry: Entry, before: Entry) -> bool:
    """Whether a variable, not known any more, was not set: a condition is about what it comes from.

    Behind the condition it is what it was in front. What is set has sources of its own.
    """
    text, words, sources = entry
    is_unknown = words is None and (text is None or text.text == UNKNOWN_PART)
    return is_unknown and bool(sources) and sources is before[2]


def in_order(entries: dict[int, Entry], base: Entry, count: int) -> Iterator[Entry]:
    """What is known of a variable in each state; that of the base instead of what is not there.

    Where several states in a row have that of the base it comes twice: once more tells no more.
    """
    last = -1
    for number in (*entries, count):
        yield from [base] * min(number - last - 1, 2)
        if number < count:
            yield entries[number]
        last = number


def both(one: Entry, other: Entry) -> Entry:
    """What is so in both of two cases."""
    sources = other[2] if one[2] is None else one[2] | (other[2] or NONE)
    return _merged_text(one[0], other[0]), _merged_list(one[1], other[1]), sources


def or_one_of(
    merged: Entry, texts: list[Word | None], in_front: Entry, conditions: Sources
) -> Entry:
    """What is known behind a condition: of a variable that differs, that it is one of its texts.

    Of a text that was there in front, the condition may have told that it is another one.
    """
    text, words, own = merged
    if text is not None:
        return merged
    if in_front[0] is not None and conditions.isdisjoint(in_front[2] or NONE):
        texts = [*texts, in_front[0]]
    known = [each for each in texts if each is not None]
    found = one_of(known, known[0].start, known[0].end) if known else None
    return merged if found is None else (found, words, (own or NONE) | conditions)


def _merged_text(one: Word | None, other: Word | None) -> Word | None:
    if one is None or other is None or one.choices is not None or other.choices is not None:
        return None
    if one is other or one.text == other.text:
        return one
    same = _same(one.text, other.text)
    if not all(text[same : same + 1] in ("", " ") for text in (one.text, other.text)):
        same = max(one.text.rfind(" ", 0, same), 0)
    return with_open_end(one, same) if same and one.text[:same].strip() else None


def _merged_list(one: list[Word] | None, other: list[Word] | None) -> list[Word] | None:
    if one is None or other is None:
        return None
    if one is other:
        return one
    same = _same([word.text for word in one], [word.text for word in other])
    if same == len(one) == len(other):
        return one
    if not same:
        return None
    end = unknown_end(one[:same])
    end.added = tuple(islice(_added([*one[same:], *other[same:]]), _MOST_ADDED))
    return [*one[:same], end]


def _added(words: list[Word]) -> Iterator[Word]:
    """The words behind what is the same; of an unknown one those that it may stand for."""
    for word in words:
        yield from word.added or (word,)


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """How much two sequences begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def unknown_end(words: list[Word]) -> Word:
    """A word behind others that stands for any number of them."""
    at = words[-1].end if words else 0
    return unknown_word(at, at)


def with_open_end(value: Word, length: int) -> Word:
    """The beginning of a text, and unknown words behind it."""
    starts, ends = value.places()
    word = Word(value.start)
    end = ends[length - 1] if length else value.start
    word.text, word.end, word.quoted = f"{value.text[:length]} {UNKNOWN_PART}", end, value.quoted
    behind = offsets([end, end])
    word.starts, word.ends = starts[:length] + behind, ends[:length] + behind
    if value.parts is not None:
        word.parts = shifted(value.parts, 0, length)
    return word
