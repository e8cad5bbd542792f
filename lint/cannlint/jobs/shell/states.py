"""What is known of the variables of a shell script at several places, kept as differences.

A table has what is known at one place, and each state of another place has the differences on the
way to it. So to go back to a state, or to compare it with the table, takes as long as what has
changed in between, however many variables there are.
"""

from __future__ import annotations

from cannlint.jobs.shell.word import Variables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from cannlint.jobs.shell.word import Sources, Word

    Known = TypeVar("Known")

    Entry = tuple[Word | None, list[Word] | None, Sources | None]
    """The text of a variable, its words, and their sources; None for what is not known."""


class State:
    """What is known at a place: `changes` differ from the place `next`, None for the table."""

    __slots__ = ("changes", "next")

    def __init__(self) -> None:
        self.next: State | None = None
        self.changes: dict[str, Entry] = {}


class Table(Variables):
    """The variables that are known at one place, and the way to other places."""

    __slots__ = ("_before", "_here", "_is_held")

    def __init__(self) -> None:
        super().__init__()
        self._here = State()
        self._before: dict[str, Entry] = {}
        self._is_held = False

    def state(self) -> State:
        """What is known now, to go back to."""
        self._is_held = True
        return self._here

    def restore(self, state: State) -> None:
        """Know again what was known before."""
        for place in reversed([*self._way_from(state)]):
            here = self._here
            here.next, place.next = place, None
            here.changes = {name: self.entry(name) for name in place.changes}
            for name, entry in place.changes.items():
                self._put(name, entry)
            place.changes = {}
            self._here = place
        self._is_held = True

    def entry(self, name: str) -> Entry:
        """All that is known of a variable."""
        return self.texts.get(name), self.arrays.get(name), self.sources.get(name)

    def changed_since(self, state: State) -> dict[str, Entry]:
        """The variables that may have changed since a state, as they were in it."""
        found: dict[str, Entry] = {}
        for place in self._way_from(state):
            for name, entry in place.changes.items():
                found.setdefault(name, entry)
        return found

    def set(self, name: str, entry: Entry) -> None:
        """Know something else of a variable."""
        self.change(name)
        self._put(name, entry)

    def change(self, *names: str) -> None:
        """Note what is known of variables before it changes."""
        if self._is_held:
            before, self._here = self._here, State()
            before.next, before.changes = self._here, {}
            self._before, self._is_held = before.changes, False
        for name in names:
            if name not in self._before:
                self._before[name] = self.entry(name)

    def _way_from(self, state: State) -> Iterator[State]:
        """The places from a state to the table."""
        place: State | None = state
        while place is not None and place is not self._here:
            yield place
            place = place.next

    def _put(self, name: str, entry: Entry) -> None:
        text, words, sources = entry
        _put_in(self.texts, name, text)
        _put_in(self.arrays, name, words)
        _put_in(self.sources, name, sources)


def _put_in(known: dict[str, Known], name: str, value: Known | None) -> None:
    if value is None:
        known.pop(name, None)
    else:
        known[name] = value
