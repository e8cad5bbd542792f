"""ONNX models: which types and dtypes are certain, and what is said of the others."""

from __future__ import annotations

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from graph_files import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT32,
    INT64,
    UINT4,
    field,
    onnx_graph,
    onnx_model,
    onnx_node,
    onnx_tensor,
    onnx_value,
)


@pytest.fixture
def graph_of(tmp_path):
    def read(graph: bytes, opset: int = 13):
        path = tmp_path / "m.onnx"
        path.write_bytes(onnx_model(graph, opset))
        return read_graph(str(path))

    return read


def shown(tensor):
    return tensor and (tensor.dtype, tensor.producer)


def attribute(name, *fields):
    return field(1, name) + b"".join(fields)


def test_a_model_is_what_the_parser_makes_of_it(graph_of):
    graph = graph_of(
        onnx_graph(
            nodes=[
                onnx_node("Conv", ["x", "w", ""], ["c"], name="conv1"),
                onnx_node("Relu", ["c"], ["r"]),
                onnx_node("Softmax", ["r"], ["y"]),
            ],
            inputs=[onnx_value("x", FLOAT, 4), onnx_value("w", FLOAT, 4)],
            initializers=[onnx_tensor("w", FLOAT, 8, 3, 3, 3) + field(9, b"\0" * 864)],
            outputs=[onnx_value("y", FLOAT, 4)],
        )
    )
    assert (graph.format, graph.notes) == ("onnx", [])
    assert [(node.name, node.op_type, node.mapped) for node in graph.nodes] == [
        ("w", "Const", True),
        ("x", "Data", True),
        ("conv1", "Conv2D", True),
        ("Relu_0", "Relu", True),
        ("Softmax_1", "SoftmaxV2", True),
    ]
    conv, relu = graph.nodes[2:4]
    assert [shown(tensor) for tensor in conv.inputs] == [
        ("float", ("x", 0)),
        ("float", ("w", 0)),
    ]
    assert (shown(relu.inputs[0]), relu.outputs[0].dtype) == (
        ("float", ("conv1", 0)),
        "float",
    )


@pytest.mark.parametrize(("opset", "axes"), [(12, [1]), (13, [-1])])
def test_softmax_was_one_over_a_flattened_matrix_up_to_opset_12(graph_of, opset, axes):
    graph = graph_of(
        onnx_graph(
            nodes=[onnx_node("Softmax", ["x"], ["y"])],
            inputs=[onnx_value("x", FLOAT, 4)],
            outputs=[onnx_value("y", FLOAT, 4)],
        ),
        opset,
    )
    assert graph.nodes[-1].attrs["axes"] == axes


def test_what_has_no_certain_counterpart_keeps_its_type_and_is_noted(graph_of):
    nodes = [
        onnx_node("Relu", ["x"], ["a"], name="mine", domain="com.example"),
        onnx_node("Conv", ["a", "x"], ["b"], name="flat"),
        onnx_node("QuantizeLinear", ["b"], ["c"], name="q"),
        onnx_node("Int8Conv", ["c"], ["d"], name="other"),
    ]
    graph = graph_of(onnx_graph(nodes, inputs=[onnx_value("x", FLOAT16, 3)]))
    assert [(node.op_type, node.mapped, node.outputs[0].dtype) for node in graph.nodes[1:]] == [
        ("Relu", False, None),
        ("Conv", False, None),
        ("QuantizeLinear", False, None),
        ("Int8Conv", False, None),
    ]
    refused, note = graph.notes
    assert refused == (
        "CANN cannot read the model: no plugin of CANN registers the ONNX operator QuantizeLinear"
    )
    assert note.startswith(
        "unknown mapping of opset 13: com.example.Relu (1), Conv (1), QuantizeLinear (1), "
        "Int8Conv (1); they stand under"
    )


