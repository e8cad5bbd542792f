"""TensorFlow graphs: frozen ones and SavedModels, operators with their names, shapes, dtypes."""

from __future__ import annotations

import struct

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from graph_files import field
from graph_files import tf_node as node
from graph_files import tf_shape as shape

FLOAT, INT32, HALF = 1, 3, 19


def of_type(number: int) -> bytes:
    return field(6, number)


def text(value: str) -> bytes:
    return field(2, value)


def numbers(*values: int) -> bytes:
    return field(1, b"".join(field(3, value) for value in values))


def tensor(dtype: int, *dims: int, raw: bytes = b"") -> bytes:
    sizes = b"".join(field(2, field(1, dim)) for dim in dims)
    return field(8, field(1, dtype) + field(2, sizes) + (field(4, raw) if raw else b""))


AXES = struct.pack("<ii", 1, 2)
NETWORK = b"".join(
    [
        node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(1, 224, 224, 3)),
        node("w", "Const", dtype=of_type(FLOAT), value=tensor(FLOAT, 7, 7, 3, 64)),
        node(
            "conv",
            "Conv2D",
            "x",
            "w",
            T=of_type(FLOAT),
            strides=numbers(1, 2, 2, 1),
            padding=text("SAME"),
            data_format=text("NHWC"),
        ),
        node("relu", "Relu", "conv", "^x", T=of_type(FLOAT)),
        node("axes", "Const", dtype=of_type(INT32), value=tensor(INT32, 2, raw=AXES)),
        node("mean", "Mean", "relu:0", "axes", T=of_type(FLOAT), keep_dims=field(5, 0)),
        node("half", "Cast", "mean", SrcT=of_type(FLOAT), DstT=of_type(HALF)),
        node("hole", "NoSuchOperator", "half", T=of_type(HALF)),
    ]
)  # fmt: skip


@pytest.fixture
def graph_of(tmp_path):
    def read(data: bytes):
        path = tmp_path / "m.pb"
        path.write_bytes(data)
        return read_graph(str(path))

    return read


@pytest.mark.parametrize(
    "data", [NETWORK, field(1, 1) + field(2, field(1, field(1, "")) + field(2, NETWORK))]
)
def test_a_graph_is_one_operator_for_each(graph_of, data):
    graph = graph_of(data)
    assert graph.format == "tensorflow"
    assert [(n.name, n.op_type, n.outputs[0].dtype, n.outputs[0].shape) for n in graph.nodes] == [
        ("x", "Data", "float", (1, 224, 224, 3)),
        ("w", "Const", "float", (7, 7, 3, 64)),
        ("conv", "Conv2D", "float", (1, 112, 112, 64)),
        ("relu", "Relu", "float", (1, 112, 112, 64)),
        ("axes", "Const", "int32", (2,)),
        ("mean", "ReduceMean", "float", (1, 64)),
        ("half", "Cast", "float16", (1, 64)),
        ("hole", "FrameworkOp", "float16", None),
    ]
    by_name = {node.name: node for node in graph.nodes}
    assert by_name["axes"].value == (1, 2)
    assert by_name["hole"].origin_type == "NoSuchOperator"
    assert by_name["conv"].inputs[0].format == "NHWC"
    assert by_name["conv"].inputs[1].format == "HWCN"
    assert [tensor.producer for tensor in by_name["relu"].inputs] == [("conv", 0)]
    assert graph.outputs == [("hole", 0)]
    [note] = graph.notes
    assert note.startswith("no plugin of CANN makes one operator of NoSuchOperator (1)")


def int32s(name: str, *values: int) -> bytes:
    raw = struct.pack(f"<{len(values)}i", *values)
    return node(name, "Const", dtype=of_type(INT32), value=tensor(INT32, len(values), raw=raw))


