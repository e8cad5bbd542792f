"""What a release sets itself: implementation modes and the switches of fusion passes.

See manual/implementation-modes.md#built-in-files and manual/fusion-switch.md.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cannlint.cann.fusion import EXCEPTIONAL, GROUPS, ON, SWITCH
from cannlint.cann.modes import MODE_LIST
from cannlint.errors import UnreadablePathError
from cannlint.formats.op_precision.lines import IniLine, parse
from cannlint.syntax.json_value import IRREGULAR, plain_json
from cannlint.text.source import read_source

Switches = dict[str, dict[str, bool]]

_IN_OPP = os.path.join("built-in", "fusion_pass", "config", "fusion_config.json")
_IN_PLUGIN = os.path.join(
    "lib64", "plugin", "opskernel", "fusion_pass", "config", "fusion_config.json"
)


@dataclass(eq=False, slots=True)
class BuiltInModes:
    """What a release says about modes.

    `listed` has operator → the modes it has, `files` mode file → operator → mode, and `lines`
    mode file → operator → line, of those files that have more than an entry on each line.
    """

    listed: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict)
    files: dict[str, dict[str, str]] = field(init=False, default_factory=dict)
    lines: dict[str, dict[str, int]] = field(init=False, default_factory=dict)


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
    """The entries that count, in order: the first one of each operator."""
    found: dict[str, IniLine] = {}
    for line in parse(read_source(path)):
        if line.name and line.mode:
            found.setdefault(line.name, line)
    return found


def built_in_switches(opp: str) -> tuple[Switches, frozenset[str]]:
    """Group → pass → on, and the passes that no file can turn off; empty if there is no file."""
    path = fusion_config_of(opp)
    try:
        value = plain_json(read_source(path).text) if path is not None else IRREGULAR
    except UnreadablePathError:
        value = IRREGULAR
    if value is IRREGULAR or not isinstance(value, dict):
        return {}, frozenset()
    exceptional = value.get(EXCEPTIONAL)
    names = exceptional if isinstance(exceptional, list) else ()
    return _switches(value), frozenset(name for name in names if isinstance(name, str))


def fusion_config_of(opp: str) -> str | None:
    """The file with the built-in switches of an install, or None."""
    return next((path for path in _candidates(opp) if os.path.isfile(path)), None)


def _candidates(opp: str) -> Iterator[str]:
    """Where releases have the file: in opp (from 9.0), or beside it (8.1)."""
    yield os.path.join(opp, _IN_OPP)
    home = os.path.dirname(os.path.abspath(opp))
    for name in ("", *sorted(os.listdir(home))):
        yield os.path.join(home, name, _IN_PLUGIN)


def _switches(value: dict[str, object]) -> Switches:
    groups = value.get(SWITCH)
    found: Switches = {}
    for group in GROUPS:
        passes = groups.get(group) if isinstance(groups, dict) else None
        if isinstance(passes, dict):
            found[group] = {name: switch == ON for name, switch in passes.items()}
    return found
