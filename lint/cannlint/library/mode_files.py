"""The implementation modes that a release sets and lists (resolution.md 4.5)."""

from __future__ import annotations

import os

from cannlint.cann.modes import MODE_LIST
from cannlint.syntax.op_precision import parse
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.syntax.op_precision import IniLine


class BuiltInModes:
    """What a release says about modes.

    `listed` has operator → the modes it has, `files` mode file → operator → mode, and `lines`
    mode file → operator → line, of those files that have more than an entry on each line.
    """

    __slots__ = ("files", "lines", "listed")

    def __init__(self) -> None:
        self.listed: dict[str, tuple[str, ...]] = {}
        self.files: dict[str, dict[str, str]] = {}
        self.lines: dict[str, dict[str, int]] = {}


def built_in_modes(folders: Iterable[str]) -> BuiltInModes:
    """The modes that the ini files of some folders set and list."""
    found = BuiltInModes()
    for path in _ini_files(folders):
        name = os.path.basename(path)
        entries = _entries(path)
        if name == MODE_LIST:
            found.listed = {
                op_type: tuple(mode.strip() for mode in line.mode.split(","))
                for op_type, line in entries.items()
            }
        elif not name.startswith("all_ops"):  # parts of the list, as the sources have them
            stem = name.removesuffix(".ini")
            found.files[stem] = {op_type: line.mode for op_type, line in entries.items()}
            lines = {op_type: line.number for op_type, line in entries.items()}
            if any(number != at for at, number in enumerate(lines.values(), 1)):
                found.lines[stem] = lines
    return found


def _ini_files(folders: Iterable[str]) -> Iterator[str]:
    for folder in folders:
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith(".ini"):
                    yield os.path.join(folder, name)


def _entries(path: str) -> dict[str, IniLine]:
    """The entries that count, in their order: of an operator the first does."""
    found: dict[str, IniLine] = {}
    for line in parse(read_source(path)):
        if line.name and line.mode:
            found.setdefault(line.name, line)
    return found
