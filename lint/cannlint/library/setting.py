"""Modes and switches that two libraries have differently."""

from __future__ import annotations

from cannlint.cann.fusion import EXCEPTIONAL, OFF, ON
from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from cannlint.library.model import Library

    Scopes = dict[str, dict[str, str]]

ALWAYS_ON = Phrase("always on")
"""What a pass of ExceptionalPassOfO1Level is: no file turns it off."""


class Setting:
    """A setting by name that the libraries have differently; None where one does not have it.

    `scope` is the mode file or the group of passes that it belongs to; empty for the modes that
    an operator has.
    """

    __slots__ = ("name", "new", "old", "scope")

    def __init__(self, scope: str, name: str, old: str | None, new: str | None) -> None:
        self.scope = scope
        self.name = name
        self.old = old
        self.new = new


def mode_changes(
    old: Library, new: Library, operators: Container[str]
) -> tuple[list[Setting] | None, list[Setting] | None]:
    """The modes that operators have, and those that the built-in mode files set.

    None in place of either that one of the libraries does not carry.
    """
    modes = mode_files = None
    if old.modes and new.modes:
        modes = _changes({"": _joined(old.modes)}, {"": _joined(new.modes)})
    if old.mode_files and new.mode_files:
        mode_files = _changes(old.mode_files, new.mode_files)
    wanted = (
        [change for change in changes if change.name in operators] if changes is not None else None
        for changes in (modes, mode_files)
    )
    return next(wanted), next(wanted)


def _joined(modes: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {op_type: ", ".join(listed) for op_type, listed in modes.items()}


def switch_changes(
    old: Library, new: Library, passes: Container[tuple[str, str]]
) -> list[Setting] | None:
    """The built-in fusion switches; None where one of the libraries does not carry them."""
    if not (old.switches and new.switches):
        return None
    changes = _changes(_switches(old), _switches(new))
    return [change for change in changes if (change.scope, change.name) in passes]


def _switches(library: Library) -> Scopes:
    found = {
        group: {name: ON if on else OFF for name, on in switches.items()}
        for group, switches in library.switches.items()
    }
    return {**found, EXCEPTIONAL: dict.fromkeys(library.exceptional, ALWAYS_ON)}


def _changes(old: Scopes, new: Scopes) -> list[Setting]:
    return [
        change
        for scope in dict.fromkeys([*old, *new])
        for change in _changes_of(scope, old.get(scope, {}), new.get(scope, {}))
    ]


def _changes_of(scope: str, old: dict[str, str], new: dict[str, str]) -> Iterator[Setting]:
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield Setting(scope, name, old.get(name), new.get(name))
