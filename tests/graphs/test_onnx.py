"""ONNX models: which types and dtypes are certain, and what is said of the others."""

from __future__ import annotations

import json

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from conftest import ROOT
from graph_files import (
    field,
    onnx_graph,
    onnx_model,
    onnx_node,
    onnx_tensor,
    onnx_value,
)

MAPPING = ROOT / "lint" / "cannlint" / "graphs" / "onnx_mapping.json"
FLOAT, INT32, INT64, FLOAT16, BFLOAT16, UINT4 = 1, 6, 7, 10, 16, 21


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
        None,
    ]
    assert (shown(relu.inputs[0]), relu.outputs[0].dtype) == (
        ("float", ("conv1", 0)),
        "float",
    )


def test_what_has_no_certain_counterpart_keeps_its_type_and_is_noted(graph_of):
    nodes = [
        onnx_node("MatMul", ["x", "x"], ["a"], name="m0"),
        onnx_node("MatMul", ["a", "x"], ["b"], name="m1"),
        onnx_node("Relu", ["b"], ["c"], name="mine", domain="com.example"),
        onnx_node("Conv", ["c", "x"], ["d"], name="flat"),
    ]
    graph = graph_of(onnx_graph(nodes, inputs=[onnx_value("x", FLOAT16, 3)]))
    assert [(node.op_type, node.mapped, node.outputs[0].dtype) for node in graph.nodes[1:]] == [
        ("MatMul", False, "float16"),
        ("MatMul", False, "float16"),
        ("Relu", False, None),
        ("Conv", False, "float16"),
    ]
    [note] = graph.notes
    assert note.startswith(
        "unknown mapping of opset 13: MatMul (2), com.example.Relu (1), Conv (1); they stand under"
    )


@pytest.mark.parametrize(
    ("opset", "op_type", "mapped", "why"),
    [
        (13, "SoftmaxV2", True, None),
        (11, "Softmax", False, "opset 11: Softmax (1)"),
        (19, "Softmax", False, "opset 19 (known are the opsets 8 to 18): Softmax (1)"),
    ],
)
def test_what_is_certain_depends_on_the_opset(graph_of, opset, op_type, mapped, why):
    node = onnx_node("Softmax", ["x"], ["y"])
    graph = graph_of(onnx_graph([node], inputs=[onnx_value("x", FLOAT, 2)]), opset)
    assert (graph.nodes[1].op_type, graph.nodes[1].mapped) == (op_type, mapped)
    assert [note for note in graph.notes if why is None or why not in note] == []


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
        (onnx_node("NonMaxSuppression", ["x"], ["y"]), None),
        (onnx_node("MaxPool", ["x"], ["m", "y"]), None),
        (onnx_node("Split", ["x"], ["m", "y"]), "float"),
        (onnx_node("Unknown", ["x"], ["given"]), "float16"),
    ],
)
def test_a_dtype_is_given_only_where_it_is_certain(graph_of, node, dtype):
    inputs = [onnx_value("x", FLOAT, 4), onnx_value("s", INT64, 1)]
    graph = graph_of(onnx_graph([node], inputs, values=[onnx_value("given", FLOAT16, 1)]))
    [made] = [node for node in graph.nodes if node.name not in "xs"]
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


def test_the_dtype_rules_are_those_of_the_operators_definitions():
    """An output is like an input exactly when the definition gives both one type variable."""
    onnx = pytest.importorskip("onnx", reason="the onnx package is used where it is installed")
    mapping = json.loads(MAPPING.read_text(encoding="utf-8"))
    first, _ = mapping["opsets"]
    last = onnx.defs.onnx_opset_version()
    wrong = [
        (op, opset, rule)
        for rule, ops in mapping["dtypes"].items()
        for op in ops
        for opset in range(max(first, since(onnx, op)), last + 1)
        if not holds(rule, onnx.defs.get_schema(op, opset, ""))
    ]
    assert wrong == []


def since(onnx, op):
    """The opset that has an operator first."""
    return min(s.since_version for s in onnx.defs.get_all_schemas_with_history() if s.name == op)


def holds(rule, schema):
    inputs = [value.type_str for value in schema.inputs]
    outputs = [value.type_str for value in schema.outputs]
    if rule == "any input":
        return set(inputs) == {outputs[0]}
    if rule.startswith("all outputs"):
        return set(outputs) == {inputs[0]}
    if rule.startswith("input"):
        return outputs[0] == inputs[int(rule[-1])]
    constraints = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
    return constraints.get(outputs[0], [outputs[0]]) == [f"tensor({rule})"]
