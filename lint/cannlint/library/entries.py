"""The entries of config files, and which ones another library changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cannlint.cann.fusion import ALL, EXCEPTIONAL, ON
from cannlint.formats.format import CAME, GONE, MODES, SWITCH, Entry
from cannlint.kinds import FORMATS, Kind
from cannlint.library.difference import ALWAYS_ON, Difference, SettingChange
from cannlint.library.snapshot import fusion_passes


class FileEntries:
    """The entries of one config file, and how many others name nodes, whose types are unknown."""

    __slots__ = ("accepted", "entries", "kind", "nodes", "path")

    def __init__(self, reading: Any) -> None:
        self.path: str = reading.source.path
        self.kind: Kind = reading.kind
        self.accepted: bool = reading.accepted
        self.entries: list[Entry] = []
        self.nodes = 0
        if not reading.accepted:
            return
        self.entries, self.nodes = FORMATS[self.kind].entries(reading)


class NamedPasses:
    """The passes that some files name; `ALL` names every pass of its group."""

    def __init__(self, files: Iterable[FileEntries]) -> None:
        entries = [entry for file in files for entry in file.entries]
        self._named = {(group, entry.name) for entry in entries for group in entry.groups}
        self._names = {name for _, name in self._named}

    def __contains__(self, key: object) -> bool:
        assert isinstance(key, tuple)
        group, name = key
        if group == EXCEPTIONAL:
            return name in self._names or ALL in self._names
        return (group, name) in self._named or (group, ALL) in self._named


def named_operators(files: Iterable[FileEntries]) -> frozenset[str]:
    """The operator types that some files name."""
    return frozenset(entry.name for file in files for entry in file.entries if not entry.groups)


def mark_changes(files: Iterable[FileEntries], difference: Difference) -> None:
    """Note for every entry the changed properties that it depends on."""
    moved = _moved_operators(difference)
    for file in files:
        for entry in file.entries:
            if not entry.groups:
                found = moved.get(entry.name, frozenset())
            else:
                found = frozenset([SWITCH] if _is_switched(entry, file, difference) else [])
            entry.changes = tuple(what for what in FORMATS[file.kind].concerns if what in found)
            entry.is_compared = bool(entry.changes) or _is_compared(entry, difference)


def _is_compared(entry: Entry, difference: Difference) -> bool:
    """Whether both libraries know an operator or pass; one may have only open operators."""
    if entry.groups:
        return difference.switches is not None
    old, new = difference.old, difference.new
    pairs = [folder.folders for folder in difference.folders]
    if all(old.is_complete_in(one) and new.is_complete_in(other) for one, other in pairs):
        return True
    before, after = old.operator(entry.name), new.operator(entry.name)
    return any(one in before and other in after for one, other in pairs)


def _moved_operators(difference: Difference) -> dict[str, frozenset[str]]:
    moved: dict[str, set[str]] = {}
    for name, what in _moves(difference):
        moved.setdefault(name, set()).add(what)
    return {name: frozenset(found) for name, found in moved.items()}


def _moves(difference: Difference) -> Iterator[tuple[str, str]]:
    for folder in difference.folders:
        yield from ((name, CAME) for name in folder.came or ())
        yield from ((name, GONE) for name in folder.gone or ())
        for change in folder.changes:
            yield from ((change.op_type, aspect) for aspect in change.aspects)
    yield from ((change.name, MODES) for change in difference.modes or ())


def _is_switched(entry: Entry, file: FileEntries, difference: Difference) -> bool:
    """Whether a pass that the entry decides about ends otherwise.

    A pass's own entry wins over the built-in switch, but not over ExceptionalPassOfO1Level; the
    entry `ALL` is for the passes that neither the file nor the release names.
    """
    own = {other.name for other in file.entries if set(other.groups) & set(entry.groups)}
    for change in difference.switches or ():
        if entry.name == ALL:
            concerns = bool(_groups(change) & set(entry.groups)) and change.name not in own
        else:
            concerns = change.scope == EXCEPTIONAL and change.name == entry.name
        if concerns and _state(change.old, entry) != _state(change.new, entry):
            return True
    return False


def _groups(change: SettingChange) -> set[str]:
    if change.scope != EXCEPTIONAL:
        return {change.scope}
    return {group for group, names in fusion_passes().groups.items() if change.name in names}


def _state(switch: str | None, entry: Entry) -> str:
    if switch is None:
        return entry.value
    return ON if switch == ALWAYS_ON else switch
