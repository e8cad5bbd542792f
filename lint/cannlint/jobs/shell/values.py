"""What is known of the variables of a shell script at one place of it.

A value stands with its sources: the variables, loops and calls that it comes from. A condition
on one of them tells the values apart that get past it, so that behind it they are unknown.
"""

from __future__ import annotations

import re
from functools import reduce
from itertools import compress
from operator import not_

from cannlint.jobs.shell.merging import (
    both,
    in_order,
    is_forgotten,
    or_one_of,
    unknown_end,
    with_open_end,
)
from cannlint.jobs.shell.states import Table
from cannlint.jobs.shell.word import NAME, NONE, UNKNOWN_PART, Word, part_of, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.jobs.shell.states import Entry, State
    from cannlint.jobs.shell.steps import Steps
    from cannlint.jobs.shell.word import Sources

    Apart = tuple[State, int, str, bool]

ALL, STATUS = "@", "?"
"""The names of the positional parameters, `$@`, and of what the last command came to, `$?`."""

ANY = "="
"""Stands for the name of a variable that only a run knows."""

_NOTHING: Entry = (None, None, None)

_LONGEST = 4096
"""Characters of a variable that is followed: variables may double each other."""
_MOST = 50_000
"""Words of variables that are followed in one script: a long list may be used many times."""
_MOST_NAMES = 500
"""Variables that are followed at one place of a script."""

_VARIABLE = re.compile(rf"\$(?:({NAME.pattern}|\d)|\{{({NAME.pattern}|\d+)\}})", re.ASCII)
_ARRAY = re.compile(
    rf'(?:"\$\{{({NAME.pattern})\[@\]\}}"|\$\{{({NAME.pattern})\[[@*]\]\}}'
    rf'|"\$(@)"|"\$\{{(@)\}}"|\$[@*]|\$\{{[@*]\}})',
    re.ASCII,
)
_SPLIT = re.compile(r"\S+")
_NOT_SPLIT = re.compile(r"['\"\\*?\[]")
"""What a shell leaves alone, or takes for names of files, where it cuts a value into words."""
_FROM_OUTSIDE = re.compile(r"\$\{?([A-Za-z_]\w*|\d)", re.ASCII)
_MENTIONED = re.compile(r"[A-Za-z_]\w*|(?<=\$)[\d@*#?]|(?<=\$\{)[\d@*#?]", re.ASCII)


