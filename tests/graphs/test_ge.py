"""GE's dumps and ATC's JSON: three forms of the same graph."""

from __future__ import annotations

import json

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from graph_files import ATC_JSON, GE_FORMS, GE_ONNX, GE_PROTO, attr


@pytest.fixture
def graph_of(tmp_path):
    def read(text):
        path = tmp_path / "model"  # the name tells nothing
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_graph(str(path))

    return read


def shown(tensor):
    return tensor and (tensor.dtype, tensor.producer)


@pytest.mark.parametrize("form", GE_FORMS)
def test_each_form_gives_the_same_graph(graph_of, form):
    graph = graph_of(GE_FORMS[form])
    assert (graph.format, graph.notes) == (form, [])
    x, w, conv, relu = graph.nodes
    assert [(n.name, n.op_type) for n in (x, w)] == [("x", "Data"), ("w", "Const")]
    assert [shown(tensor) for tensor in x.inputs] == [("float", None)]
    assert ([t.dtype for t in x.outputs], [t.dtype for t in w.outputs]) == (["float"], ["bfloat16"])
    assert [shown(tensor) for tensor in conv.inputs] == [
        ("float", ("x", 0)),
        ("bfloat16", ("w", 0)),
        None,
    ]
    assert conv.inputs[0].attrs == {"_format_continuous": 1}
    assert conv.attrs == {"_keep_dtype": 1, "groups": 1, "flag": 1, "padding": [0, 1]}
    assert (conv.engine, conv.origin_names) == ("AIcoreEngine", ("c1", "节"))
    assert (conv.judged, conv.in_subgraph, conv.mapped) == (True, False, True)
    assert (relu.op_type, relu.origin_type, relu.engine) == ("FrameworkOp", "Relu", None)
    assert (shown(relu.inputs[0]), relu.outputs[0].dtype) == (
        ("float", ("conv", 0)),
        "float16",
    )


DESCRIBED = """
graph {
  op { name: "x" type: "Data"
       output_desc { dtype: DT_FLOAT shape { dim: 1 dim: -1 } layout: "ND" } }
  op { name: "conv" type: "Conv2D" input: "x:0"
       input_desc { dtype: DT_FLOAT16 layout: "NC1HWC0"
                    shape { dim: 1 dim: 1 dim: 8 dim: 8 dim: 16 }
                    attr { key: "origin_format" value { s: "NHWC" } }
                    attr { key: "origin_shape" value { list { i: 1 i: 8 i: 8 i: 3 } } } }
       output_desc { dtype: DT_FLOAT16 shape { dim: 5 } layout: "FRACTAL_Z" }
       output_desc { dtype: DT_FLOAT layout: "ND"
                     attr { key: "origin_shape_initialized" value { b: true } }
                     attr { key: "origin_shape" value { list { val_type: VT_LIST_INT } } } } }
}
"""


def test_shapes_and_formats_are_the_original_ones(graph_of):
    """Where CANN has chosen a format, the shape of the moment is no original one."""
    x, conv = graph_of(DESCRIBED).nodes
    described = [*x.outputs, *conv.inputs, *conv.outputs]
    assert [(tensor.shape, tensor.format) for tensor in described] == [
        ((1, -1), "ND"),
        ((1, 8, 8, 3), "NHWC"),
        (None, None),
        ((), "ND"),
    ]


SUBGRAPH = """
graph {
  op { name: "x" type: "Data" output_desc { dtype: DT_FLOAT } }
  op { name: "call" type: "PartitionedCall" input: "x:0" subgraph_name: "sub"
       input_desc { dtype: DT_FLOAT } output_desc { dtype: DT_FLOAT } }
}
graph {
  name: "sub"
  op { name: "x" type: "Data" attr { key: "_parent_node_index" value { i: 0 } }
       input_desc { dtype: DT_FLOAT } output_desc { dtype: DT_FLOAT } }
  op { name: "relu" type: "Relu" input: "x:0" input_desc { dtype: DT_FLOAT }
       output_desc { dtype: DT_FLOAT } }
}
graph {
  name: "lost"
  op { name: "arg" type: "Data" output_desc { dtype: DT_FLOAT } }
}
"""


