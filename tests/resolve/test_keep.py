"""Which nodes keep their dtypes (manual/keep-dtype.md#which-nodes-match)."""

from __future__ import annotations

import pytest

from cannlint.graphs.model import Graph, Node
from cannlint.report.origins import origin_text
from jobs_in_words import plan, row_of


def node(name, op_type, origin_type=None, origin_names=()):
    made = Node(name, op_type, [], [])
    made.origin_type, made.origin_names = origin_type, tuple(origin_names)
    return made


GRAPH = Graph(
    "model.json",
    "cannlint/graph/1",
    [
        node("conv1", "Conv2D", origin_type="Conv"),
        node("fused", "Relu", origin_names=["layer/a", "layer/b"]),
        node("odd", "FrameworkOp", origin_type="MyOp"),
        node("plain", "FrameworkOp", origin_type="FrameworkOp"),
        node("lower", "myrelu"),
    ],
)


def kept(text, front_end="atc"):
    made = plan(files={"keep_dtype": text}, front_end=front_end, graph=GRAPH)
    return {row.node: origin_text(row.keep) for row in made.rows if row.keep is not None}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("conv1\n", ["conv1"]),
        ("OpType::Conv2D\n", ["conv1"]),
        ("OpType::Conv\n", []),  # the original type counts for FrameworkOp only
        ("layer/b\n", ["fused"]),
        ("OpType::MyOp\n", []),
        ("odd\n", ["odd"]),
        ("OpType::FrameworkOp\n", ["plain"]),
        ("Conv2D\n", []),  # a name without the prefix
    ],
)
def test_what_an_entry_matches(text, names):
    assert list(kept(text)) == names


def test_the_entry_is_the_origin():
    assert kept("OpType::Relu\n\nconv1\n") == {
        "conv1": "keep_dtype.txt:3:1",
        "fused": "keep_dtype.txt:1:1",
    }


def refusal(text):
    made = plan(files={"keep_dtype": text}, front_end="atc", graph=GRAPH)
    return made.codes, [str(refusal.message) for refusal in made.refusals]


def test_a_type_of_no_node_has_to_be_in_pascal_case():
    assert refusal("OpType::relu\n") == (
        ["E10003"],
        ["no node has the type `relu`, which is not PascalCase"],
    )
    assert refusal("OpType::myrelu\n") == ([], [])  # a node has it
    assert refusal("OpType::Sigmoid\n") == ([], [])


@pytest.mark.parametrize(("form", "engine"), [("ge_proto", None), (GRAPH.format, "AIcoreEngine")])
def test_a_dump_does_not_tell_that_no_node_had_a_type(form, engine):
    relu = node("relu", "Relu")
    relu.engine = engine
    dump = Graph("dump", form, [relu])
    made = plan(files={"keep_dtype": "OpType::relu\n"}, front_end="atc", graph=dump)
    assert made.codes == []  # fusion may have taken the last node of the type


def test_only_the_first_ten_unmatched_entries_are_looked_at():
    nine = "".join(f"# comment {at}\n" for at in range(9))
    assert refusal(nine + "OpType::relu\n")[0] == ["E10003"]
    assert refusal(nine + "  \nOpType::relu\n")[0] == []  # a blank line is an entry, too
    assert refusal(nine + "conv1\nOpType::relu\n")[0] == ["E10003"]  # a matched one is not counted


def test_without_a_graph_types_and_named_nodes_are_kept():
    files = {"keep_dtype": "OpType::Gelu\na/relu\n"}
    assert row_of("Gelu", files=files, front_end="atc").keep is not None
    made = plan(files=files, front_end="atc", nodes=[("Relu", "a/relu"), ("Relu", "b/relu")])
    assert [row.keep is not None for row in made.rows] == [True, False]


def test_a_kept_operator_is_not_lowered():
    files = {"keep_dtype": "OpType::Gelu\n"}
    options = {"precision_mode": "force_fp16"}
    lowered = row_of("Gelu", options=options, front_end="atc").dtypes
    kept_dtypes = row_of("Gelu", options=options, files=files, front_end="atc").dtypes
    assert (lowered.inputs, kept_dtypes.inputs) == (["float16"], ["float"])


def test_an_attribute_of_the_graph_keeps_a_node_without_a_file():
    marked = node("a", "Gelu")
    marked.attrs["_keep_dtype"] = 1
    [row] = plan(graph=Graph("m", "cannlint/graph/1", [marked])).rows
    assert origin_text(row.keep) == "node: _keep_dtype"
