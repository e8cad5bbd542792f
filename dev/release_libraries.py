"""Writes the open operators of releases: `python dev/release_libraries.py FOLDER PLATFORM`.

FOLDER has what dev/release_branches.py takes from the release branches of the open repositories:

* `opp-open/<release>/`: the open operators of each release, laid out as an install,
* `impl_modes_open_by_release.json`: the list of modes of each release,
* `socs_by_release.json`: SoC version → the releases that have its platform file.

PLATFORM is a folder with platform files, the newest there are. The real libraries that are embedded
(`8.1.RC1.ops` and others, by `cannlint library index`) have to be there already: an entry that says
the same as theirs is not written again. The same input gives the same file, byte by byte.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from cannlint.formats.ops_info.operator import Operator
from cannlint.library.compact import Compact, dumped, entry_text, stored
from cannlint.library.composite import FILE, FORMAT, SAME
from cannlint.library.install import load
from cannlint.library.model import Library, Soc
from cannlint.library.platforms import socs_in
from cannlint.library.snapshot import EMBEDDED, VERSION, embedded

OUTPUT = Path(__file__).resolve().parent.parent / "lint/cannlint/library/data" / FILE

REAL = ("9.0.0", VERSION)
"""The real libraries, the newest first. A release has that of its own, or of one before it."""


def main(arguments: list[str]) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=Path, help="the folder with the open operators")
    parser.add_argument("platform", type=Path, help="a folder with platform files")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT, help="the file to write")
    asked = parser.parse_args(arguments)
    opened = {
        release: load(str(asked.source / "opp-open" / release))
        for release in EMBEDDED
        if release != VERSION
    }
    socs = _json_of(asked.source / "socs_by_release.json")
    modes = _json_of(asked.source / "impl_modes_open_by_release.json")
    releases = [Release(name, opened, socs) for name in opened]
    for before, release in pairwise(releases):
        release.at = before.at + len(before.folders)
    operators = {name: _operators(name, releases) for name in _names(releases)}
    entries = entry_text(entry for found in operators.values() for entry in found if entry)
    header = {
        "cannlint": FORMAT,
        "releases": {release.name: release.facts() for release in releases},
        "socs": _socs(socs, socs_in(str(asked.platform)), releases),
        "modes": _modes(modes, releases),
        "dtypes": entries.dtypes.values,
        "formats": entries.formats.values,
    }
    lines = [
        f"{name}\t{mask:x}\t{SAME if operator is None else entries.text(operator)}"
        for name, found in operators.items()
        for operator, mask in found.items()
    ]
    asked.output.write_text(dumped(header, lines), encoding="utf-8", newline="\n")
    print(f"{len(lines)} entries, {asked.output.stat().st_size:,} bytes: {asked.output}")
    return 0


class Release:
    """A release: its open operators, and the real library that each folder has for a base."""

    def __init__(self, name: str, opened: dict[str, Library], socs: dict[str, list[str]]) -> None:
        self.name = name
        self.at = 0
        self.opened = opened[name]
        self._all_opened = opened
        before = EMBEDDED[: EMBEDDED.index(name) + 1]
        self.bases = [release for release in REAL if release in before]
        used = {soc.folder for soc in embedded(VERSION).socs.values() if name in socs[soc.version]}
        bases = {
            folder: next(base for base in self.bases if folder in _real(base).header["folders"])
            for folder in embedded(VERSION).folders
            if folder in used or folder in self.opened.folders
        }
        self.folders = tuple(sorted({*bases, *self.opened.folders}))
        self.real = bases

    def facts(self) -> dict[str, Any]:
        """What the header says of the release."""
        return {
            "at": self.at,
            "folders": list(self.folders),
            "real": self.real,
            "mode_files": VERSION,
            "switches": self.bases[0],
        }

    def entries(self, op_type: str) -> Iterator[tuple[int, Operator | None]]:
        """The bit of each folder, and the entry there; None for that of the real library."""
        for folder, operator in self.opened.operator(op_type).items():
            base = self.real.get(folder)
            if base != self.name:
                bit = 1 << self.at + self.folders.index(folder)
                known = None if base is None else _real(base).lookup_in(op_type, folder)
                yield bit, operator if known is None else self._over(known, operator, base, folder)

    def _over(
        self, known: Operator, operator: Operator, base: str | None, folder: str
    ) -> Operator | None:
        """An entry, with the file of the real one: sources do not say it. None for the same one.

        What has not changed in the sources since the real library is as it is there.
        """
        before = self._all_opened.get(base or "")
        earlier = before.operator_in(operator.op_type, folder) if before is not None else None
        operator.op_file = operator.op_file or known.op_file
        is_same = earlier is not None and _told(earlier) == _told(operator)
        return None if is_same or known.key() == operator.key() else operator


def _told(operator: Operator) -> tuple[object, ...]:
    """What sources say of an operator: all but its file."""
    _, inputs, outputs, default_list, flags, pattern, _, promote = operator.key()
    return inputs, outputs, default_list, flags, pattern, promote


def _real(release: str) -> Compact:
    return stored(f"{release}.ops")


def _names(releases: list[Release]) -> list[str]:
    return sorted({name for release in releases for name in release.opened.names()})


def _operators(op_type: str, releases: list[Release]) -> dict[Operator | None, int]:
    """The different entries of an operator, each with its bits."""
    masks: dict[object, int] = {}
    found: dict[object, Operator | None] = {}
    for release in releases:
        for bit, operator in release.entries(op_type):
            key = None if operator is None else operator.key()
            found.setdefault(key, operator)
            masks[key] = masks.get(key, 0) | bit
    return {found[key]: mask for key, mask in masks.items()}


def _socs(
    listed: dict[str, list[str]], newest: dict[str, Soc], releases: list[Release]
) -> dict[str, list[Any]]:
    """SoC version → a bit for each release that has it, its folder, what it can do."""
    found: dict[str, list[Any]] = {}
    for version, soc in sorted({**embedded(VERSION).socs, **newest}.items()):
        mask = sum(1 << at for at, one in enumerate(releases) if one.name in listed[version])
        if mask:
            found[version] = [mask, soc.folder, int(soc.bf16), int(soc.hf32), int(soc.fp32_cube)]
    return found


def _modes(listed: dict[str, dict[str, str]], releases: list[Release]) -> dict[str, list[Any]]:
    """Operator type → a bit for each release that lists it, its modes."""
    found: dict[str, list[Any]] = {}
    for at, release in enumerate(releases):
        for op_type, text in listed[release.name].items():
            modes = [mode.strip() for mode in text.split(",")]
            entry = found.setdefault(op_type, [0, *modes])
            if entry[1:] != modes:
                raise SystemExit(f"{op_type} has other modes in {release.name}")
            entry[0] |= 1 << at
    return found


def _json_of(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
