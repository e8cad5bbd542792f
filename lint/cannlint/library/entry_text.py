"""The text of one operator's entry in the compact form of a library.

    w1c kernel abs  x r 012 000,y o 1/z r

The list (its first letter) with the flags as a hexadecimal number; pattern, file and promoted
inputs; then the inputs and, after `/`, the outputs. A tensor has its name, the letter of its
`paramType`, its dtypes, its formats and its formats for unknown shapes (`=`: the same). Dtypes and
formats are written with one or more characters each, their number in the header's list, to the base
62. What is left out at the end of a tensor, or empty, is that of the first one. An entry with other
characters in its names is JSON instead, as all were in `library/1`.
"""

from __future__ import annotations

import json
import re

from cannlint.formats.ops_info.operator import FLAGS, LISTS_BY_FLAG, PARAM_TYPES, Operator, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Parts = tuple[str, str, str]
    """Dtypes, formats, and formats for unknown shapes, as they are written."""

_LISTS = {name[0]: name for name in LISTS_BY_FLAG.values()}
_LETTERS = {name: letter for letter, name in _LISTS.items()}
_PARAM_LETTERS = dict(zip(PARAM_TYPES, "rods", strict=True))
_PARAMS = {letter: name for name, letter in _PARAM_LETTERS.items()}
_JSON_PARAMS = {name[:3]: name for name in PARAM_TYPES}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAME = re.compile(r"[!-+.0-~-]*")
"""The name of a tensor without blanks, commas and slashes."""

_WORD = re.compile(r"[!-~]*")
"""A text without blanks."""

_NO_PARTS = ("", "", "")
_NONE, _SAME = "-", "="
"""Stands for an empty list; for formats that do not change with the shape."""


class Numbers:
    """The dtypes or the formats of a library, each with its number in a fixed number of digits."""

    def __init__(self, values: Sequence[str]) -> None:
        self.values = values
        self._width = 1
        while len(_DIGITS) ** self._width < len(values):
            self._width += 1
        self._numbers = {value: self._written(at) for at, value in enumerate(values)}
        self._read = {number: value for value, number in self._numbers.items()}
        self._known: dict[str, tuple[str, ...]] = {_NONE: ()}

    def _written(self, number: int) -> str:
        digits = ""
        for _ in range(self._width):
            number, digit = divmod(number, len(_DIGITS))
            digits = _DIGITS[digit] + digits
        return digits

    def text(self, values: Iterable[str]) -> str:
        """A list as it is written."""
        return "".join(self._numbers[value] for value in values) or _NONE

    def read(self, text: str) -> tuple[str, ...]:
        """The list of a text; most occur many times."""
        found = self._known.get(text)
        if found is None:
            width, read = self._width, self._read
            parts = [text[at : at + width] for at in range(0, len(text), width)]
            found = self._known[text] = tuple(read[part] for part in parts)
        return found


