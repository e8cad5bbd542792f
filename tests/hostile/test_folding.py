"""Constants that a model computes: in their dtype, and no more of them than a fixed number."""

from __future__ import annotations

import struct

import pytest

from cannlint.graphs.inference.numbers import held, truncated
from cannlint.graphs.inference.walk import MOST_NUMBERS
from cannlint.graphs.read import read_graph
from graph_files import INT64
from graphs.test_tensorflow import FLOAT, INT32, int32s, node, of_type, shape
from onnx_models import Model

CHAIN = 12
"""Operators behind each other: the last one of a chain of squares has 3 ** 4096."""


def onnx_chain(op_type: str) -> bytes:
    model = Model()
    value = model.constant(3, dims=(1,))
    for _ in range(CHAIN):
        value = model.add(op_type, value, value)
    return model.bytes(value)


def tensorflow_chain(op_type: str) -> bytes:
    nodes = [int32s("0", 3)]
    for number in range(1, CHAIN + 1):
        before = str(number - 1)
        nodes.append(node(str(number), op_type, before, before, T=of_type(INT32)))
    return b"".join(nodes)


def signed(number: int, bits: int) -> int:
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


@pytest.mark.parametrize(("write", "bits"), [(onnx_chain, 64), (tensorflow_chain, 32)])
@pytest.mark.parametrize(
    ("op_type", "expected"), [("Mul", 3 ** (1 << CHAIN)), ("Add", 3 << CHAIN), ("Sub", 0)]
)
def test_integers_wrap_around_in_their_dtype(tmp_path, write, bits, op_type, expected):
    (tmp_path / "model").write_bytes(write(op_type))
    graph = read_graph(str(tmp_path / "model"))
    assert graph.nodes[-1].value == (signed(expected, bits),)
    numbers = [int(one) for node in graph.nodes for one in node.value or ()]
    assert max(one.bit_length() for one in numbers) <= 64


@pytest.mark.parametrize("op_type", ["Tile", "Gather"])
def test_no_size_is_larger_than_an_int64(tmp_path, op_type):
    model = Model()
    value = model.input("x", 1 << 40, dtype=INT64)
    large, flat = model.constant(1 << 40), model.constant(-1)
    for _ in range(CHAIN):
        other = large if op_type == "Tile" else value
        value = model.add("Reshape", model.add(op_type, value, other), flat)
    (tmp_path / "model").write_bytes(model.bytes(value))
    sizes = [
        size
        for node in read_graph(str(tmp_path / "model")).nodes
        for output in node.outputs
        for size in output.shape or ()
    ]
    assert max(sizes).bit_length() <= 63


def test_a_float_of_a_cast_is_divided_as_a_float(tmp_path):
    """7 / 2 is 3.5, and 3 once it is an integer again."""
    model = Model()
    seven, two = (model.add("Cast", model.constant(one), to=1) for one in (7, 2))
    half = model.add("Div", seven, two)
    again = model.add("Cast", half, to=7)
    (tmp_path / "model").write_bytes(model.bytes(again))
    values = {node.name: node.value for node in read_graph(str(tmp_path / "model")).nodes}
    assert (values[half], values[again]) == ((3.5,), (3,))


@pytest.mark.parametrize(
    ("number", "dtype", "expected"),
    [
        (128, "int8", -128),
        (-1, "uint8", 255),
        (1 << 63, "int64", -(1 << 63)),
        (3, "bool", True),
        (0.1, "float", struct.unpack("f", struct.pack("f", 0.1))[0]),
        (1e39, "float", float("inf")),
        (-70000.0, "float16", float("-inf")),
        (7, "string", 7),
    ],
)
def test_what_a_dtype_holds(number, dtype, expected):
    assert held([number], dtype) == (expected,)


def test_more_than_any_dtype_holds_is_not_known():
    assert held([1 << 64], None) is None
    with pytest.raises(OverflowError):
        truncated(1e30, "int64")


def test_so_many_numbers_are_computed_and_a_note_says_so(tmp_path):
    """Each node of 20 bytes takes 2,048 numbers."""
    data = node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(1024))
    nodes = [data, int32s("0", *range(1024))]
    count = MOST_NUMBERS // 2048 + 2
    for number in range(1, count + 1):
        before = str(number - 1)
        nodes.append(node(str(number), "Maximum", before, "0", T=of_type(INT32)))
    (tmp_path / "model").write_bytes(b"".join(nodes))
    graph = read_graph(str(tmp_path / "model"))
    assert [node.value is None for node in graph.nodes[-3:]] == [False, True, True]
    assert [note for note in graph.notes if "1,048,576" in note] == [
        "shapes are computed from the first 1,048,576 numbers of constants; "
        "those of nodes behind them may be unknown"
    ]
