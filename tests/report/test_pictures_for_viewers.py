"""A plan for other viewers: a graph for Graphviz, and the model with metadata for Netron."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

onnx = pytest.importorskip("onnx", reason="the extra `onnx` is not installed")

from model_families import bert, yolo  # noqa: E402


def planned(cannlint, *arguments):
    return cannlint("plan", "--isolated", "--soc", "Ascend910B3", "--model", "m.onnx", *arguments)


def test_a_graph_for_graphviz(cannlint, tmp_path):
    onnx.save(yolo(), tmp_path / "m.onnx")
    (tmp_path / "keep.cfg").write_text("OpType::Sigmoid\n")
    precision = ("-O", "precision_mode=force_fp16", "-O", "keep_dtype=keep.cfg")
    text = planned(cannlint, *precision, "--format", "dot").out
    assert text.startswith("digraph plan {\n") and text.endswith("}\n")
    colour_of = dict(re.findall(r'^  "([^"]*)" \[label=.*color="(#\w+)"\];$', text, re.M))
    assert colour_of["Sigmoid_1"] != colour_of["Conv_0"]
    edges = dict(re.findall(r'^  "Conv_0" -> "([^"]*)"(.*);$', text, re.M))
    assert 'label="Cast"' in edges["Sigmoid_1"]
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=text.encode(), check=True, capture_output=True)


def test_names_with_signs_of_graphviz(cannlint, tmp_path):
    model = yolo()
    model.graph.node[0].name = 'a"b\\N'
    onnx.save(model, tmp_path / "m.onnx")
    assert r'"a\"b\\N" [label="Conv2D\na\"b\\N\n' in planned(cannlint, "--format", "dot").out


def test_a_graph_needs_a_model(cannlint):
    result = cannlint(
        "plan", "--isolated", "--op", "Relu", "--soc", "Ascend910B3", "--format", "dot"
    )
    assert result.status == 2 and "--model FILE" in result.err


def test_the_model_with_the_plan_in_its_metadata(cannlint, tmp_path):
    onnx.save(bert(), tmp_path / "m.onnx")
    result = planned(cannlint, "-O", "precision_mode=force_fp16", "--annotate", "out.onnx")
    assert result.status == 0
    annotated = onnx.load(tmp_path / "out.onnx")
    found = {
        node.name: {prop.key: prop.value for prop in node.metadata_props}
        for node in annotated.graph.node
    }
    softmax = next(values for name, values in found.items() if name.startswith("Softmax"))
    assert softmax["cannlint.dtype"] == "float16 → float16"
    assert softmax["cannlint.operator"].startswith("SoftmaxV2 ")
    assert softmax["cannlint.reason"] == "precision_mode"
    assert softmax["cannlint.release"] == "8.1.RC1"
    assert len(found) == len(bert().graph.node)
    assert f"{sum(map(bool, found.values()))} nodes annotated" in result.err
    for node in annotated.graph.node:
        del node.metadata_props[:]
    assert annotated == onnx.load(tmp_path / "m.onnx")


def test_nodes_without_a_name_have_metadata_too(cannlint, tmp_path):
    model = bert()
    for node in model.graph.node:
        node.name = ""
    onnx.save(model, tmp_path / "m.onnx")
    assert planned(cannlint, "--annotate", "out.onnx").status == 0
    nodes = onnx.load(tmp_path / "out.onnx").graph.node
    [softmax] = [node for node in nodes if node.op_type == "Softmax"]
    assert {prop.key for prop in softmax.metadata_props} >= {"cannlint.dtype", "cannlint.mode"}


def test_the_model_itself_is_not_overwritten(cannlint, tmp_path):
    onnx.save(bert(), tmp_path / "m.onnx")
    before = (tmp_path / "m.onnx").read_bytes()
    result = planned(cannlint, "--annotate", "./m.onnx")
    assert result.status == 2 and "another file" in result.err
    assert (tmp_path / "m.onnx").read_bytes() == before


def test_an_existing_file_is_overwritten_on_request_only(cannlint, tmp_path):
    onnx.save(bert(), tmp_path / "m.onnx")
    (tmp_path / "out.onnx").write_text("kept")
    result = planned(cannlint, "--annotate", "out.onnx")
    assert result.status == 2 and "use --force" in result.err
    assert (tmp_path / "out.onnx").read_text() == "kept"
    assert planned(cannlint, "--annotate", "out.onnx", "--force").status == 0
    assert onnx.load(tmp_path / "out.onnx").graph.node[0].metadata_props


def test_weights_beside_the_model_stay_there(cannlint, tmp_path):
    onnx.save(bert(), tmp_path / "m.onnx", save_as_external_data=True, size_threshold=0)
    (tmp_path / "other").mkdir()
    result = planned(cannlint, "--annotate", "other/out.onnx")
    assert result.status == 2 and "same folder" in result.err
    assert planned(cannlint, "--annotate", "out.onnx").status == 0
    assert onnx.load(tmp_path / "out.onnx").graph.initializer[0].raw_data
