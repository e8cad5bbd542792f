"""The neutral graph file: what is taken over, what is refused and in which words."""

from __future__ import annotations

import json
import random

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.data import read_data
from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph

SCHEMA = json.loads(read_data("schemas", "graph.schema.json"))
MATMUL = {
    "name": "n0",
    "type": "MatMulV2",
    "inputs": [
        {"dtype": "float32", "from": ["d", 0]},
        {"dtype": "BFloat16", "attrs": {"_format_continuous": 1}},
        None,
    ],
    "outputs": [{"dtype": "float"}],
    "attrs": {"_keep_dtype": 1, "_inherit_dtype_from_predecessor": 1},
    "judge": False,
    "engine": "AIcoreEngine",
    "origin_type": "MatMul",
    "origin_names": ["a", "b"],
    "subgraph": True,
}
DATA = {"name": "d", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]}


def relu(name, *producers, outputs=1):
    inputs = [{"from": [producer, 0]} for producer in producers]
    return {"name": name, "type": "Relu", "inputs": inputs, "outputs": [{}] * outputs}


@pytest.fixture
def graph_of(tmp_path):
    def read(*nodes, **top):
        path = tmp_path / "g.json"
        path.write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": nodes} | top))
        return read_graph(str(path))

    return read


@pytest.fixture
def refusal_of(graph_of, tmp_path):
    def read(*nodes, **top):
        with pytest.raises(CannlintError) as raised:
            graph_of(*nodes, **top)
        path, _, sentence = str(raised.value).partition(": ")
        assert path == str(tmp_path / "g.json") and "\n" not in sentence
        return sentence

    return read


def test_every_field_is_taken_over(graph_of):
    graph = graph_of(DATA, MATMUL)
    assert (graph.format, graph.notes) == ("cannlint/graph/1", [])
    data, node = graph.nodes
    assert (data.name, data.op_type, data.inputs, data.outputs[0].dtype) == (
        "d",
        "Data",
        [],
        "float",
    )
    assert (data.judged, data.in_subgraph, data.engine, data.attrs) == (True, False, None, {})
    assert (node.name, node.op_type, node.judged, node.engine) == (
        "n0",
        "MatMulV2",
        False,
        "AIcoreEngine",
    )
    assert node.attrs == {"_keep_dtype": 1, "_inherit_dtype_from_predecessor": 1}
    assert (node.origin_type, node.origin_names, node.in_subgraph) == ("MatMul", ("a", "b"), True)
    first, second, third = node.inputs
    assert (first.dtype, first.producer, first.attrs) == ("float", ("d", 0), {})
    assert (second.dtype, second.producer, second.attrs) == (
        "bfloat16",
        None,
        {"_format_continuous": 1},
    )
    assert third is None


def test_what_is_optional_may_be_null_and_an_empty_graph_is_one(graph_of):
    node = relu("r") | dict.fromkeys(("attrs", "judge", "engine", "origin_type"))
    node |= {"origin_names": None, "subgraph": None, "inputs": [{"dtype": None, "from": None}]}
    [read] = graph_of(node).nodes
    assert (read.attrs, read.judged, read.engine, read.origin_names) == ({}, True, None, ())
    assert (read.inputs[0].dtype, read.inputs[0].producer) == (None, None)
    assert graph_of().nodes == []


def test_shapes_and_formats_are_those_of_the_model(graph_of):
    tensor = {"shape": [8, -1, 1.0], "format": "nchw"}
    graph = graph_of(relu("a") | {"outputs": [tensor, {"shape": [], "format": None}, {}]})
    outputs = [(output.shape, output.format) for output in graph.nodes[0].outputs]
    assert outputs == [((8, -1, 1), "NCHW"), ((), None), (None, None)]
    assert [type(size) for size in outputs[0][0]] == [int, int, int]


