"""The differences of two libraries as JSON: schemas/library-diff.schema.json."""

from __future__ import annotations

from cannlint.formats.format import DTYPES, LIST
from cannlint.report.library_names import as_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.library.difference import Change, Difference, FolderDifference, SettingChange
    from cannlint.library.entries import FileEntries
    from cannlint.reading.operator import Operator

SCHEMA = "cannlint/library-diff/1"


def report(difference: Difference, files: Sequence[FileEntries] | None) -> dict[str, object]:
    """The differences as JSON values; `files` are those of --for, or None."""
    return {
        "schema": SCHEMA,
        "old": as_json(difference.old),
        "new": as_json(difference.new),
        "folders": [_folder(folder) for folder in difference.folders],
        "modes": _settings(difference.modes),
        "mode_files": _settings(difference.mode_files),
        "switches": _settings(difference.switches),
        "entries": _entries(files) if files is not None else None,
    }


def _folder(folder: FolderDifference) -> dict[str, object]:
    return {
        "old": folder.folders[0],
        "new": folder.folders[1],
        "came": list(folder.came) if folder.came is not None else None,
        "gone": list(folder.gone) if folder.gone is not None else None,
        "shared": folder.shared,
        "changed": [_change(change) for change in folder.changes],
    }


def _change(change: Change) -> dict[str, object]:
    old, new = change.old, change.new
    found: dict[str, object] = {"operator": change.op_type, "aspects": list(change.aspects)}
    if LIST in change.aspects:
        found["default_list"] = {"old": old.default_list, "new": new.default_list}
    if DTYPES in change.aspects:
        found["columns"] = {"old": _columns(old), "new": _columns(new)}
    return found


def _columns(operator: Operator) -> list[dict[str, object]]:
    return [{"inputs": list(ins), "outputs": list(outs)} for ins, outs in operator.columns()]


def _settings(changes: Sequence[SettingChange] | None) -> list[dict[str, object]] | None:
    if changes is None:
        return None
    return [
        {
            **({"scope": change.scope} if change.scope else {}),
            "name": change.name,
            "old": change.old,
            "new": change.new,
        }
        for change in changes
    ]


def _entries(files: Sequence[FileEntries]) -> dict[str, object]:
    entries = [entry for file in files for entry in file.entries]
    return {
        "total": len(entries),
        "changed": sum(bool(entry.changes) for entry in entries),
        "nodes": sum(file.nodes for file in files),
        "files": [_file(file) for file in files],
    }


def _file(file: FileEntries) -> dict[str, object]:
    return {
        "file": file.path,
        "kind": file.kind.value,
        "accepted": file.accepted,
        "entries": [
            {"name": entry.name, "groups": list(entry.groups), "changes": list(entry.changes)}
            for entry in file.entries
        ],
    }
