"""Tensors of an ONNX model: dtype, shape, and the numbers of small ones (onnx.proto)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cannlint.cann.dtypes import ONNX_NUMBERED
from cannlint.graphs.wire import ByteRange, Wire, WireError, signed

# numbers of fields
_DIMS, _DTYPE, _FLOATS, _INT32S, _INT64S, _NAME, _RAW, _DOUBLES = 1, 2, 4, 5, 7, 8, 9, 10
_LOCATION = 14
_VALUE_NAME, _VALUE_TYPE = 1, 2
_TYPE_TENSOR = 1
_ELEMENT, _SHAPE = 1, 2
_DIM, _DIM_NUMBER, _DIM_NAME = 1, 1, 2

_MOST_DIMS = 1 << 8
MOST_NUMBERS = 1 << 10
"""Numbers of a constant that are read: shapes, axes and factors have fewer."""

_HALF = "e"
_RAW_FORMS = {
    "float": "f",
    "double": "d",
    "float16": _HALF,
    "int64": "q",
    "int32": "i",
    "int16": "h",
    "int8": "b",
    "uint8": "B",
    "bool": "?",
}
"""dtype → the letter that `struct` has for it."""


@dataclass(eq=False, slots=True)
class Value:
    """A tensor by its name: dtype and shape, None where they are not given.

    -1 is an unknown dimension; `dim_names` has the name of each that has one and "" for the others,
    or nothing. `numbers` are the elements of a small constant, in order.
    """

    name: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    numbers: tuple[float, ...] | None = field(init=False, default=None)
    dim_names: tuple[str, ...] = field(init=False, default=())

    @property
    def rank(self) -> int | None:
        """The number of dimensions."""
        return None if self.shape is None else len(self.shape)


def tensor_at(wire: Wire, span: ByteRange) -> Value:
    """A constant tensor. Raises WireError."""
    tensor = Value("", shape=())
    dims: list[int] = []
    spans: dict[int, ByteRange] = {}
    single: list[float] = []
    for number, value in wire.fields(span):
        if number == _DIMS:
            dims += [signed(value)] if isinstance(value, int) else wire.integers(value)
            if len(dims) > _MOST_DIMS:
                raise WireError(span[0])
        elif isinstance(value, int):
            if number == _DTYPE:
                tensor.dtype = ONNX_NUMBERED.get(value)
            elif number == _LOCATION and value:
                spans[_LOCATION] = span
            elif number in (_INT32S, _INT64S) and len(single) <= MOST_NUMBERS:
                single.append(signed(value))
        elif number == _NAME:
            tensor.name = wire.text(value)
        elif number == _FLOATS and value[1] - value[0] == 4 and len(single) <= MOST_NUMBERS:
            single += wire.fixed(value, "f")
        else:
            spans[number] = value
    tensor.shape = tuple(dims)
    if _LOCATION not in spans:
        tensor.numbers = _numbers(wire, tensor, spans, single)
    return tensor


def _numbers(
    wire: Wire, tensor: Value, spans: dict[int, ByteRange], single: list[float]
) -> tuple[float, ...] | None:
    """The elements of a tensor; None where there are many, or not as many as the shape says."""
    count = 1
    for dim in tensor.shape or ():
        count *= dim
        if not 0 <= count <= MOST_NUMBERS:
            return None
    numbers: list[float] = []
    raw = spans.get(_RAW)
    form = _RAW_FORMS.get(tensor.dtype or "")
    if raw is not None and form is not None:
        if raw[1] - raw[0] > MOST_NUMBERS * 8:
            return None
        numbers = wire.fixed(raw, form)
    elif raw is None and form is not None and form != _HALF:  # whose bits stand as integers
        numbers = single
        for field, number_form in ((_FLOATS, "f"), (_DOUBLES, "d")):
            if field in spans and spans[field][1] - spans[field][0] <= MOST_NUMBERS * 8:
                numbers = wire.fixed(spans[field], number_form)
        for field in (_INT32S, _INT64S):
            if field in spans and spans[field][1] - spans[field][0] <= MOST_NUMBERS * 10:
                numbers = list(wire.integers(spans[field]))
    return tuple(numbers) if len(numbers) == count else None


def value_at(wire: Wire, span: ByteRange) -> Value:
    """What a graph says about one of its values. Raises WireError."""
    found = Value("")
    for number, value in wire.fields(span):
        if isinstance(value, int):
            continue
        if number == _VALUE_NAME:
            found.name = wire.text(value)
        elif number == _VALUE_TYPE:
            for kind, tensor in wire.fields(value):
                if kind == _TYPE_TENSOR and isinstance(tensor, tuple):
                    _add_tensor_type(wire, tensor, found)
    return found


def _add_tensor_type(wire: Wire, span: ByteRange, found: Value) -> None:
    for number, value in wire.fields(span):
        if number == _ELEMENT and isinstance(value, int):
            found.dtype = ONNX_NUMBERED.get(value)
        elif number == _SHAPE and isinstance(value, tuple):
            dims = [
                _dim(wire, dim)
                for field, dim in wire.fields(value)
                if field == _DIM and isinstance(dim, tuple)
            ]
            if len(dims) > _MOST_DIMS:
                raise WireError(span[0])
            found.shape = tuple(dim for dim, _ in dims)
            if any(name for _, name in dims):
                found.dim_names = tuple(name for _, name in dims)


def _dim(wire: Wire, span: ByteRange) -> tuple[int, str]:
    """A dimension; -1 for an unknown one, with its name if it has one."""
    for number, value in wire.fields(span):
        if number == _DIM_NUMBER and isinstance(value, int):
            return max(signed(value), -1), ""
        if number == _DIM_NAME and isinstance(value, tuple):
            return -1, wire.text(value)
    return -1, ""