@pytest.mark.parametrize(
    ("opset", "node", "codes", "why"),
    [
        (18, onnx_node("Softmax", ["x"], ["y"]), [], ""),
        (8, onnx_node("Softmax", ["x"], ["y"]), [], ""),
        (19, onnx_node("Softmax", ["x"], ["y"]), ["E13010"], "Softmax is registered for the opsets "
         "8-18, and the model has 19"),
        (18, onnx_node("ReduceL2", ["x"], ["y"]), ["E13010"], "ReduceL2 is registered for the "
         "opsets 8-17, and the model has 18"),
        (13, onnx_node("DequantizeLinear", ["x"], ["y"]), ["E13010"], "no plugin of CANN registers "
         "the ONNX operator DequantizeLinear"),
        (13, onnx_node("Softmax", ["x"], ["y"], domain="com.example"), [], ""),
        (13, onnx_node("Mine", ["x"], ["y"]), [], ""),
        (17, onnx_node("RoiExtractor", ["x"], ["y"]), [], ""),
        (13, onnx_node("NPUGeluV2", ["x"], ["y"], domain="npu"), [], ""),
    ],
)  # fmt: skip
def test_an_operator_has_to_be_registered_for_the_very_opset(graph_of, opset, node, codes, why):
    graph = graph_of(onnx_graph([node], inputs=[onnx_value("x", FLOAT, 2)]), opset)
    assert [fault.code for fault in graph.faults] == codes
    assert [fault.message.text(str) for fault in graph.faults] == [why] * len(codes)


@pytest.mark.parametrize(
    ("node", "dtype"),
    [
        (
            onnx_node("Cast", ["x"], ["y"], attributes=[attribute("to", field(3, BFLOAT16))]),
            "bfloat16",
        ),
        (onnx_node("Cast", ["x"], ["y"], attributes=[attribute("to", field(3, UINT4))]), None),
        (onnx_node("Cast", ["x"], ["y"]), None),
        (
            onnx_node(
                "Constant",
                [],
                ["y"],
                attributes=[field(5, onnx_tensor("", INT32)) + field(1, "value")],
            ),
            "int32",
        ),
        (onnx_node("Constant", [], ["y"], attributes=[attribute("value_ints")]), "int64"),
        (onnx_node("ConstantOfShape", ["s"], ["y"]), "float"),
        (onnx_node("Shape", ["x"], ["y"]), "int64"),
        (onnx_node("Equal", ["x", "x"], ["y"]), "bool"),
        (onnx_node("Add", ["nothing", "x"], ["y"]), "float"),
        (onnx_node("Pow", ["nothing", "x"], ["y"]), None),
        (onnx_node("Where", ["s", "x", "x"], ["y"]), "float"),
        (onnx_node("NonMaxSuppression", ["x"], ["y"]), "int64"),
        (onnx_node("MaxPool", ["x"], ["m", "y"]), None),
        (onnx_node("Split", ["x"], ["m", "y"]), "float"),
        (onnx_node("Unknown", ["x"], ["given"]), "float16"),
    ],
)
def test_a_dtype_is_given_only_where_it_is_certain(graph_of, node, dtype):
    inputs = [onnx_value("x", FLOAT, 4), onnx_value("s", INT64, 1)]
    graph = graph_of(onnx_graph([node], inputs, values=[onnx_value("given", FLOAT16, 1)]))
    made = graph.nodes[-1]
    assert made.outputs[-1].dtype == dtype


def test_a_value_that_nothing_makes_has_a_producer_that_is_not_there(graph_of):
    graph = graph_of(onnx_graph([onnx_node("Relu", ["nothing"], ["y"], name="nothing")]))
    assert [shown(tensor) for tensor in graph.nodes[0].inputs] == [(None, ("nothing (value)", 0))]
    assert graph.notes == [
        "1 input has a producer that is not in the file: input 0 of node `nothing`"
    ]


