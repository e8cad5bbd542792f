"""The shapes that cannlint infers in an ONNX model are those that onnx itself infers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cannlint.graphs.read import read_graph
from graph_files import INT64
from onnx_models import Model

onnx = pytest.importorskip("onnx")


def conv(
    m: Model, *dims: int | str, weight: tuple[int, ...] = (8, 3, 3, 3), **attrs: object
) -> str:
    return m.add("Conv", m.input("x", *dims), m.weight(*weight), kernel_shape=[3, 3], **attrs)


def deconv(m: Model, *dims: int | str, **attrs: object) -> str:
    x = m.input("x", *dims)
    return m.add("ConvTranspose", x, m.weight(8, 5, 3, 3), kernel_shape=[3, 3], **attrs)


def pool(m: Model, op_type: str, *dims: int, **attrs: object) -> str:
    return m.add(op_type, m.input("x", *dims), kernel_shape=[3, 2], **attrs)


def product(m: Model, first: tuple[int, ...], second: tuple[int, ...]) -> str:
    return m.add("MatMul", m.input("a", *first), m.input("b", *second))


def reshaped(m: Model, *wanted: int, dims: tuple[int | str, ...] = (2, 3, 4)) -> str:
    return m.add("Reshape", m.input("x", *dims), m.constant(*wanted))


def reshaped_to_parts(m: Model) -> str:
    """The first size of x and the rest, as PyTorch exports `x.view(x.size(0), -1)`."""
    x = m.input("x", 2, 3, 4)
    first = m.add("Gather", m.add("Shape", x), m.constant(0), axis=0)
    return m.add("Reshape", x, m.add("Concat", first, m.constant(-1), axis=0))


def reduced(m: Model, op_type: str, **attrs: object) -> str:
    return m.add(op_type, m.input("x", 2, 3, 4), **attrs)


CASES: dict[str, Callable[[Model], str]] = {
    "conv": lambda m: conv(m, 2, 3, 9, 8),
    "conv, stride and pads": lambda m: conv(m, 2, 3, 9, 8, strides=[2, 3], pads=[1, 0, 2, 1]),
    "conv, dilations": lambda m: conv(m, 2, 3, 9, 8, dilations=[2, 1]),
    "conv, an open height": lambda m: conv(m, 2, 3, "h", 8, pads=[1, 1, 1, 1]),
    "conv, same": lambda m: conv(m, 2, 3, 9, 8, auto_pad="SAME_UPPER", strides=[2, 2]),
    "conv, valid": lambda m: conv(m, 2, 3, 9, 8, auto_pad="VALID", strides=[2, 2]),
    "transposed": lambda m: deconv(m, 2, 8, 5, 6),
    "transposed, more": lambda m: deconv(
        m, 2, 8, 5, 6, strides=[2, 3], pads=[1, 0, 1, 2], output_padding=[1, 0], dilations=[1, 2]
    ),
    "transposed, groups": lambda m: deconv(m, 2, 8, 5, 6, group=2),
    "transposed, a shape": lambda m: deconv(m, 2, 8, 5, 6, strides=[2, 2], output_shape=[10, 12]),
    "transposed, a shape and groups": lambda m: deconv(
        m, 2, 8, 5, 6, strides=[2, 2], output_shape=[10, 12], group=4
    ),
    "max pool": lambda m: pool(m, "MaxPool", 1, 4, 9, 9, strides=[2, 2]),
    "max pool, up": lambda m: pool(m, "MaxPool", 1, 4, 10, 9, strides=[2, 2], ceil_mode=1),
    "average pool": lambda m: pool(m, "AveragePool", 1, 4, 9, 9, pads=[1, 1, 1, 0]),
    "global pool": lambda m: m.add("GlobalAveragePool", m.input("x", 1, 4, 9, 9)),
    "product": lambda m: product(m, (2, 3), (3, 4)),
    "product, batches": lambda m: product(m, (5, 1, 2, 3), (6, 3, 4)),
    "product, vectors": lambda m: product(m, (3,), (3, 4)),
    "product, a column": lambda m: product(m, (2, 3), (3,)),
    "reshape": lambda m: reshaped(m, 6, 4),
    "reshape, the rest": lambda m: reshaped(m, 0, -1),
    "reshape, a rest of none": lambda m: reshaped(m, 0, -1, dims=(2, 0, 4)),
    "reshape, the rest of an open one": lambda m: reshaped(m, 3, -1, dims=("n", 3)),
    "transpose": lambda m: m.add("Transpose", m.input("x", 2, 3, 4), perm=[2, 0, 1]),
    "concat": lambda m: m.add("Concat", m.input("a", 2, 3), m.input("b", 2, 5), axis=-1),
    "squeeze": lambda m: m.add("Squeeze", m.input("x", 1, 3, 1), m.constant(-1)),
    "unsqueeze": lambda m: m.add("Unsqueeze", m.input("x", 3), m.constant(0, 2)),
    "flatten": lambda m: m.add("Flatten", m.input("x", 2, 3, 4, 5), axis=-2),
    "expand": lambda m: m.add("Expand", m.input("x", 3, 1), m.constant(2, 1, 6)),
    "tile": lambda m: m.add("Tile", m.input("x", 3, 1), m.constant(2, 4)),
    "gather": lambda m: m.add("Gather", m.input("x", 3, 4), m.constant(1, 2), axis=1),
    "reduce": lambda m: reduced(m, "ReduceMax", axes=[1]),
    "reduce, gone": lambda m: reduced(m, "ReduceMax", axes=[-1], keepdims=0),
    "reduce, all": lambda m: reduced(m, "ReduceMax"),
    "reduce, all gone": lambda m: reduced(m, "ReduceMax", keepdims=0),
    "arg max": lambda m: m.add("ArgMax", m.input("x", 2, 3, 4), axis=1, keepdims=0),
    "top": lambda m: m.add("TopK", m.input("x", 2, 3, 4), m.constant(2), axis=1, outputs=2),
    "depth": lambda m: m.add("DepthToSpace", m.input("x", 1, 8, 2, 3), blocksize=2),
    "space": lambda m: m.add("SpaceToDepth", m.input("x", 1, 8, 2, 4), blocksize=2),
}


UNKNOWN: dict[str, Callable[[Model], str]] = {
    "transposed, pads that follow from the size": lambda m: deconv(
        m, 2, 8, 5, 6, strides=[2, 2], auto_pad="SAME_UPPER"
    ),
    "a dimension beyond 64 bits": lambda m: m.add("Tile", m.input("x", 4), m.constant(1 << 62)),
    "as many dimensions as no tensor has": lambda m: m.add(
        "Unsqueeze", m.input("x", 4), m.constant(*range(33))
    ),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_a_shape_that_is_not_certain_is_unknown(tmp_path, case):
    m = Model()
    file = tmp_path / "m.onnx"
    file.write_bytes(m.bytes(UNKNOWN[case](m)))
    assert read_graph(str(file)).nodes[-1].outputs[0].shape is None


def part_unknown(m: Model) -> str:
    wanted = m.add("Concat", m.input("part", 1, dtype=INT64), m.constant(4), axis=0)
    return m.add("Reshape", m.input("x", 2, 6), wanted)


@pytest.mark.parametrize(
    ("make", "shape"),
    [
        (reshaped_to_parts, (2, 12)),
        (part_unknown, (-1, -1)),
        (lambda m: reshaped(m, 0, 0, -1, dims=(2, 0, 4)), (2, 0, -1)),  # any size fits
    ],
)
def test_a_shape_that_onnx_does_not_infer(tmp_path, make, shape):
    m = Model()
    file = tmp_path / "m.onnx"
    file.write_bytes(m.bytes(make(m)))
    assert read_graph(str(file)).nodes[-1].outputs[0].shape == shape


@pytest.mark.parametrize("case", CASES)
def test_a_shape_is_as_onnx_infers_it(tmp_path, case):
    m = Model()
    name = CASES[case](m)
    file = tmp_path / "m.onnx"
    file.write_bytes(m.bytes(name))
    last = read_graph(str(file)).nodes[-1]
    inferred = onnx.shape_inference.infer_shapes(onnx.load(str(file)), data_prop=True).graph
    tensors = {one.name: one.type.tensor_type for one in [*inferred.output, *inferred.value_info]}
    dims = tensors[name].shape.dim
    known = tuple(dim.dim_value if dim.HasField("dim_value") else -1 for dim in dims)
    assert last.outputs[0].shape == known