class Values(Table):
    """The variables that are known, and the `sources` of those that are or were.

    `status` is the text of what `$?` depends on, `given` what `${NAME:=text}` has just set, `steps`
    are those that are left for the script.
    """

    __slots__ = ("given", "left", "status", "steps")

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps
        self.left = _MOST
        self.status = ""
        self.given: dict[str, Word] = {}

    def set_apart(self) -> Apart:
        """Go on for a shell of its own, whose changes do not come back; what to come back to."""
        before = self.state(), self.left, self.status, self.is_split_at_blanks
        self.status = ""
        return before

    def come_back(self, before: Apart) -> None:
        """Know again what was known before a shell of its own."""
        state, self.left, self.status, self.is_split_at_blanks = before
        self.restore(state)

    def hide(self, name: str) -> Word | None:
        """Know a text no more for now."""
        if name not in self.texts:
            return None
        self.change(name)
        return self.texts.pop(name)

    def show(self, hidden: dict[str, Word]) -> None:
        """Know texts again that were hidden."""
        self.change(*hidden)
        self.texts.update(hidden)

    def words_of(self, written: str) -> list[Word] | None:
        """The words that one word of the script stands for, where they are known to be several."""
        words = self._words_of(written) if self.left > 0 else None
        self.left -= len(words or ())
        return words

    def _words_of(self, written: str) -> list[Word] | None:
        array = _ARRAY.fullmatch(written)
        if array is not None:
            return self.arrays.get(next(filter(None, array.groups()), ALL))
        variable = _VARIABLE.fullmatch(written)
        if variable is None or not self.is_split_at_blanks:
            return None
        value = self.texts.get(variable[1] or variable[2])
        if value is None or not re.search(r"\s", value.text) or _NOT_SPLIT.search(value.text):
            return None
        return [part_of(value, *match.span()) for match in _SPLIT.finditer(value.text)]

    def set_text(self, name: str, value: Word, sources: Sources) -> None:
        """Note the value of a variable; one of which nothing is known is forgotten."""
        self.forget(name)
        self.note_sources(name, sources)
        small = len(value.text) < _LONGEST and len(self.texts) < _MOST_NAMES
        is_known = value.text != UNKNOWN_PART or value.choices is not None
        if small and value.text[:1] != "~" and is_known:
            self.texts[name] = value

    def set_list(self, name: str, words: list[Word], sources: Sources) -> None:
        """Note the words of an array, or of `$@`."""
        self.forget(name)
        self.note_sources(name, sources)
        self.steps.take(len(words) // 16)
        if len(words) < _LONGEST and len(self.arrays) < _MOST_NAMES:
            self.arrays[name] = words

    def set_positional(self, words: Sequence[Word], sources: Sources) -> None:
        """Note `$@`, and of `$1`, `$2`, ... those in front of the first word of unknown length."""
        self.forget(*(name for name in self.texts if name.isdigit()))
        self.set_list(ALL, list(words), sources)
        for name in ("#", "*"):
            self.note_sources(name, sources)
        for number, word in enumerate(words, 1):
            if word.text == UNKNOWN_PART and not word.quoted:
                break
            self.set_text(str(number), word, sources)

    def note_sources(self, name: str, sources: Sources) -> None:
        """Note where a value comes from that is not known."""
        self.change(name)
        self.sources[name] = sources

    def forget(self, *names: str) -> None:
        """Know nothing of some variables any more."""
        for name in names:
            if name == ANY:
                self.forget_all()
            elif name in self.sources:
                self.set(name, _NOTHING)

    def forget_all(self) -> None:
        """Know nothing of any variable any more."""
        for name in list(self.sources):
            self.set(name, _NOTHING)

    def forget_positional(self) -> None:
        """Know nothing of `$@`, `$1`, ..."""
        self.forget(ALL, *(name for name in self.texts if name.isdigit()))

    def restore_names(self, before: State, names: Iterable[str]) -> None:
        """Know of some variables, and of `$@`, what was known before."""
        self.forget_positional()
        known = self.changed_since(before)
        positional = [name for name, entry in known.items() if name.isdigit() and entry[0]]
        for name in {*names, *positional, ALL, "#", "*"} & known.keys():
            self.set(name, known[name])

    def forget_from(self, sources: Sources) -> None:
        """Know no value any more that comes from one of these; where from is still known."""
        if not sources:
            return
        names = [*self.texts, *self.arrays]
        self.steps.take(len(names) // 4)
        is_other = map(sources.isdisjoint, map(self.sources.__getitem__, names))
        for name in list(compress(names, map(not_, is_other))):
            self.change(name)
            self._forget_parts(name, sources)

    def _forget_parts(self, name: str, sources: Sources) -> None:
        """Know no more of a value than what was written beside what comes from the sources."""
        if name in sources:
            self.texts.pop(name, None)
            self.arrays.pop(name, None)
        elif name in self.texts:
            value = self.texts.pop(name)
            if value.parts:
                self.texts[name] = without(value, sources)
        elif all(word.parts is not None for word in self.arrays[name]):
            self.arrays[name] = [without(word, sources) for word in self.arrays[name]]
        else:
            del self.arrays[name]

    def mentioned(self, text: str) -> Sources:
        """The sources of all variables that a piece of the script may mention.

        A variable that comes from outside is its own source.
        """
        names = set(_MENTIONED.findall(text))
        found = NONE.union(*map(self.sources.__getitem__, self.sources.keys() & names))
        found |= {name for name in _FROM_OUTSIDE.findall(text) if name not in self.sources}
        self.steps.take(len(text) // 8 + len(names) + len(found))
        if STATUS not in names:
            return found
        status, self.status = self.status, ""
        found |= self.mentioned(status)
        self.status = status
        return found

    def open_end(self, name: str) -> None:
        """Something more may have been added to a variable: what was in front is still there."""
        self.change(name)
        if name in self.arrays:
            if self.arrays[name][-1:] and self.arrays[name][-1].text == UNKNOWN_PART:
                return
            self.arrays[name] = [*self.arrays[name], unknown_end(self.arrays[name])]
        elif name in self.texts:
            self.texts[name] = with_open_end(self.texts[name], len(self.texts[name].text))

    def merge(self, state: State, sources: Sources = NONE) -> None:
        """Know what is so in a state and at present; `sources` are those of the condition."""
        changed = self.changed_since(state)
        self.steps.take(len(changed))
        for name, entry in changed.items():
            here = self.entry(name)
            if is_forgotten(here, entry):
                self.set(name, entry)
                continue
            self._set_merged(name, or_one_of(both(here, entry), [here[0]], entry, sources))

    def join(self, base: State, ends: Sequence[State], sources: Sources = NONE) -> None:
        """Know what is so in each of some states, all of which have come from a base.

        `sources` are those of the conditions that tell the states apart.
        """
        self.restore(base)
        changed: dict[str, dict[int, Entry]] = {}
        for number, end in enumerate(ends):
            since = self.changed_since(end)
            self.steps.take(len(since))
            for name, entry in since.items():
                changed.setdefault(name, {})[number] = entry
        for name, entries in changed.items():
            before = self.entry(name)
            if all(is_forgotten(entry, before) for entry in entries.values()):
                continue
            merged = reduce(both, in_order(entries, before, len(ends)))
            texts = [entry[0] for entry in entries.values()]
            in_front = before if len(entries) < len(ends) else _NOTHING
            self._set_merged(name, or_one_of(merged, texts, in_front, sources))

    def _set_merged(self, name: str, entry: Entry) -> None:
        """Know what two places have in common, of as many texts as are followed."""
        if len(self.texts) >= _MOST_NAMES and name not in self.texts:
            entry = (None, *entry[1:])
        self.set(name, entry)


def is_list(written: str) -> bool:
    """Whether what is written stands for all the words of an array."""
    return _ARRAY.fullmatch(written) is not None
