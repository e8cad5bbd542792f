"""The releases of which only the open operators are known: composites.

A composite has the operators of the last real library of each SoC folder, in their place those that
the release's own open sources define, and what is open of folders without a real library. The
open operators of all such releases are in one file of the compact form:

    {"cannlint": "releases/1", "releases": {...}, "socs": {...}, "modes": {...}, "dtypes": [...]}
    Abs<TAB>3f<TAB>entry

A release has its folders in the header, and for each an own bit in the number, from the bit `at`
on. `=` in place of an entry: it is that of the real library. A SoC has a bit for each release in
its first number, an operator of the mode list likewise.
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.library.compact import library_of, stored
from cannlint.library.model import COMPOSITE, INSTALL, OPEN, Library, Soc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.compact import Compact

FORMAT = "releases/1"
FILE = "releases.ops"
SAME = "="
"""Stands for the entry of the real library."""


class Composite:
    """The operators of a release: what is open of it, over real libraries.

    `facts` is what the header of the file says of the release: the bit of its first folder, its
    folders, and by folder the release of its real library.
    """

    def __init__(self, opened: Compact, facts: dict[str, Any]) -> None:
        self.folders: tuple[str, ...] = tuple(facts["folders"])
        self._opened = opened
        self._at = facts["at"]
        self._every = (1 << len(self.folders)) - 1
        self._bases: dict[str, list[str]] = {}
        for folder in self.folders:
            if folder in facts["real"]:
                self._bases.setdefault(facts["real"][folder], []).append(folder)

    def lookup(self, op_type: str) -> dict[str, Operator]:
        """The operator in each folder that contains it."""
        found: dict[str, Operator] = {}
        for release, folders in self._bases.items():
            known = _real(release).lookup(op_type)
            found.update({folder: known[folder] for folder in folders if folder in known})
        for mask, entry in self._lines(op_type):
            if entry != SAME:
                operator = self._opened.operator(op_type, entry)
                found.update(dict.fromkeys(self._folders_of(mask), operator))
        return {folder: found[folder] for folder in self.folders if folder in found}

    def lookup_in(self, op_type: str, folder: str) -> Operator | None:
        """The operator in one folder; no other entry is decoded."""
        bit = 1 << self.folders.index(folder)
        for mask, entry in self._lines(op_type):
            if mask & bit and entry != SAME:
                return self._opened.operator(op_type, entry)
        for release, folders in self._bases.items():
            if folder in folders:
                return _real(release).lookup_in(op_type, folder)
        return None

    def opened_in(self, op_type: str) -> tuple[str, ...]:
        """The folders for which the release's own sources define the operator."""
        masks = (mask for mask, _ in self._lines(op_type))
        found = {folder for mask in masks for folder in self._folders_of(mask)}
        return tuple(folder for folder in self.folders if folder in found)

    def names(self) -> list[str]:
        """Every operator type."""
        found = set(self._opened.names_of(self._every << self._at))
        for release, folders in self._bases.items():
            found.update(_real(release).names_in(folders))
        return sorted(found)

    def _lines(self, op_type: str) -> list[tuple[int, str]]:
        lines = _lines_of(op_type)
        found = ((mask >> self._at & self._every, entry) for mask, entry in lines)
        return [(mask, entry) for mask, entry in found if mask]

    def _folders_of(self, mask: int) -> list[str]:
        return [folder for at, folder in enumerate(self.folders) if mask >> at & 1]


@lru_cache(maxsize=16)
def _lines_of(op_type: str) -> list[tuple[int, str]]:
    """The lines of an operator; releases are compared one operator after the other."""
    return [*stored(FILE).lines(op_type)]


def _real(release: str) -> Compact:
    """What is embedded of a real library."""
    return stored(f"{release}.ops")


def composite(release: str) -> Library:
    """The composite of a release; entries are decoded when they are needed."""
    header = stored(FILE).header
    facts = header["releases"][release]
    bit = 1 << [*header["releases"]].index(release)
    operators = Composite(stored(FILE), facts)
    socs = {
        version: Soc(version, folder, *map(bool, able))
        for version, (releases, folder, *able) in header["socs"].items()
        if releases & bit
    }
    library = Library(
        release, "embedded", None, operators.folders, socs, operators.lookup, operators.names
    )
    library.is_complete = False
    library.lookup_in = operators.lookup_in
    library.opened_in = operators.opened_in
    library.known_in = {
        folder: _known(release, facts["real"].get(folder)) for folder in operators.folders
    }
    library.bases = facts["real"]
    library.modes = {
        op_type: tuple(modes)
        for op_type, (releases, *modes) in header["modes"].items()
        if releases & bit
    }
    library.carried = {
        what: facts[what] for what in ("mode_files", "switches") if facts[what] != release
    }
    library.mode_files = library_of(_real(facts["mode_files"]), "embedded").mode_files
    built_in = library_of(_real(facts["switches"]), "embedded")
    library.switches, library.exceptional = built_in.switches, built_in.exceptional
    return library


def _known(release: str, of: str | None) -> str:
    if of is None:
        return OPEN
    return INSTALL if of == release else COMPOSITE