def test_a_shape_that_is_cut_out_of_another_is_known(graph_of):
    """The last two sizes of x, the last one first."""
    ints = {"T": of_type(INT32), "Index": of_type(INT32)}
    nodes = [
        node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(2, 3, 8)),
        node("y", "Placeholder", dtype=of_type(FLOAT), shape=shape(24)),
        node("shape", "Shape", "x", T=of_type(FLOAT), out_type=of_type(INT32)),
        *(int32s("begin", 2), int32s("end", 0), int32s("step", -1)),
        node("cut", "StridedSlice", "shape", "begin", "end", "step", **ints),
        node("reshape", "Reshape", "y", "cut", T=of_type(FLOAT), Tshape=of_type(INT32)),
    ]
    assert graph_of(b"".join(nodes)).nodes[-1].outputs[0].shape == (8, 3)


def test_what_is_gathered_has_the_sizes_behind_its_indices(graph_of):
    """Two indices of two numbers each pick rows of the last size."""
    nodes = [
        node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(4, 5, 6)),
        node("at", "Placeholder", dtype=of_type(INT32), shape=shape(7, 2)),
        node("rows", "GatherNd", "x", "at", Tparams=of_type(FLOAT), Tindices=of_type(INT32)),
    ]
    assert graph_of(b"".join(nodes)).nodes[-1].outputs[0].shape == (7, 6)


@pytest.mark.parametrize(
    "strides", [numbers(1, 2, 2, 1), field(1, field(3, bytes([1, 2, 2, 1])))], ids=["one", "packed"]
)
def test_a_list_of_integers_one_by_one_and_packed(graph_of, strides):
    attributes = {"T": of_type(FLOAT), "padding": text("SAME"), "data_format": text("NHWC")}
    nodes = [
        node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(1, 8, 6, 3)),
        node("w", "Const", dtype=of_type(FLOAT), value=tensor(FLOAT, 1, 1, 3, 5)),
        node("y", "Conv2D", "x", "w", strides=strides, **attributes),
    ]
    assert graph_of(b"".join(nodes)).nodes[-1].outputs[0].shape == (1, 4, 3, 5)


@pytest.mark.parametrize(
    ("op_type", "attributes", "expected"),
    [
        ("Conv2D", {"strides": numbers(1, 2, 2, 1), "padding": text("SAME")}, (1, 4, 3, 5)),
        ("MaxPool", {"ksize": numbers(1, 2, 2, 1), "strides": numbers(1, 2, 2, 1),
                     "padding": text("VALID")}, (1, 4, 3, 12)),
        ("DepthToSpace", {"block_size": field(3, 2)}, (1, 16, 12, 3)),
        ("SpaceToDepth", {"block_size": field(3, 2)}, (1, 4, 3, 48)),
        ("ResizeBilinear", {}, (1, -1, -1, 12)),
    ],
)  # fmt: skip
def test_channels_are_last_where_a_model_is_saved_without_defaults(
    graph_of, op_type, attributes, expected
):
    second = {"Conv2D": ["w"], "ResizeBilinear": ["size"]}.get(op_type, [])
    nodes = [
        node("x", "Placeholder", dtype=of_type(FLOAT), shape=shape(1, 8, 6, 12)),
        node("size", "Placeholder", dtype=of_type(INT32), shape=shape(2)),
        node("w", "Const", dtype=of_type(FLOAT), value=tensor(FLOAT, 1, 1, 12, 5)),
        node("y", op_type, "x", *second, T=of_type(FLOAT), **attributes),
    ]
    assert graph_of(b"".join(nodes)).nodes[-1].outputs[0].shape == expected


def test_a_size_that_is_left_out_is_zero_as_protobuf_leaves_out_zero(graph_of):
    data = node("x", "Placeholder", dtype=of_type(FLOAT), shape=field(7, field(2, b"")))
    assert graph_of(data).nodes[0].outputs[0].shape == (0,)


def test_an_output_beyond_any_is_no_list_of_outputs(graph_of):
    data = node("x", "Placeholder", dtype=of_type(FLOAT)) + node("y", "Relu", "x:999999999")
    assert len(graph_of(data).nodes[0].outputs) < 2000


@pytest.mark.parametrize("data", [NETWORK[:-4], field(1, field(1, "x")), b"\x0a\xff" * 9])
def test_other_bytes_are_no_graph(graph_of, data):
    with pytest.raises(CannlintError, match="unknown graph format"):
        graph_of(data)
