"""Find all config files of a folder with their kinds, for a first cannlint.toml."""

from __future__ import annotations

from dataclasses import dataclass

from cannlint.discovery.detect import kind_of
from cannlint.discovery.walk import files_in
from cannlint.errors import UnreadablePathError
from cannlint.kinds import LIBRARY_KINDS, SCRIPT_KINDS, Kind
from cannlint.text.source import read_source


@dataclass(eq=False, slots=True)
class FoundFile:
    """A file of known kind; `by_content` says whether its content or only its name shows it.

    Only a script of a language is a script, so `[files]` has none.
    """

    path: str
    kind: Kind
    by_content: bool


def find_files(folder: str) -> list[FoundFile]:
    """The files of known kind in a folder, sorted."""
    found = []
    for path in files_in(folder, isolated=True):
        try:
            data = read_source(path).data
        except UnreadablePathError:
            continue
        kind = kind_of(path, data, loosely=True)
        if kind is not None and kind not in LIBRARY_KINDS and path.isprintable():
            by_content = kind in SCRIPT_KINDS or kind_of("", data) is kind
            found.append(FoundFile(path, kind, by_content))
    return found
