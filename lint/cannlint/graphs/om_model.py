"""The ModelDef of a compiled model in protobuf's wire form (ge_ir.proto), with compressed names."""

from __future__ import annotations

from typing import Any

from cannlint.errors import CannlintError
from cannlint.graphs.assemble import limited
from cannlint.graphs.ge_ir import Op, OpGraph, is_read, tensor_of
from cannlint.graphs.model import Tensor
from cannlint.graphs.wire import ByteRange, Wire
from cannlint.language import said

_NAMES, _TEXTS, _USE_TEXTS = "attr_name_enum", "attr_value_enum", "attrs_use_string_value"
"""The attributes of a model that are the tables."""

_BASE = 127
_LONGEST_KEY = 6
"""Characters of a key: five digits are more than any table has."""

MOST_CHARACTERS = 1 << 28
"""Characters of all texts that the table stands for: a few bytes may stand for a long text."""


class Dictionary:
    """The tables of a model; without them keys and values are as they are written.

    `unnamed` counts the keys that the table of names does not have.
    """

    __slots__ = ("_characters", "_coded", "_names", "_path", "_texts", "unnamed")

    def __init__(self, path: str, attrs: dict[str, Any] | None = None) -> None:
        attrs = attrs or {}
        self._path = path
        self._names: list[Any] = _list(attrs.get(_NAMES))
        self._texts: list[Any] = _list(attrs.get(_TEXTS))
        coded = zip(self._names, _list(attrs.get(_USE_TEXTS)), strict=False)
        self._coded = {name for name, is_coded in coded if is_coded and isinstance(name, str)}
        self._characters = MOST_CHARACTERS
        self.unnamed = 0

    def name_of(self, key: str) -> str | None:
        """The name for a key; None if the table does not have it."""
        if not key.startswith("\0"):
            return key
        index = 0
        for digit in reversed(key[1:_LONGEST_KEY]):
            index = index * _BASE + ord(digit) - 1
        if len(key) > _LONGEST_KEY or len(key) == 1 or not 0 <= index < len(self._names):
            self.unnamed += 1
            return None
        name = self._names[index]
        return self._counted(name) if isinstance(name, str) else None

    def value_of(self, name: str, value: Any) -> Any:
        """The value of an attribute, with texts instead of the numbers that stand for them."""
        if name not in self._coded:
            return value
        if isinstance(value, list):
            return [self._text(item) for item in value]
        return self._text(value)

    def _text(self, value: Any) -> Any:
        is_index = isinstance(value, int) and not isinstance(value, bool)
        if not is_index or not 0 <= value < len(self._texts):
            return value
        text = self._texts[value]
        return self._counted(text) if isinstance(text, str) else value

    def _counted(self, text: str) -> str:
        self._characters -= len(text)
        if self._characters < 0:
            raise CannlintError(
                "{path}: the attributes stand for more than {most:,} characters of text, which is "
                "the limit",
                path=self._path,
                most=MOST_CHARACTERS,
            )
        return text


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


# numbers of fields
_MODEL_GRAPH, _MODEL_ATTR = 7, 11
_GRAPH_NAME, _GRAPH_OP, _GRAPH_ATTR = 1, 6, 11
_OP_NAME, _OP_TYPE, _OP_INPUT, _OP_ATTR = 1, 2, 5, 10
_OP_INPUT_DESC, _OP_OUTPUT_DESC, _OP_SUBGRAPH = 33, 34, 35
_DESC_DTYPE, _DESC_SHAPE, _DESC_LAYOUT, _DESC_ATTR = 2, 3, 4, 5
_SHAPE_DIM = 1
_ENTRY_KEY, _ENTRY_VALUE = 1, 2
_VALUE_LIST, _VALUE_TEXT, _VALUE_INT, _VALUE_BOOL = 1, 2, 3, 5
_ITEM_TEXT, _ITEM_INT, _ITEM_BOOL = 2, 3, 5

_LONGEST_TEXT = 1 << 16
"""The maximum length of a text, in bytes; longer ones describe kernels."""


