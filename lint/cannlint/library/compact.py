"""The compact form of an operator library: one line for each operator, looked up by name.

    {"cannlint": "library/2", "cann": "8.1.RC1", "folders": [...], "dtypes": [...], ...}
    Abs<TAB>1ffff<TAB>entry

The number has a bit for each folder, in the order of the header, that has the operator with
just this entry; an operator whose entry differs has several lines. entry_text.py has the form of an
entry. Facts only: names, dtypes, formats, flags.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache

from cannlint.library.entry_text import EntryText
from cannlint.library.model import Library, Soc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from cannlint.formats.ops_info.operator import Operator

FORMAT = "library/2"
FORMATS = ("library/1", FORMAT)
"""The formats that are read."""


def dump(library: Library) -> str:
    """A library in the compact form."""
    names = [name for name in sorted(library.names()) if not any(mark in name for mark in "\t\n")]
    entries = entry_text(entry for name in names for entry in library.operator(name).values())
    lines = (line for name in names for line in _lines_of(library, name, entries))
    return dumped(_header(library, entries), lines)


def dumped(header: dict[str, Any], lines: Iterable[str]) -> str:
    """The text of a header and the lines of operators."""
    body = "".join(f"{line}\n" for line in lines)
    return f"{_json({**header, 'crc32': _checksum(header, body)})}\n{body}"


def entry_text(operators: Iterable[Operator]) -> EntryText:
    """Writes the entries of some operators; the most frequent dtypes and formats have a number."""
    dtypes: Counter[str] = Counter()
    formats: Counter[str] = Counter()
    for operator in operators:
        for tensor in operator.tensors:
            dtypes.update(tensor.dtypes)
            formats.update(tensor.formats)
            formats.update(tensor.dynamic_formats)
    return EntryText(_by_frequency(dtypes), _by_frequency(formats))


def _by_frequency(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda value: (-counts[value], value))


def _header(library: Library, entries: EntryText) -> dict[str, Any]:
    return {
        "cannlint": FORMAT,
        "cann": library.cann,
        "complete": library.is_complete,
        "folders": list(library.folders),
        "socs": {
            soc.version: [soc.folder, int(soc.bf16), int(soc.hf32), int(soc.fp32_cube)]
            for soc in library.socs.values()
        },
        "modes": {op: list(modes) for op, modes in library.modes.items()},
        "mode_files": library.mode_files,
        **({"mode_lines": library.mode_lines} if library.mode_lines else {}),
        "switches": {
            group: {name: int(on) for name, on in switches.items()}
            for group, switches in library.switches.items()
        },
        "exceptional": sorted(library.exceptional),
        "dtypes": entries.dtypes.values,
        "formats": entries.formats.values,
    }


def _checksum(header: dict[str, Any], body: str) -> int:
    from zlib import crc32

    return crc32(f"{_json(header)}\n{body}".encode("utf-8", "surrogateescape"))


def _lines_of(library: Library, name: str, entries: EntryText) -> list[str]:
    """The lines of one operator: folders with the same entry share one."""
    masks: dict[str, int] = {}
    for folder, operator in library.operator(name).items():
        entry = entries.text(operator)
        masks[entry] = masks.get(entry, 0) | 1 << library.folders.index(folder)
    return [f"{name}\t{mask:x}\t{entry}" for entry, mask in masks.items()]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Compact:
    """A library in the compact form; entries are decoded when they are needed."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._body = data.index(b"\n") + 1
        self.header: dict[str, Any] = json.loads(data[: self._body])
        self._entries: EntryText | None = None

    def is_whole(self) -> bool:
        """Whether the text is complete and unchanged since `dump` wrote it."""
        if not isinstance(self.header, dict) or self.header.get("cannlint") not in FORMATS:
            return False
        header = dict(self.header)
        checksum = header.pop("crc32", None)
        body = self.data[self._body :].decode("utf-8", "surrogateescape")
        return bool(checksum == _checksum(header, body))

    def lookup(self, op_type: str) -> dict[str, Operator]:
        """The operator in each folder that contains it."""
        found: dict[int, Operator] = {}
        for mask, entry in self.lines(op_type):
            operator = self.operator(op_type, entry)
            for index in range(len(self.header["folders"])):
                if mask >> index & 1:
                    found[index] = operator
        return {self.header["folders"][index]: found[index] for index in sorted(found)}

    def lookup_in(self, op_type: str, folder: str) -> Operator | None:
        """The operator in one folder; no other entry is decoded."""
        entry = self.entry_in(op_type, folder)
        return None if entry is None else self.operator(op_type, entry)

    def operator(self, op_type: str, entry: str) -> Operator:
        """The operator of an entry."""
        if self._entries is None:
            header = self.header
            self._entries = EntryText(header.get("dtypes", ()), header.get("formats", ()))
        return self._entries.operator(op_type, entry)

    def entry_in(self, op_type: str, folder: str) -> str | None:
        """The text of an operator's entry in one folder."""
        at = self.header["folders"].index(folder)
        return next((entry for mask, entry in self.lines(op_type) if mask >> at & 1), None)

    def names(self) -> list[str]:
        """Every operator type."""
        data, start = self.data, self._body
        found: dict[bytes, None] = {}
        while start < len(data):
            tab = data.index(b"\t", start)
            found[data[start:tab]] = None
            start = data.index(b"\n", tab) + 1
        return [name.decode("utf-8", "surrogateescape") for name in found]

    def names_of(self, bits: int) -> list[str]:
        """Every operator type with one of these bits."""
        rows = (line.split(b"\t", 2) for line in self.data[self._body :].splitlines())
        found = dict.fromkeys(row[0] for row in rows if int(row[1], 16) & bits)
        return [name.decode("utf-8", "surrogateescape") for name in found]

    def names_in(self, folders: Iterable[str]) -> list[str]:
        """Every operator type of some folders."""
        return self.names_of(sum(1 << self.header["folders"].index(name) for name in folders))

    def lines(self, op_type: str) -> Iterator[tuple[int, str]]:
        """The bits and the entry of each line of an operator."""
        for line in self._lines(op_type):
            _, mask, entry = line.split("\t", 2)
            yield int(mask, 16), entry

    def _lines(self, op_type: str) -> Iterator[str]:
        """The lines of an operator: they are sorted by name, so halving finds the first."""
        data, name = self.data, op_type.encode("utf-8", "surrogateescape")
        low, high = self._body, len(data)
        while low < high:
            middle = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = data.find(b"\n", middle)
            if data[middle : data.find(b"\t", middle)] < name:
                low = end + 1
            else:
                high = middle
        while data.startswith(name + b"\t", low):
            end = data.find(b"\n", low)
            yield data[low:end].decode("utf-8", "surrogateescape")
            low = end + 1


_DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


def data_of(name: str) -> bytes:
    """The content of a file in the embedded data."""
    with open(os.path.join(_DATA, name), "rb") as file:
        return file.read()


@cache
def stored(name: str) -> Compact:
    """A file in the embedded data that has the compact form."""
    return Compact(data_of(name))


def library_of(compact: Compact, origin: str, path: str | None = None) -> Library:
    """The library of a compact form."""
    header = compact.header
    library = Library(
        header["cann"],
        origin,
        path,
        tuple(header["folders"]),
        {
            version: Soc(version, facts[0], *map(bool, facts[1:]))
            for version, facts in header["socs"].items()
        },
        compact.lookup,
        compact.names,
    )
    library.is_complete = header["complete"]
    library.lookup_in = compact.lookup_in
    library.modes = {op: tuple(modes) for op, modes in header["modes"].items()}
    library.mode_files = header["mode_files"]
    library.mode_lines = header.get("mode_lines", {})
    library.switches = {
        group: {name: bool(on) for name, on in switches.items()}
        for group, switches in header["switches"].items()
    }
    library.exceptional = frozenset(header["exceptional"])
    return library