def test_a_data_of_a_subgraph_is_what_its_owner_gets(graph_of):
    graph = graph_of(SUBGRAPH)
    nodes = {node.name: node for node in graph.nodes}
    assert [(name, node.in_subgraph) for name, node in nodes.items()] == [
        ("x", False),
        ("call", False),
        ("sub/x", True),
        ("relu", True),
        ("arg", True),
    ]
    assert shown(nodes["sub/x"].inputs[0]) == ("float", ("x", 0))
    assert shown(nodes["relu"].inputs[0]) == ("float", ("sub/x", 0))
    assert shown(nodes["arg"].inputs[0]) == (None, None)
    assert graph.notes == ["duplicate names were changed, first: node `x` to `sub/x`"]


def test_a_subgraph_of_a_ge_onnx_dump_is_a_node_with_a_graph(graph_of):
    graph = graph_of(
        """graph {
        node { name: "call" op_type: "ge:PartitionedCall" }
        node { name: "sub" op_type: "subgraph" attribute { name: "graph" g {
          node { name: "arg" op_type: "ge:Data" }
          node { name: "relu" op_type: "ge:Relu" input: "arg:0" }
        } } } }"""
    )
    assert [(node.name, node.op_type, node.in_subgraph) for node in graph.nodes] == [
        ("call", "PartitionedCall", False),
        ("arg", "Data", True),
        ("relu", "Relu", True),
    ]
    assert shown(graph.nodes[1].inputs[0]) == (None, None)


def test_a_dump_without_descriptions_has_no_dtypes_and_says_so(graph_of):
    text = 'graph { node { name: "a" op_type: "ge:Data" } node { name: "b" op_type: "ge:Relu"'
    graph = graph_of(text + ' input: "a:0" input: "" } }')
    a, b = graph.nodes
    assert [shown(tensor) for tensor in b.inputs] == [(None, ("a", 0)), None]
    assert a.outputs == []
    assert graph.notes == ["the dump has no dtypes; DUMP_GE_GRAPH=1 or 2 writes them"]


def test_a_ge_onnx_dump_without_texts_says_so(graph_of):
    text = "\n".join(
        line
        for line in GE_ONNX.splitlines()
        if not any(name in line for name in ("original", "_lxfusion"))
    )
    [note] = graph_of(text).notes
    assert note.startswith("the dump has no text attributes, so original names and engines")


def test_an_input_keeps_a_producer_that_a_part_of_a_model_lacks(graph_of):
    graph = graph_of('graph { op { name: "b" type: "Relu" input: "gone:0" input: "b2:99999" } }')
    assert [shown(tensor) for tensor in graph.nodes[0].inputs] == [
        (None, ("gone", 0)),
        (None, ("b2", 99999)),
    ]
    assert graph.notes == [
        "2 inputs have a producer that is not in the file, first: input 0 of node `b`"
    ]


def test_a_loop_has_its_nodes_in_an_order_of_their_own(graph_of):
    graph = graph_of(
        """graph {
        op { name: "merge" type: "Merge" input: "next:0" }
        op { name: "next" type: "NextIteration" input: "merge:0" }
        }"""
    )
    assert [(node.name, shown(node.inputs[0])) for node in graph.nodes] == [
        ("next", (None, ("merge", 0))),
        ("merge", (None, ("next", 0))),
    ]
    assert graph.notes == [
        "1 cycle has no first node, as in a loop: the nodes `next`, `merge` form a cycle"
    ]


@pytest.mark.slow
def test_many_circles_take_time_by_their_number(graph_of):
    count = 20_000
    ops = [
        f'op {{ name: "n{i}" type: "Merge" input: "n{i + 1}:0" input: "n0:0" }}'
        for i in range(count)
    ]
    graph = graph_of("graph {\n" + "\n".join(ops) + "\n}")
    assert len(graph.nodes) == count
    assert graph.notes[1] == (
        "20000 cycles have no first node, as in a loop: the nodes `n19999`, `n19998`, `n19997`, "
        "`n19996`, `n19995` and 19995 more form a cycle"
    )


