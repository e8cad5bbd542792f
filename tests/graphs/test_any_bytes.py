"""Whatever a file has in it: a graph, or an error in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.errors import CannlintError
from cannlint.graphs.headers import header_of
from cannlint.graphs.read import read_graph
from graph_files import (
    GE_FORMS,
    field,
    onnx_graph,
    onnx_model,
    onnx_node,
    onnx_tensor,
    onnx_value,
)
from graphs.test_caffe import NET
from graphs.test_tensorflow import NETWORK
from om_files import om, recorded, relu_model
from strategies import broken

NEUTRAL = """{"schema": "cannlint/graph/1", "nodes": [
  {"name": "d", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "r", "type": "Relu", "inputs": [{"from": ["d", 0]}, null], "outputs": [{}]}]}"""
ONNX = onnx_model(
    onnx_graph(
        [onnx_node("Conv", ["x", "w"], ["y"], attributes=[field(1, "group") + field(3, 1)])],
        inputs=[onnx_value("x", 1, 4)],
        initializers=[onnx_tensor("w", 1, 2, 2, 2, 2)],
    )
)
FILES = {"neutral": NEUTRAL, **GE_FORMS}
COMPILED = {
    "om": om(relu_model(), recorded()),
    "om compressed": om(relu_model(), recorded(), wide=True, compressed=True),
}
FRAMEWORKS = {"onnx": ONNX, "tensorflow": NETWORK, "caffe": NET.encode()}
DATA = {name: text.encode() for name, text in FILES.items()} | FRAMEWORKS | COMPILED


def graph_or_sentence(path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        graph = read_graph(str(path))
    except CannlintError as error:
        assert str(error).startswith(str(path)) and "\n" not in str(error)
        return
    names = [node.name for node in graph.nodes]
    assert len(set(names)) == len(names)
    place = {name: number for number, name in enumerate(names)}
    is_loop = any("cycle" in note for note in graph.notes)
    for number, node in enumerate(graph.nodes):  # what the resolver relies on
        for tensor in node.inputs:
            if tensor is not None and tensor.producer is not None:
                name, index = tensor.producer
                assert index >= 0 and (is_loop or place.get(name, -1) < number)


@pytest.mark.parametrize("form", DATA)
@given(st.data())
def test_a_broken_file_is_a_graph_or_a_sentence(tmp_path_factory, form, data):
    graph_or_sentence(tmp_path_factory.getbasetemp() / "broken", data.draw(broken(DATA[form])))


@given(st.binary(max_size=100))
def test_any_bytes_are_a_graph_or_a_sentence(tmp_path_factory, data):
    graph_or_sentence(tmp_path_factory.getbasetemp() / "bytes", data)


@pytest.mark.parametrize("form", DATA)
def test_a_file_that_is_cut_off_is_a_graph_or_a_sentence(tmp_path, form):
    for end in range(0, len(DATA[form]), 3):
        graph_or_sentence(tmp_path / "cut", DATA[form][:end])


@pytest.mark.parametrize("form", FILES)
def test_more_nodes_than_any_model_has_are_refused(tmp_path, form, monkeypatch):
    monkeypatch.setattr("cannlint.graphs.assemble.MOST_NODES", 1)
    path = tmp_path / "many"
    path.write_bytes(DATA[form])
    with pytest.raises(CannlintError, match="more than 1 nodes, which is the limit"):
        read_graph(str(path))


@pytest.mark.parametrize("data", [ONNX, COMPILED["om"]])
def test_more_fields_than_any_model_has_are_refused(tmp_path, monkeypatch, data):
    monkeypatch.setattr("cannlint.graphs.wire.MOST_FIELDS", 20)
    path = tmp_path / "many"
    path.write_bytes(data)
    with pytest.raises(CannlintError, match="cut off, broken or too large"):
        read_graph(str(path))


def test_blanks_before_what_is_no_token_take_no_time(tmp_path):
    """Found by the fuzzer: below 100 line feeds took longer than anybody waits."""
    graph_or_sentence(tmp_path / "blanks", b'graph {\n  name: "w"' + b"\n" * 5_000 + b"\xff\n}")


@pytest.mark.parametrize(
    ("framework", "form"), [("5", "onnx"), ("3", "tensorflow"), ("0", "caffe")]
)
@given(st.data())
def test_the_header_of_a_broken_file_is_a_header_or_none(tmp_path_factory, framework, form, data):
    path = tmp_path_factory.getbasetemp() / "header"
    path.write_bytes(data.draw(broken(FRAMEWORKS[form])))
    header = header_of(str(path), framework)
    if header is not None:
        assert set(header.open_inputs) <= set(header.inputs) <= header.nodes
        assert all(dim >= -1 for dims in header.inputs.values() for dim in dims)