class EntryText:
    """Writes and reads the entries of one library."""

    def __init__(self, dtypes: Sequence[str], formats: Sequence[str]) -> None:
        self.dtypes = Numbers(dtypes)
        self.formats = Numbers(formats)

    def text(self, operator: Operator) -> str:
        """An entry as it is written."""
        sides = (operator.inputs, operator.outputs)
        names = [tensor.name for side in sides for tensor in side]
        words = [operator.pattern, operator.op_file, operator.promote]
        if not (all(map(_NAME.fullmatch, names)) and all(map(_WORD.fullmatch, words))):
            return json.dumps(_json_entry(operator), ensure_ascii=False, separators=(",", ":"))
        flags = sum(1 << at for at, flag in enumerate(FLAGS) if flag in operator.flags)
        tensors = operator.tensors
        first = self._parts(tensors[0]) if tensors else _NO_PARTS
        written = [
            self._tensor(tensor, first if at else _NO_PARTS) for at, tensor in enumerate(tensors)
        ]
        inputs, outputs = written[: len(operator.inputs)], written[len(operator.inputs) :]
        return (
            f"{_LETTERS[operator.default_list]}{flags:x} {operator.pattern} {operator.op_file} "
            f"{operator.promote} {','.join(inputs)}/{','.join(outputs)}"
        )

    def _parts(self, tensor: Tensor) -> Parts:
        same = tensor.dynamic_formats == tensor.formats
        dynamic = _SAME if same else self.formats.text(tensor.dynamic_formats)
        return self.dtypes.text(tensor.dtypes), self.formats.text(tensor.formats), dynamic

    def _tensor(self, tensor: Tensor, first: Parts) -> str:
        """A tensor, without what it has in common with the first one."""
        dtypes, formats, dynamic = self._parts(tensor)
        words = [tensor.name, _PARAM_LETTERS[tensor.param_type]]
        own = "" if dtypes == first[0] else dtypes
        if (formats, dynamic) != first[1:]:
            words += [own, formats] if dynamic == _SAME else [own, formats, dynamic]
        elif own:
            words.append(own)
        return " ".join(words)

    def operator(self, op_type: str, text: str) -> Operator:
        """The operator of an entry; raises ValueError or LookupError for what is none."""
        if text.startswith("["):
            return _operator_of_json(op_type, json.loads(text))
        head, pattern, op_file, promote, tensors = text.split(" ", 4)
        inputs, outputs = tensors.split("/")
        first = (inputs or outputs).partition(",")[0].split(" ")[2:]
        given = (*first, _SAME)[:3] if first else _NO_PARTS
        flags = int(head[1:], 16)
        return Operator(
            op_type,
            self._tensors(inputs, given),
            self._tensors(outputs, given),
            _LISTS[head[0]],
            frozenset(flag for at, flag in enumerate(FLAGS) if flags >> at & 1),
            pattern,
            op_file,
            promote,
        )

    def _tensors(self, text: str, first: Sequence[str]) -> tuple[Tensor, ...]:
        return tuple(self._read(part, first) for part in text.split(",")) if text else ()

    def _read(self, text: str, first: Sequence[str]) -> Tensor:
        name, param, *words = text.split(" ")
        dtypes = words[0] if words and words[0] else first[0]
        if len(words) > 1:
            formats, dynamic = words[1], words[2] if len(words) > 2 else _SAME
        else:
            formats, dynamic = first[1], first[2]
        read = self.formats.read(formats)
        changed = read if dynamic == _SAME else self.formats.read(dynamic)
        return Tensor(name, _PARAMS[param], self.dtypes.read(dtypes), read, changed)


def _json_entry(operator: Operator) -> list[Any]:
    flags = "".join("1" if flag in operator.flags else "0" for flag in FLAGS)
    return [
        _LETTERS[operator.default_list],
        flags,
        operator.pattern,
        operator.op_file,
        operator.promote,
        [_json_tensor(tensor) for tensor in operator.inputs],
        [_json_tensor(tensor) for tensor in operator.outputs],
    ]


def _json_tensor(tensor: Tensor) -> list[str]:
    same = tensor.dynamic_formats == tensor.formats
    return [
        tensor.name,
        tensor.param_type[:3],
        ",".join(tensor.dtypes),
        ",".join(tensor.formats),
        _SAME if same else ",".join(tensor.dynamic_formats),
    ]


def _operator_of_json(op_type: str, entry: list[Any]) -> Operator:
    letter, flags, pattern, op_file, promote, inputs, outputs = entry
    return Operator(
        op_type,
        tuple(map(_tensor_of_json, inputs)),
        tuple(map(_tensor_of_json, outputs)),
        _LISTS[letter],
        frozenset(flag for flag, is_set in zip(FLAGS, flags, strict=True) if is_set == "1"),
        pattern,
        op_file,
        promote,
    )


def _tensor_of_json(entry: list[str]) -> Tensor:
    name, param, dtypes, formats, dynamic = entry
    return Tensor(
        name,
        _JSON_PARAMS[param],
        _split(dtypes),
        _split(formats),
        _split(formats if dynamic == _SAME else dynamic),
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
