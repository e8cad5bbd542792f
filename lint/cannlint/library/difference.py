"""The differences between two operator libraries."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from cannlint.cann.fusion import EXCEPTIONAL, OFF, ON
from cannlint.formats.format import DTYPES, LIST
from cannlint.formats.ops_info.operator import Operator
from cannlint.language import Phrase
from cannlint.library.model import Library

Pair = tuple[str, str]
Scopes = dict[str, dict[str, str]]

TENSORS, FLAGS, REST = "tensors", "flags", "rest"
ASPECTS = (LIST, DTYPES, TENSORS, FLAGS, REST)
"""What may differ about an operator: default list, dtype columns, tensors, flags, and how its
columns are made, its formats included."""


ALWAYS_ON = Phrase("always on")
"""The state of a pass of ExceptionalPassOfO1Level: no file turns it off."""


class Change:
    """An operator that both libraries have and describe differently; `aspects` says in what."""

    __slots__ = ("aspects", "new", "old", "op_type")

    def __init__(self, old: Operator, new: Operator, aspects: tuple[str, ...]) -> None:
        self.op_type = old.op_type
        self.old = old
        self.new = new
        self.aspects = aspects


@dataclass(eq=False, slots=True)
class FolderDifference:
    """What is different between a folder of the old library and one of the new.

    `came` and `gone` are None where the other library is not complete: an operator that it
    lacks may exist. `shared` counts the operators that both have.
    """

    folders: Pair
    came: tuple[str, ...] | None = field(init=False, default=None)
    gone: tuple[str, ...] | None = field(init=False, default=None)
    shared: int = field(init=False, default=0)
    changes: tuple[Change, ...] = field(init=False, default=())

    def moved(self, aspect: str) -> list[Change]:
        """The operators that differ in one aspect."""
        return [change for change in self.changes if aspect in change.aspects]


@dataclass(eq=False, slots=True)
class SettingChange:
    """A mode or a switch that the libraries have differently; None where one does not have it.

    `scope` is the mode file or the group of passes that it belongs to; empty for the modes that
    an operator has.
    """

    scope: str
    name: str
    old: str | None
    new: str | None


@dataclass(eq=False, slots=True)
class Difference:
    """All of it; `modes`, `mode_files` and `switches` are None where a library has none."""

    old: Library
    new: Library
    folders: list[FolderDifference] = field(init=False, default_factory=list)
    modes: list[SettingChange] | None = field(init=False, default=None)
    mode_files: list[SettingChange] | None = field(init=False, default=None)
    switches: list[SettingChange] | None = field(init=False, default=None)


class Everything:
    """Contains every name: no restriction."""

    def __contains__(self, name: object) -> bool:
        return True


EVERYTHING = Everything()


def compare(
    old: Library,
    new: Library,
    folders: Sequence[Pair],
    operators: Container[str] = EVERYTHING,
    passes: Container[Pair] = EVERYTHING,
) -> Difference:
    """The differences for these folders, operator types and passes (group, name)."""
    found = Difference(old, new)
    before, after = _entries(old, operators), _entries(new, operators)
    for pair in folders:
        found.folders.append(_folder(pair, _of(pair[0], before), _of(pair[1], after)))
        if not old.is_complete_in(pair[0]):
            found.folders[-1].came = None
        if not new.is_complete_in(pair[1]):
            found.folders[-1].gone = None
    found.modes, found.mode_files = _mode_changes(old, new, operators)
    found.switches = _switch_changes(old, new, passes)
    return found


def _entries(library: Library, wanted: Container[str]) -> dict[str, dict[str, Operator]]:
    """Operator type → folder → operator: every entry is decoded once."""
    return {name: library.operator(name) for name in library.names() if name in wanted}


def _of(folder: str, entries: dict[str, dict[str, Operator]]) -> dict[str, Operator]:
    return {name: found[folder] for name, found in entries.items() if folder in found}


def _folder(folders: Pair, old: dict[str, Operator], new: dict[str, Operator]) -> FolderDifference:
    found = FolderDifference(folders)
    found.came = tuple(name for name in new if name not in old)
    found.gone = tuple(name for name in old if name not in new)
    both = [name for name in old if name in new]
    found.shared = len(both)
    changes = (Change(old[name], new[name], _aspects(old[name], new[name])) for name in both)
    found.changes = tuple(change for change in changes if change.aspects)
    return found


def _aspects(old: Operator, new: Operator) -> tuple[str, ...]:
    differs = {
        LIST: old.default_list != new.default_list,
        DTYPES: old.columns() != new.columns(),
        TENSORS: _tensors(old) != _tensors(new),
        FLAGS: old.flags != new.flags,
    }
    found = tuple(aspect for aspect, is_different in differs.items() if is_different)
    return found or (() if old.key() == new.key() else (REST,))


def _tensors(operator: Operator) -> list[list[tuple[str, str]]]:
    return [
        [(tensor.name, tensor.param_type) for tensor in side]
        for side in (operator.inputs, operator.outputs)
    ]


def _mode_changes(
    old: Library, new: Library, operators: Container[str]
) -> tuple[list[SettingChange] | None, list[SettingChange] | None]:
    """The modes that operators have, and those that the built-in mode files set.

    None in place of either that one of the libraries does not carry.
    """
    modes = mode_files = None
    if old.modes and new.modes:
        modes = _changes({"": _joined(old.modes)}, {"": _joined(new.modes)})
    if old.has_own("mode_files") and new.has_own("mode_files"):
        mode_files = _changes(old.mode_files, new.mode_files)
    wanted = (
        [change for change in changes if change.name in operators] if changes is not None else None
        for changes in (modes, mode_files)
    )
    return next(wanted), next(wanted)


def _joined(modes: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {op_type: ", ".join(listed) for op_type, listed in modes.items()}


def _switch_changes(
    old: Library, new: Library, passes: Container[tuple[str, str]]
) -> list[SettingChange] | None:
    """The built-in fusion switches; None where one of the libraries does not carry them."""
    if not (old.has_own("switches") and new.has_own("switches")):
        return None
    changes = _changes(_switches(old), _switches(new))
    return [change for change in changes if (change.scope, change.name) in passes]


def _switches(library: Library) -> Scopes:
    found = {
        group: {name: ON if on else OFF for name, on in switches.items()}
        for group, switches in library.switches.items()
    }
    return {**found, EXCEPTIONAL: dict.fromkeys(library.exceptional, ALWAYS_ON)}


def _changes(old: Scopes, new: Scopes) -> list[SettingChange]:
    return [
        change
        for scope in dict.fromkeys([*old, *new])
        for change in _changes_of(scope, old.get(scope, {}), new.get(scope, {}))
    ]


def _changes_of(scope: str, old: dict[str, str], new: dict[str, str]) -> Iterator[SettingChange]:
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield SettingChange(scope, name, old.get(name), new.get(name))