def test_an_input_without_a_shape_has_that_of_its_producer(graph_of):
    source = relu("a") | {"outputs": [{}, {"shape": [4, 8], "format": "ND"}]}
    inputs = [
        {"from": ["a", 1]},
        {"from": ["a", 1], "shape": [32]},
        {"from": ["a", 1], "format": "NCHW"},
        {"from": ["a", 0]},
        {},
    ]
    node = graph_of(source, relu("b") | {"inputs": inputs}).nodes[1]
    assert [(tensor.shape, tensor.format) for tensor in node.inputs] == [
        ((4, 8), "ND"),
        ((32,), "ND"),
        ((4, 8), "NCHW"),
        (None, None),
        (None, None),
    ]


def test_a_format_that_cann_chooses_is_ignored_with_a_note(graph_of):
    outputs = [{"format": "NC1HWC0"}, {"format": "NC1HWC0"}]
    graph = graph_of(relu("a") | {"outputs": outputs})
    assert [output.format for output in graph.nodes[0].outputs] == [None, None]
    assert graph.notes == [
        "`outputs[0].format` of node `a` is ignored: `NC1HWC0` is not a format of the model before "
        "CANN changes it; use one of DHWCN, HWCN, NCDHW, NCHW, ND, NDHWC, NHWC"
    ]


def test_keys_of_a_later_version_are_ignored_with_a_note(graph_of):
    graph = graph_of(
        relu("a") | {"stream": 1}, relu("b") | {"stream": 2, "outputs": [{"stride": []}]}
    )
    assert graph.notes == [
        "`stream` of node `a` is not a key of cannlint/graph/1 and is ignored",
        "`outputs[0].stride` of node `b` is not a key of cannlint/graph/1 and is ignored",
    ]


def test_producers_are_put_first_and_the_rest_stays_where_it_was(graph_of):
    graph = graph_of(relu("a"), relu("z", "y", "b"), relu("b"), relu("y", "a"), relu("c", "z"))
    assert [node.name for node in graph.nodes] == ["a", "y", "b", "z", "c"]
    assert graph.notes == ["the nodes are not in topological order; the plan puts producers first"]


@pytest.mark.parametrize(
    ("nodes", "sentence"),
    [
        ([relu("a"), relu("a")], "node `a` occurs twice; give each node its own name"),
        (
            [relu("a", "b")],
            "node `a`: inputs[0] comes from node `b`, which is not in the file",
        ),
        (
            [relu("a"), relu("b", "a") | {"inputs": [None, {"from": ["a", 1]}]}],
            "node `b`: inputs[1] comes from output 1 of node `a`, which has 1 output, "
            "counted from 0",
        ),
        ([relu("a", "a")], "node `a` is its own producer; a graph must not have cycles"),
        (
            [relu("a", "c"), relu("b", "a"), relu("c", "b")],
            "the nodes `b`, `c`, `a` form a cycle; a graph must not have cycles",
        ),
    ],
)
def test_what_is_no_graph_is_refused_with_the_nodes(refusal_of, nodes, sentence):
    assert refusal_of(*nodes) == sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"type": None}, "node `n`: type has to be a string"),
        ({"inputs": {}}, "node `n`: inputs has to be an array"),
        ({"inputs": [1]}, "node `n`: inputs[0] has to be an object or null"),
        ({"outputs": [{}, None]}, "node `n`: outputs[1] has to be an object"),
        ({"inputs": [{"dtype": 1}]}, "node `n`: inputs[0].dtype has to be a string"),
        ({"inputs": [{"shape": 1}]}, "node `n`: inputs[0].shape has to be an array"),
        ({"inputs": [{"shape": ["n"]}]}, "node `n`: inputs[0].shape[0] has to be an integer"),
        ({"outputs": [{"shape": [-3]}]}, "node `n`: outputs[0].shape[0] has to be -2 or more"),
        ({"outputs": [{"format": 1}]}, "node `n`: outputs[0].format has to be a string"),
        (
            {"outputs": [{"dtype": "fp16"}]},
            "node `n`: outputs[0].dtype: `fp16` is not a dtype; did you mean `float16`?",
        ),
        (
            {"outputs": [{"dtype": "tf32"}]},
            "node `n`: outputs[0].dtype: `tf32` is not a dtype; leave it out where it is not known",
        ),
        (
            {"inputs": [{"from": ["a"]}]},
            "node `n`: inputs[0].from has to be [name of the producer, index of its output]",
        ),
        (
            {"inputs": [{"from": ["a", True]}]},
            "node `n`: inputs[0].from has to be [name of the producer, index of its output]",
        ),
        ({"attrs": []}, "node `n`: attrs has to be an object"),
        ({"inputs": [{"attrs": 1}]}, "node `n`: inputs[0].attrs has to be an object"),
        ({"judge": 0}, "node `n`: judge has to be true or false"),
        ({"origin_names": ["a", 2]}, "node `n`: origin_names[1] has to be a string"),
        ({"name": 7}, "nodes[1]: name has to be a string"),
    ],
)
def test_a_wrong_field_is_named(refusal_of, change, sentence):
    assert refusal_of(relu("a"), relu("n") | change) == sentence