def test_links_of_present_inputs_only_are_put_to_them(graph_of):
    text = GE_PROTO.replace('    input: ""\n    input: "w:-1"\n', "").replace(
        'input: "x:0"\n    input: "w:0"', 'input: "w:0"\n    input: "x:0"'
    )
    text = text.replace('input_desc { name: "bias" }\n', "").replace(
        'input_desc { name: "filter"',
        'input_desc { name: "bias" }\n    input_desc { name: "filter"',
    )
    conv = graph_of(text).nodes[2]
    assert [shown(tensor) for tensor in conv.inputs] == [
        ("float", ("w", 0)),
        None,
        ("bfloat16", ("x", 0)),
    ]


def test_a_dtype_that_is_not_known_is_not_an_absent_input(graph_of):
    graph = graph_of(GE_PROTO.replace('"bias" }', '"bias" dtype: DT_HIFLOAT4_SCALE }'))
    assert shown(graph.nodes[2].inputs[2]) == (None, None)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "an empty file"),
        ("IMOD\0\0\0", "not a whole compiled model: it has 7 bytes, which is less than its header"),
        ("hello", "unknown graph format; give a GE dump (ge_proto_*.txt or "),
        ("a: 1\nb { c: 2 }\n", "unknown graph format; "),
        ('{"a": {"graph": []}}', "unknown graph format; "),
        ('{"graph": []}', "unknown graph format; "),
        ('graph { node { op_type: "Conv" } }', "an ONNX model as text; give the binary"),
        ("\0\1\2", "unknown graph format; "),
        (b"\x0a\x05model\x3a\x02\x0a\x00", "unknown graph format; "),
    ],
)
def test_what_is_no_graph_is_refused_with_what_to_give(graph_of, tmp_path, text, sentence):
    with pytest.raises(CannlintError) as raised:
        graph_of(text)
    path, _, said = str(raised.value).partition(": ")
    assert path == str(tmp_path / "model") and said.startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"nodes": [}', ":1:12: not a graph in JSON: expecting value"),
        ('{\n "graph": [{"op": [{"name": }]}]}', ":2:29: not a graph in JSON: expecting value"),
        ('{"graph": [', ":1:12: not a graph in JSON: the file ends too early"),
        ('{"graph": [{"op": [{"name": "x"', ":1:32: not a graph in JSON: the file ends too early"),
        ('{"graph": []} x', ":1:15: not a graph in JSON: expected the end of the file"),
        ("{1: 2}", ":1:2: not a graph in JSON: expected a key in double quotes"),
        ('{"a": ' + "[" * 100_000, ":1:7: not a graph in JSON: nested too deeply"),
        ("graph {\n  op { name: }\n}", ":2:14: not the text of a protobuf message: expected"),
        ("graph { op { ", ":1: the file ends too early"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(graph_of, tmp_path, text, sentence):
    with pytest.raises(CannlintError) as raised:
        graph_of(text)
    assert str(raised.value).startswith(f"{tmp_path / 'model'}{sentence}")


def test_values_of_json_are_read_across_chunks(graph_of, monkeypatch):
    monkeypatch.setattr("cannlint.graphs.json_stream._CHUNK", 1)
    names = [node.name for node in graph_of("\ufeff " + ATC_JSON.replace(",", " ,\n")).nodes]
    assert names == ["x", "w", "conv", "relu"]


def test_a_value_of_json_may_not_be_endless(graph_of, monkeypatch):
    monkeypatch.setattr("cannlint.graphs.json_stream._CHUNK", 10)
    monkeypatch.setattr("cannlint.graphs.json_stream.LONGEST_VALUE", 50)
    with pytest.raises(CannlintError, match="one value has more than 50 characters"):
        graph_of(json.dumps({"weights": "x" * 100, "graph": []}))


def test_what_is_not_as_it_should_be_in_json_is_passed_over(graph_of):
    text = json.dumps(
        {
            "graph": [
                1,
                {"name": 2, "op": None},
                {
                    "op": [
                        7,
                        {"name": "a", "type": "Relu", "input": 3, "attr": [1, attr("i", i="x")]},
                    ]
                },
            ]
        }
    )
    assert [(node.name, node.op_type) for node in graph_of(text).nodes] == [
        ("", ""),
        ("a", "Relu"),
    ]


def test_a_folder_is_not_read(tmp_path):
    with pytest.raises(CannlintError, match="is a folder, not a file"):
        read_graph(str(tmp_path))
