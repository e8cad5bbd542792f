"""Which entries of config files mean something else, at the end of a difference."""

from __future__ import annotations

from cannlint.library.difference import DTYPES, LIST
from cannlint.library.entries import CAME, GONE, MODES, SWITCH
from cannlint.report.library_names import count_of
from cannlint.report.tables import aligned
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.library.entries import Entry, FileEntries
    from cannlint.report.styles import Line

_SAID = {
    CAME: "the operator is new",
    GONE: "the operator is gone",
    LIST: "another default list",
    DTYPES: "other dtype combinations",
    MODES: "other implementation modes",
    SWITCH: "the release switches otherwise",
}


def lines(files: Sequence[FileEntries]) -> Iterator[Line]:
    """The entries that change, file by file, and the sum."""
    yield []
    for file in files:
        yield from _file(file)
    yield [(_sum(files), "name")]


def _file(file: FileEntries) -> Iterator[Line]:
    moved = [entry for entry in file.entries if entry.changes]
    if not file.accepted:
        said = "CANN refuses it, so its entries mean nothing; see cannlint check"
    else:
        said = f"{len(moved)} of {count_of(len(file.entries), 'entry', 'entries')}"
    yield [(f"{printable(file.path)} · {file.kind.value} · {said}", "")]
    yield from aligned([_entry(entry) for entry in moved])


def _entry(entry: Entry) -> list[tuple[str, str]]:
    name = f"{entry.name}: {entry.value}" if entry.value else entry.name
    return [(printable(name), ""), ("; ".join(_SAID[what] for what in entry.changes), "")]


def _sum(files: Sequence[FileEntries]) -> str:
    entries = [entry for file in files for entry in file.entries]
    moved = sum(bool(entry.changes) for entry in entries)
    verb = "changes" if moved == 1 else "change"
    total = f"{moved} of {count_of(len(entries), 'entry', 'entries')} {verb} meaning"
    nodes = sum(file.nodes for file in files)
    if not nodes:
        return total
    name = "names a node, whose type" if nodes == 1 else "name nodes, whose types"
    return f"{total}; {nodes} more {name} only the model tells"
