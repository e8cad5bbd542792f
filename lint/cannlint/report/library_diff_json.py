"""The differences of two libraries as JSON: `cannlint/library-diff/1`."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.formats.format import DTYPES, LIST
from cannlint.formats.inspection import ListedDtypes
from cannlint.formats.ops_info.operator import Operator
from cannlint.library.difference import Change, Difference, FolderDifference, SettingChange
from cannlint.library.entries import FileEntries
from cannlint.report.library_list import as_json
from cannlint.results import library as results


def report(difference: Difference, files: Sequence[FileEntries] | None) -> results.LibraryDiff:
    """The differences as JSON values; `files` are those of --for, or None."""
    return {
        "schema": "cannlint/library-diff/1",
        "old": as_json(difference.old),
        "new": as_json(difference.new),
        "folders": [_folder(folder) for folder in difference.folders],
        "modes": [*map(_mode, difference.modes)] if difference.modes is not None else None,
        "mode_files": _settings(difference.mode_files),
        "switches": _settings(difference.switches),
        "entries": _entries(files) if files is not None else None,
    }


def _folder(folder: FolderDifference) -> results.FolderDiff:
    return {
        "old": folder.folders[0],
        "new": folder.folders[1],
        "came": list(folder.came) if folder.came is not None else None,
        "gone": list(folder.gone) if folder.gone is not None else None,
        "shared": folder.shared,
        "changed": [_change(change) for change in folder.changes],
    }


def _change(change: Change) -> results.ChangedOperator:
    old, new = change.old, change.new
    found: results.ChangedOperator = {"operator": change.op_type, "aspects": list(change.aspects)}
    if LIST in change.aspects:
        found["default_list"] = {"old": old.default_list, "new": new.default_list}
    if DTYPES in change.aspects:
        found["columns"] = {"old": _columns(old), "new": _columns(new)}
    return found


def _columns(operator: Operator) -> list[ListedDtypes]:
    return [{"inputs": list(ins), "outputs": list(outs)} for ins, outs in operator.columns()]


def _mode(change: SettingChange) -> results.ChangedSetting:
    return {"name": change.name, "old": change.old, "new": change.new}


def _settings(changes: Sequence[SettingChange] | None) -> list[results.ScopedSetting] | None:
    if changes is None:
        return None
    return [
        {"scope": change.scope, "name": change.name, "old": change.old, "new": change.new}
        for change in changes
    ]


def _entries(files: Sequence[FileEntries]) -> results.ConfigEntries:
    entries = [entry for file in files for entry in file.entries]
    return {
        "total": len(entries),
        "changed": sum(bool(entry.changes) for entry in entries),
        "nodes": sum(file.nodes for file in files),
        "files": [_file(file) for file in files],
    }


def _file(file: FileEntries) -> results.ConfigFile:
    return {
        "file": file.path,
        "kind": file.kind.value,
        "accepted": file.accepted,
        "entries": [
            {"name": entry.name, "groups": list(entry.groups), "changes": list(entry.changes)}
            for entry in file.entries
        ],
    }