class ModelReader:
    """Reads the models of a file one after another.

    `graphs` are those of all, the first model's first; `attrs` what the first model says of itself
    and of its graph.
    """

    __slots__ = ("_path", "_unnamed", "_wire", "attrs", "graphs")

    def __init__(self, path: str, wire: Wire) -> None:
        self._path = path
        self._wire = wire
        self._unnamed = 0
        self.attrs: dict[str, Any] = {}
        self.graphs: list[OpGraph] = []

    def read(self, place: ByteRange) -> None:
        """Take over the model at a place. Raises WireError and CannlintError."""
        wire = self._wire
        graphs: list[ByteRange] = []
        attrs: dict[str, Any] = {}
        plain = Dictionary(self._path)
        for number, value in wire.fields(place):
            if isinstance(value, int):
                continue
            if number == _MODEL_GRAPH:
                graphs.append(value)
            elif number == _MODEL_ATTR:
                self._add_attr(value, attrs, plain)
        names = Dictionary(self._path, attrs)
        for at in graphs:
            graph_attrs: dict[str, Any] = {}
            self.graphs.append(self._graph(at, names, graph_attrs))
            attrs = {**graph_attrs, **attrs}
        self.attrs = self.attrs or attrs
        self._unnamed += names.unnamed

    def notes(self) -> list[str]:
        """A sentence about attributes without a name, if there are any."""
        if not self._unnamed:
            return []
        return [
            said(
                "{number:,} attributes are left out: the model's own table has no names for them",
                number=self._unnamed,
            )
        ]

    def _graph(self, place: ByteRange, names: Dictionary, attrs: dict[str, Any]) -> OpGraph:
        graph = OpGraph("", [])
        for number, value in limited(self._path, self._wire.fields(place)):
            if isinstance(value, int):
                continue
            if number == _GRAPH_OP:
                graph.ops.append(self._op(value, names))
            elif number == _GRAPH_NAME:
                graph.name = self._wire.text(value)
            elif number == _GRAPH_ATTR:
                self._add_attr(value, attrs, names)
        return graph

    def _op(self, place: ByteRange, names: Dictionary) -> Op:
        op = Op("", "")
        for number, value in self._wire.fields(place):
            if isinstance(value, int):
                continue
            if number == _OP_NAME:
                op.name = self._wire.text(value)
            elif number == _OP_TYPE:
                op.op_type = self._wire.text(value)
            elif number == _OP_INPUT:
                op.links.append(self._wire.text(value))
            elif number == _OP_ATTR:
                self._add_attr(value, op.attrs, names)
            elif number == _OP_INPUT_DESC:
                op.inputs.append(self._tensor(value, names))
            elif number == _OP_OUTPUT_DESC:
                op.outputs.append(self._tensor(value, names))
            elif number == _OP_SUBGRAPH:
                op.subgraphs.append(self._wire.text(value))
        return op

    def _tensor(self, place: ByteRange, names: Dictionary) -> Tensor | None:
        dtype, layout = 0, ""
        shape: list[int] = []
        attrs: dict[str, Any] = {}
        for number, value in self._wire.fields(place):
            if isinstance(value, int):
                dtype = value if number == _DESC_DTYPE else dtype
            elif number == _DESC_ATTR:
                self._add_attr(value, attrs, names)
            elif number == _DESC_LAYOUT:
                layout = self._wire.text(value)
            elif number == _DESC_SHAPE:
                shape = self._list(value, _SHAPE_DIM)
        return tensor_of(str(dtype), attrs, shape, layout)

    def _add_attr(self, place: ByteRange, attrs: dict[str, Any], names: Dictionary) -> None:
        key, value = "", None
        for number, found in self._wire.fields(place):
            if isinstance(found, int):
                continue
            if number == _ENTRY_KEY:
                key = self._wire.text(found)
            elif number == _ENTRY_VALUE:
                value = found
        name = names.name_of(key)
        if name is not None and value is not None and is_read(name):
            read = self._value(value)
            if read is not None:
                attrs[name] = names.value_of(name, read)

    def _value(self, place: ByteRange) -> Any:
        """A text, number, boolean or a list of these; None for any other attribute."""
        found: Any = None
        for number, value in self._wire.fields(place):
            if isinstance(value, int):
                if number == _VALUE_INT:
                    found = _signed(value)
                elif number == _VALUE_BOOL:
                    found = bool(value)
            elif number == _VALUE_TEXT:
                found = self._text(value)
            elif number == _VALUE_LIST:
                found = self._list(value)
        return found

    def _text(self, place: ByteRange) -> str | None:
        return self._wire.text(place) if place[1] - place[0] <= _LONGEST_TEXT else None

    def _list(self, place: ByteRange, of_numbers: int = _ITEM_INT) -> list[Any]:
        """The texts, numbers or booleans of a list; numbers may be packed."""
        items: list[Any] = []
        for number, value in self._wire.fields(place):
            if number == _ITEM_TEXT and isinstance(value, tuple):
                items.append(self._text(value))
            elif number in (of_numbers, _ITEM_BOOL):
                numbers = [value] if isinstance(value, int) else self._wire.packed(value)
                items += (
                    map(bool, numbers) if number == _ITEM_BOOL else (_signed(n) for n in numbers)
                )
        return items


def _signed(number: int) -> int:
    """An int64 from its unsigned wire form."""
    return number - (1 << 64) if number >= 1 << 63 else number