def test_graphs_of_nodes_see_the_values_around_them(graph_of):
    inner = onnx_graph(
        [onnx_node("Add", ["x", "i"], ["z"], name="add")],
        inputs=[onnx_value("i", FLOAT, 1)],
        name="body",
    )
    loop = onnx_node(
        "Loop", ["x"], ["y"], name="loop", attributes=[attribute("body", field(6, inner))]
    )
    graph = graph_of(onnx_graph([loop], inputs=[onnx_value("x", FLOAT, 1)]))
    assert [(node.name, node.in_subgraph) for node in graph.nodes] == [
        ("x", False),
        ("loop", False),
        ("i", True),
        ("add", True),
    ]
    assert [shown(tensor) for tensor in graph.nodes[3].inputs] == [
        ("float", ("x", 0)),
        ("float", ("i", 0)),
    ]
    assert shown(graph.nodes[2].inputs[0]) == ("float", None)


def test_names_that_are_there_twice_are_told_apart(graph_of):
    nodes = [onnx_node("Relu", ["x"], ["y"], name="x"), onnx_node("Relu", ["y"], ["z"], name="x")]
    graph = graph_of(onnx_graph(nodes, inputs=[onnx_value("x", FLOAT, 1)]))
    assert [node.name for node in graph.nodes] == ["x", "x_1", "x_2"]
    assert graph.nodes[2].inputs[0].producer == ("x_1", 0)
    assert graph.notes == ["duplicate names were changed, first: node `x` to `x_1`"]


def test_graphs_in_each_other_without_end_are_refused(graph_of):
    graph = onnx_graph()
    for _ in range(60):
        node = onnx_node("If", ["x"], ["y"], attributes=[attribute("then_branch", field(6, graph))])
        graph = onnx_graph([node])
    with pytest.raises(CannlintError, match="graphs are nested more than 50 deep"):
        graph_of(graph)


def test_a_model_that_is_cut_off_is_refused_with_the_place(tmp_path):
    path = tmp_path / "m.onnx"
    node = onnx_node("Relu", ["x"], ["y"])
    broken = onnx_graph([node[:-3]])
    path.write_bytes(onnx_model(broken + b"\x0a\x7f"))
    with pytest.raises(
        CannlintError, match=r"m\.onnx: not a whole ONNX model: the part that begins at byte \d+"
    ):
        read_graph(str(path))


def test_the_onnx_package_writes_what_is_read(tmp_path):
    onnx = pytest.importorskip("onnx", reason="the onnx package is used where it is installed")
    make = onnx.helper
    weight = make.make_tensor("w", onnx.TensorProto.FLOAT16, [8, 3, 3, 3], b"\0" * 432, raw=True)
    graph = make.make_graph(
        [
            make.make_node("Conv", ["x", "w"], ["c"], name="conv", kernel_shape=[3, 3]),
            make.make_node("Cast", ["c"], ["h"], name="cast", to=onnx.TensorProto.BFLOAT16),
            make.make_node("Constant", [], ["k"], name="k", value_float=1.0),
            make.make_node("Mul", ["c", "k"], ["y"], name="mul"),
        ],
        "g",
        [make.make_tensor_value_info("x", onnx.TensorProto.FLOAT16, [1, 3, 8, 8])],
        [make.make_tensor_value_info("y", onnx.TensorProto.FLOAT16, None)],
        [weight],
    )
    model = make.make_model(graph, opset_imports=[make.make_opsetid("", 17)])
    path = tmp_path / "m.onnx"
    onnx.save(model, str(path))
    nodes = {node.name: node for node in read_graph(str(path)).nodes}
    assert {name: (node.op_type, node.outputs[0].dtype) for name, node in nodes.items()} == {
        "w": ("Const", "float16"),
        "x": ("Data", "float16"),
        "conv": ("Conv2D", "float16"),
        "cast": ("Cast", "bfloat16"),
        "k": ("Const", "float"),
        "mul": ("Mul", "float16"),
    }
