"""The compact form of an operator library: one line for each operator, looked up by name.

    {"cannlint": "library/1", "cann": "8.1.RC1", "folders": [...], ...}
    Abs<TAB>1ffff<TAB>[entry]

The number has a bit for each folder, in the order of the header, that has the operator with
just this entry; an operator whose entry differs has several lines. Facts only: names, dtypes,
formats, flags.
"""

from __future__ import annotations

import json

from cannlint.library.model import Library, Soc
from cannlint.reading.operator import FLAGS, LISTS_BY_FLAG, PARAM_TYPES, Operator, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FORMAT = "library/1"
_LISTS = {name[0]: name for name in LISTS_BY_FLAG.values()}
_LETTERS = {name: letter for letter, name in _LISTS.items()}


def dump(library: Library) -> str:
    """A library in the compact form."""
    names = [name for name in sorted(library.names()) if not any(mark in name for mark in "\t\n")]
    body = "".join(f"{line}\n" for name in names for line in _lines_of(library, name))
    header = _header(library)
    return f"{_json({**header, 'crc32': _checksum(header, body)})}\n{body}"


def _header(library: Library) -> dict[str, Any]:
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
    }


def _checksum(header: dict[str, Any], body: str) -> int:
    from zlib import crc32

    return crc32(f"{_json(header)}\n{body}".encode("utf-8", "surrogateescape"))


def _lines_of(library: Library, name: str) -> list[str]:
    """The lines of one operator: folders with the same entry share one."""
    masks: dict[str, int] = {}
    for folder, operator in library.operator(name).items():
        entry = _json(_entry(operator))
        masks[entry] = masks.get(entry, 0) | 1 << library.folders.index(folder)
    return [f"{name}\t{mask:x}\t{entry}" for entry, mask in masks.items()]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _entry(operator: Operator) -> list[Any]:
    flags = "".join("1" if flag in operator.flags else "0" for flag in FLAGS)
    return [
        _LETTERS[operator.default_list],
        flags,
        operator.pattern,
        operator.op_file,
        operator.promote,
        [_tensor_entry(tensor) for tensor in operator.inputs],
        [_tensor_entry(tensor) for tensor in operator.outputs],
    ]


def _tensor_entry(tensor: Tensor) -> list[str]:
    same = tensor.dynamic_formats == tensor.formats
    return [
        tensor.name,
        tensor.param_type[:3],
        ",".join(tensor.dtypes),
        ",".join(tensor.formats),
        "=" if same else ",".join(tensor.dynamic_formats),
    ]


class Compact:
    """A library in the compact form; entries are decoded when they are needed."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._body = data.index(b"\n") + 1
        self.header: dict[str, Any] = json.loads(data[: self._body])

    def is_whole(self) -> bool:
        """Whether the text is complete and unchanged since `dump` wrote it."""
        if not isinstance(self.header, dict) or self.header.get("cannlint") != FORMAT:
            return False
        header = dict(self.header)
        checksum = header.pop("crc32", None)
        body = self.data[self._body :].decode("utf-8", "surrogateescape")
        return bool(checksum == _checksum(header, body))

    def lookup(self, op_type: str) -> dict[str, Operator]:
        """The operator in each folder that contains it."""
        found: dict[int, Operator] = {}
        for line in self._lines(op_type):
            _, mask, entry = line.split("\t", 2)
            operator = _operator(op_type, json.loads(entry))
            for index in range(len(self.header["folders"])):
                if int(mask, 16) >> index & 1:
                    found[index] = operator
        return {self.header["folders"][index]: found[index] for index in sorted(found)}

    def lookup_in(self, op_type: str, folder: str) -> Operator | None:
        """The operator in one folder; no other entry is decoded."""
        entry = self.entry_in(op_type, folder)
        return None if entry is None else _operator(op_type, json.loads(entry))

    def entry_in(self, op_type: str, folder: str) -> str | None:
        """The text of an operator's entry in one folder."""
        at = self.header["folders"].index(folder)
        for line in self._lines(op_type):
            _, mask, entry = line.split("\t", 2)
            if int(mask, 16) >> at & 1:
                return entry
        return None

    def names(self) -> list[str]:
        """Every operator type."""
        data, start = self.data, self._body
        found: dict[bytes, None] = {}
        while start < len(data):
            tab = data.index(b"\t", start)
            found[data[start:tab]] = None
            start = data.index(b"\n", tab) + 1
        return [name.decode("utf-8", "surrogateescape") for name in found]

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


def _operator(op_type: str, entry: list[Any]) -> Operator:
    letter, flags, pattern, op_file, promote, inputs, outputs = entry
    return Operator(
        op_type,
        tuple(map(_tensor, inputs)),
        tuple(map(_tensor, outputs)),
        _LISTS[letter],
        frozenset(flag for flag, is_set in zip(FLAGS, flags, strict=True) if is_set == "1"),
        pattern,
        op_file,
        promote,
    )


def _tensor(entry: list[str]) -> Tensor:
    name, param, dtypes, formats, dynamic = entry
    return Tensor(
        name,
        next(param_type for param_type in PARAM_TYPES if param_type.startswith(param)),
        _split(dtypes),
        _split(formats),
        _split(formats if dynamic == "=" else dynamic),
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


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
