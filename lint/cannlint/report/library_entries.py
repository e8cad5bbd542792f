"""Which entries of config files mean something else, at the end of a difference."""

from __future__ import annotations

from cannlint.language import Phrase, counted, said, translated
from cannlint.library.difference import DTYPES, LIST
from cannlint.library.entries import CAME, GONE, MODES, SWITCH
from cannlint.report.tables import aligned
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.library.entries import Entry, FileEntries
    from cannlint.report.styles import Line

_SAID = {
    CAME: Phrase("the operator is new"),
    GONE: Phrase("the operator is gone"),
    LIST: Phrase("another default list"),
    DTYPES: Phrase("other dtype combinations"),
    MODES: Phrase("other implementation modes"),
    SWITCH: Phrase("the release switches otherwise"),
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
        outcome = translated("CANN refuses it, so its entries mean nothing; see cannlint check")
    else:
        things = counted(len(file.entries), "entry", "entries")
        outcome = said("{number} of {things}", number=len(moved), things=things)
    yield [(f"{printable(file.path)} · {file.kind.value} · {outcome}", "")]
    yield from aligned([_entry(entry) for entry in moved])


def _entry(entry: Entry) -> list[tuple[str, str]]:
    name = f"{entry.name}: {entry.value}" if entry.value else entry.name
    changes = translated("; ").join(translated(_SAID[what]) for what in entry.changes)
    return [(printable(name), ""), (changes, "")]


def _sum(files: Sequence[FileEntries]) -> str:
    entries = [entry for file in files for entry in file.entries]
    moved = sum(bool(entry.changes) for entry in entries)
    total = said(
        "{moved} of {things} changes meaning"
        if moved == 1
        else "{moved} of {things} change meaning",
        moved=moved,
        things=counted(len(entries), "entry", "entries"),
    )
    unknown = sum(not entry.is_compared for entry in entries)
    if unknown:
        total = said(
            "{total}; {unknown} not compared, as a library does not tell",
            total=total,
            unknown=unknown,
        )
    nodes = sum(file.nodes for file in files)
    if not nodes:
        return total
    return said(
        "{total}; {nodes} more names a node, whose type only the model tells"
        if nodes == 1
        else "{total}; {nodes} more name nodes, whose types only the model tells",
        total=total,
        nodes=nodes,
    )
