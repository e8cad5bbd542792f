"""The differences of two libraries, for `cannlint library diff`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cannlint.formats.format import CAME, DTYPES, GONE, LIST, MODES, SWITCH, Entry
from cannlint.formats.ops_info.operator import Operator
from cannlint.language import Phrase, counted, said, translated
from cannlint.library.difference import (
    FLAGS,
    REST,
    TENSORS,
    Change,
    Difference,
    FolderDifference,
    SettingChange,
)
from cannlint.library.entries import FileEntries
from cannlint.report.library_list import described, name_of, written
from cannlint.report.tables import aligned, wrapped
from cannlint.text.printable import printable

if TYPE_CHECKING:
    from cannlint.report.styles import Line

_MOST_PIECES = 3
_OTHER_ASPECTS = {
    TENSORS: Phrase("different tensors"),
    FLAGS: Phrase("different flags"),
    REST: Phrase("different formats or source of the dtype combinations"),
}
_SETTINGS = {
    "modes": (Phrase("implementation modes"), Phrase("no all_ops_impl_mode.ini")),
    "mode_files": (Phrase("built-in mode files"), Phrase("none")),
    "switches": (Phrase("built-in fusion switches"), Phrase("no fusion_config.json")),
}

_ENTRY_CHANGES = {
    CAME: Phrase("the operator is new"),
    GONE: Phrase("the operator is removed"),
    LIST: Phrase("different default list"),
    DTYPES: Phrase("different dtype combinations"),
    MODES: Phrase("different implementation modes"),
    SWITCH: Phrase("different built-in switch"),
}


def lines(difference: Difference) -> Iterator[Line]:
    """The differences as text."""
    yield [(f"{name_of(difference.old)} → {name_of(difference.new)}", "name")]
    for side, library in enumerate((difference.old, difference.new)):
        if not all(library.is_complete_in(each.folders[side]) for each in difference.folders):
            name = name_of(library)
            sentence = said(
                "{library} has {incomplete}", library=name, incomplete=described(library)
            )
            yield [("  ", ""), (sentence, "warning")]
    for folder in difference.folders:
        yield from _folder(folder)
    yield []
    for attribute in _SETTINGS:
        yield from _settings(difference, attribute)


def _folder(folder: FolderDifference) -> Iterator[Line]:
    old, new = folder.folders
    yield []
    yield [(printable(old if old == new else f"{old} → {new}"), "name")]
    yield from _names(Phrase("new"), folder.came)
    yield from _names(Phrase("removed"), folder.gone)
    yield from _lists(folder)
    yield from _dtypes(folder.moved(DTYPES))
    for aspect, title in _OTHER_ASPECTS.items():
        yield from _names(title, tuple(c.op_type for c in folder.moved(aspect)))
    same = folder.shared - len(folder.changes)
    unchanged = said(
        "{operators} unchanged, of {shared:,} in both",
        operators=counted(same, "operator"),
        shared=folder.shared,
    )
    yield [(f"  {unchanged}", "")]


def _names(title: str, names: Sequence[str] | None) -> Iterator[Line]:
    if names is None:
        yield [("  ", ""), (said("{title}: not known", title=title), "quiet")]
    elif names:
        yield [("  ", ""), (said("{number:,} {title}", number=len(names), title=title), "name")]
        yield from wrapped([printable(name) for name in names], "    ")


def _lists(folder: FolderDifference) -> Iterator[Line]:
    moved: dict[tuple[str, str], list[str]] = {}
    for change in folder.moved(LIST):
        key = change.old.default_list, change.new.default_list
        moved.setdefault(key, []).append(change.op_type)
    for (old, new), names in moved.items():
        yield from _names(said("from {old} to {new}", old=old, new=new), names)


def _dtypes(changes: Sequence[Change]) -> Iterator[Line]:
    if changes:
        heading = said("{number:,} with different dtype combinations", number=len(changes))
        yield [("  ", ""), (heading, "name")]
        yield from aligned([_dtype_row(change) for change in changes], "    ")


def _dtype_row(change: Change) -> list[tuple[str, str]]:
    return [(printable(change.op_type), ""), (_dtype_change(change.old, change.new), "")]


def _dtype_change(old: Operator, new: Operator) -> str:
    if not old.column_count:
        return translated(
            "now lists its dtypes; before, op_select_format gave them at compile time"
        )
    if not new.column_count:
        return translated("no longer lists dtypes: op_select_format gives them at compile time")
    before, after = ([*dict.fromkeys(side.columns())] for side in (old, new))
    if [*map(len, before[0])] != [*map(len, after[0])]:
        number = counted(len(after), "combination")
        return said(
            "different tensors, {number} of dtypes instead of {before}",
            number=number,
            before=len(before),
        )
    pieces = [f"+ {_combination(column)}" for column in after if column not in before]
    pieces += [f"- {_combination(column)}" for column in before if column not in after]
    if len(pieces) > _MOST_PIECES:
        pieces[_MOST_PIECES:] = [said("and {number} more", number=len(pieces) - _MOST_PIECES)]
    return translated("; ").join(pieces) or translated(
        "the same combinations, in a different order or number"
    )


def _combination(column: tuple[tuple[str, ...], tuple[str, ...]]) -> str:
    return " → ".join(map(written, column))


def _settings(difference: Difference, attribute: str) -> Iterator[Line]:
    title, lack = _SETTINGS[attribute]
    changes: Sequence[SettingChange] | None = getattr(difference, attribute)
    if changes is None:
        both = (difference.old, difference.new)
        lacking = translated(" and ").join(
            name_of(side) for side in both if not side.has_own(attribute)
        )
        outcome = said("not compared, {lack} in {lacking}", lack=lack, lacking=lacking)
    elif changes:
        outcome = said("{number:,} different", number=len(changes))
    else:
        outcome = translated("the same")
    yield [(said("{title}: ", title=title), "name"), (outcome, "")]
    yield from aligned([_setting_row(change) for change in changes or ()])


def _setting_row(change: SettingChange) -> list[tuple[str, str]]:
    scope = [(printable(change.scope), "quiet")] if change.scope else []
    old, new = (translated(value) if value else "-" for value in (change.old, change.new))
    return [*scope, (printable(change.name), ""), (printable(f"{old} → {new}"), "")]


def entry_lines(files: Sequence[FileEntries]) -> Iterator[Line]:
    """The config file entries whose meaning changes, by file, and their number."""
    yield []
    for file in files:
        yield from _file(file)
    yield [(_entry_summary(files), "name")]


def _file(file: FileEntries) -> Iterator[Line]:
    moved = [entry for entry in file.entries if entry.changes]
    if not file.accepted:
        outcome = translated("refused by CANN: its entries have no effect; run `cannlint check`")
    else:
        things = counted(len(file.entries), "entry", "entries")
        outcome = said("{number} of {things}", number=len(moved), things=things)
    yield [(f"{printable(file.path)} · {file.kind.value} · {outcome}", "")]
    yield from aligned([_entry(entry) for entry in moved])


def _entry(entry: Entry) -> list[tuple[str, str]]:
    name = f"{entry.name}: {entry.value}" if entry.value else entry.name
    changes = translated("; ").join(translated(_ENTRY_CHANGES[what]) for what in entry.changes)
    return [(printable(name), ""), (changes, "")]


def _entry_summary(files: Sequence[FileEntries]) -> str:
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
            "{total}; {unknown} not compared: missing in one of the libraries",
            total=total,
            unknown=unknown,
        )
    nodes = sum(file.nodes for file in files)
    if not nodes:
        return total
    return said(
        "{total}; {nodes} more is for a node name: its operator type is only known with the model"
        if nodes == 1
        else "{total}; {nodes} more are for node names: their operator types are only "
        "known with the model",
        total=total,
        nodes=nodes,
    )
