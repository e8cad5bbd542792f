"""What the files of a folder show of themselves, for a first configuration."""

from __future__ import annotations

from cannlint.discovery.detect import kind_of
from cannlint.discovery.walk import files_in
from cannlint.errors import UnreadablePathError
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.kinds import Kind


class TellingFile:
    """A config file of a folder, its kind, and whether its content tells it or only its name."""

    __slots__ = ("by_content", "kind", "path")

    def __init__(self, path: str, kind: Kind, by_content: bool) -> None:
        self.path = path
        self.kind = kind
        self.by_content = by_content


def told_kinds(folder: str) -> list[TellingFile]:
    """The files of a folder whose kind can be told, in order."""
    found = []
    for path in files_in(folder, isolated=True):
        try:
            data = read_source(path).data
        except UnreadablePathError:
            continue
        by_content = kind_of("", data)
        kind = by_content or kind_of(path, data, loosely=True)
        if kind is not None and path.isprintable():
            found.append(TellingFile(path, kind, by_content is not None))
    return found
