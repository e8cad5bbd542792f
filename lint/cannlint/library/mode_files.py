"""The implementation modes that a release sets and lists (resolution.md 4.5)."""

from __future__ import annotations

import os

from cannlint.syntax.op_precision import parse
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MODE_LIST = "all_ops_impl_mode.ini"
"""Which modes an operator has; the compiler does not read it, its build scripts do."""


def built_in_modes(
    folders: Iterable[str],
) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, str]]]:
    """Operator → the modes it has, and mode file → operator → mode."""
    modes: dict[str, tuple[str, ...]] = {}
    files: dict[str, dict[str, str]] = {}
    for path in _ini_files(folders):
        name = os.path.basename(path)
        entries = _entries(path)
        if name == MODE_LIST:
            modes = {
                op_type: tuple(mode.strip() for mode in listed.split(","))
                for op_type, listed in entries.items()
            }
        elif not name.startswith("all_ops"):  # parts of the list, as the sources have them
            files[name.removesuffix(".ini")] = entries
    return modes, files


def _ini_files(folders: Iterable[str]) -> Iterator[str]:
    for folder in folders:
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith(".ini"):
                    yield os.path.join(folder, name)


def _entries(path: str) -> dict[str, str]:
    """The entries that count, in their order: of an operator the first does."""
    found: dict[str, str] = {}
    for line in parse(read_source(path)):
        if line.name and line.mode:
            found.setdefault(line.name, line.mode)
    return found