def test_a_missing_field_is_named(refusal_of):
    assert refusal_of({"name": "n", "type": "Relu", "inputs": []}) == (
        "node `n`: there is no `outputs`; it has to be an array"
    )
    assert refusal_of("n") == "nodes[0]: it has to be an object"
    assert refusal_of(schema="cannlint/graph/2") == '`schema` has to be "cannlint/graph/1"'
    assert refusal_of(nodes=None) == "`nodes` has to be an array"


def test_a_chain_of_any_length_is_put_in_order(graph_of):
    links = [relu(f"n{i}", *([f"n{i - 1}"] if i else [])) for i in range(5000)]
    names = [node["name"] for node in links]
    random.Random(1).shuffle(links)
    assert [node.name for node in graph_of(*links).nodes] == names


def test_the_recorded_nodes_are_graphs(recorded, graph_of):
    """The nodes that CANN's own keep_dtype was tried on, as they are recorded."""
    keys = ("name", "type", "origin_type", "origin_names", "subgraph")
    rows = (recorded / "vectors" / "keep_dtype.jsonl").read_text(encoding="utf-8").splitlines()
    for row in rows[::10]:
        nodes = json.loads(row)["nodes"]
        written = [{key: node[key] for key in keys if key in node} for node in nodes]
        graph = graph_of(*(node | {"inputs": [], "outputs": []} for node in written))
        read = [
            (node.name, node.op_type, node.origin_type, list(node.origin_names), node.in_subgraph)
            for node in graph.nodes
        ]
        defaults = (None, None, None, [], False)
        assert read == [
            tuple(node.get(key, default) for key, default in zip(keys, defaults, strict=True))
            for node in nodes
        ]


_names = st.sampled_from(["a", "b", "c"])
_values = st.sampled_from([None, True, 0, "float", "float16", [], {}, ["a", 0], ["a", -1], ["a"]])
_tensors = st.none() | st.dictionaries(st.sampled_from(["dtype", "from", "attrs"]), _values)
_nodes = st.fixed_dictionaries(
    {"name": _names | _values, "type": _names, "inputs": st.lists(_tensors, max_size=2)},
    optional={
        "outputs": st.lists(_tensors, max_size=2) | _values,
        "attrs": _values,
        "judge": _values,
        "origin_names": _values,
        "other": _values,
    },
)


@given(st.lists(_nodes, max_size=3))
def test_the_reader_takes_nothing_that_the_schema_refuses(tmp_path_factory, nodes):
    document = {"schema": "cannlint/graph/1", "nodes": nodes}
    path = tmp_path_factory.getbasetemp() / "schema.json"
    path.write_text(json.dumps(document))
    try:
        read_graph(str(path))
    except CannlintError as error:
        beyond = ("twice", "comes from", "circle", "not a dtype")
        if not any(words in str(error) for words in beyond):
            assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)
    else:
        jsonschema.validate(document, SCHEMA, jsonschema.Draft202012Validator)
