"""A model whose header was read is not parsed a second time, unless it has changed."""

from __future__ import annotations

import pytest

from cannlint.graphs import onnx_header, onnx_proto
from cannlint.graphs.read import read_graph
from onnx_models import Model


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A place for models, whose files count as old enough to have a state."""
    monkeypatch.setattr("cannlint.text.file_state._OLD_ENOUGH", 0)
    return tmp_path / "m.onnx"


def model(*types: str) -> bytes:
    """A convolution, which the parser completes, and some operators, which it expands."""
    m = Model(13)
    value = m.add("Conv", m.input("x", 1, 3, 8, 8), m.weight(4, 3, 3, 3), name="conv")
    for op_type in types:
        value = m.add(op_type, value)
    return m.bytes(value)


def nodes(path):
    return [(node.name, node.op_type, len(node.inputs)) for node in read_graph(str(path)).nodes]


def test_a_model_is_the_same_after_its_header(path):
    path.write_bytes(model("Softmax", "HardSwish"))
    alone = nodes(path)
    onnx_header.read(str(path))
    assert nodes(path) == alone
    assert onnx_proto.take(str(path)) is None  # what was parsed for the header is used up
    assert nodes(path) == alone


def test_a_model_that_has_changed_since_is_read_anew(path):
    path.write_bytes(model("Softmax"))
    onnx_header.read(str(path))
    path.write_bytes(model("Relu", "Sigmoid"))
    assert [op_type for _, op_type, _ in nodes(path)][-2:] == ["Relu", "Sigmoid"]


def test_of_several_models_the_last_is_kept(path, tmp_path):
    other = tmp_path / "other.onnx"
    path.write_bytes(model("Softmax"))
    other.write_bytes(model("Relu"))
    onnx_header.read(str(path))
    onnx_header.read(str(other))
    assert onnx_proto.take(str(path)) is None
    assert onnx_proto.take(str(other)) is not None
