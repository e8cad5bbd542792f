"""The example of docs/graphs.md is a graph, and its words are true."""

from __future__ import annotations

import json
import re

import jsonschema

from cannlint.data import read_data
from cannlint.graphs.prototext import LONGEST_LINE
from cannlint.graphs.read import SIZE_LIMIT, read_graph
from conftest import ROOT

PAGE = (ROOT / "docs" / "graphs.md").read_text(encoding="utf-8")


def test_the_example_is_read(tmp_path):
    [example] = re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    schema = json.loads(read_data("schemas", "graph.schema.json"))
    jsonschema.validate(json.loads(example), schema, jsonschema.Draft202012Validator)
    path = tmp_path / "graph.json"
    path.write_text(example, encoding="utf-8")
    graph = read_graph(str(path))
    assert graph.notes == []
    assert [(node.name, node.op_type, node.judged) for node in graph.nodes] == [
        ("x", "Data", True),
        ("encoder/matmul", "MatMulV2", True),
        ("encoder/gelu", "Gelu", False),
    ]
    assert graph.nodes[1].origin_names == ("MatMul_12",)
    assert graph.nodes[2].inputs[0].producer == ("encoder/matmul", 0)


def test_the_limits_are_those_of_the_program():
    assert (SIZE_LIMIT, LONGEST_LINE) == (2 << 30, 64 << 20)
    assert "up to 2 GiB" in PAGE and "longer than 64 MiB" in PAGE
