"""What CANN's own code did with options and files, where the recordings are at hand."""

from __future__ import annotations

import base64
import copy
import json

import pytest

import cannlint
from conftest import SHARED


def rows(name):
    path = SHARED / "vectors" / f"{name}.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def data_of(row) -> bytes:
    return base64.b64decode(row["base64"]) if "base64" in row else row["text"].encode()


def written(folder, name, data):
    path = folder / name
    path.write_bytes(data)
    return str(path)


IMPL_SOURCES = rows("impl_sources")
KEEP_DTYPE = [row for row in rows("keep_dtype") if "file" not in row]


def test_the_modes_of_every_recorded_job(tmp_path, recorded):
    for row in IMPL_SOURCES:
        asked = row["options"]
        options = dict(asked["args"])
        if asked["file"]:
            options["op_precision_mode"] = written(tmp_path, "p.ini", data_of(row))
        made = cannlint.plan(
            options=options,
            front_end="ge",
            nodes=[(op_type, name) for name, op_type in asked["query"]],
            library="8.1.RC1",
            soc="Ascend910B3" if asked["hf32_soc"] == "1" else "Ascend310P3",
            isolated=True,
        )
        expected = row["expect"]
        assert made["job"]["accepted"] == expected["accepted"], row["id"]
        if expected["accepted"]:
            modes = [op["impl_mode"]["value"] for op in made["ops"]]
            assert modes == [mode["mode"] or None for mode in expected["modes"]], row["id"]
        else:
            assert made["job"]["cann_codes"] == expected["codes"], row["id"]


@pytest.mark.parametrize("part", range(4))
def test_the_nodes_that_every_recorded_file_keeps(tmp_path, recorded, part):
    for row in KEEP_DTYPE[part::4]:
        names = ("name", "type", "origin_type", "origin_names", "subgraph")
        nodes = [
            {**{key: node[key] for key in names if key in node}, "inputs": [], "outputs": []}
            for node in row["nodes"]
        ]
        graph = {"schema": "cannlint/graph/1", "nodes": nodes}
        made = cannlint.plan(
            options={"keep_dtype": written(tmp_path, "keep.txt", data_of(row))},
            model=written(tmp_path, "g.json", json.dumps(graph).encode()),
            soc="Ascend910B3",
            isolated=True,
        )
        expected = row["expect"]
        assert made["job"]["accepted"] == expected["accepted"], row["id"]
        if expected["accepted"]:
            kept = [op["node"] for op in made["ops"] if op["keep_dtype"]]
            assert kept == expected["kept"], row["id"]
        else:
            assert "E10003" in made["job"]["cann_codes"], row["id"]


SELECT_GRAPHS = rows("select_graphs")


def planned_dtypes(folder, row):
    """What a graph's nodes get in a plan, each with what CANN's own code gave them."""
    paths = {name: written(folder, name, text.encode()) for name, text in row["files"].items()}
    made = cannlint.plan(
        options={key: paths.get(value, value) for key, value in row["options"].items()},
        front_end="atc",
        model=written(folder, "g.json", json.dumps(row["graph"]).encode()),
        library="8.1.RC1",
        soc=row["soc"],
        isolated=True,
    )
    by_node = {op["node"]: op["dtypes"] for op in made["ops"]}
    return [(by_node[name], expected) for name, expected in row["expect"].items()]


@pytest.mark.slow
def test_the_dtypes_of_every_recorded_graph_with_chosen_columns(tmp_path, recorded):
    """Never another result than CANN's, and one for nearly all nodes."""
    undetermined = total = 0
    for row in SELECT_GRAPHS:
        for found, expected in planned_dtypes(tmp_path, row):
            total += 1
            if found["status"] == "undetermined":
                undetermined += 1
                continue
            assert found["status"] == "determined", row["id"]
            assert (found["inputs"], found["outputs"]) == (
                expected["inputs"],
                expected["outputs"],
            ), row["id"]
    assert undetermined <= total * 0.02


@pytest.mark.slow
@pytest.mark.parametrize("key", ["shape", "format"])
def test_what_a_graph_lacks_makes_no_dtype_wrong(tmp_path, recorded, key):
    """The recorded graphs without shapes, or formats: less is determined, and all of that right."""
    for recorded_row in SELECT_GRAPHS[::3]:
        row = copy.deepcopy(recorded_row)
        for node in row["graph"]["nodes"]:
            for tensor in (*node["inputs"], *node["outputs"]):
                if tensor is not None:
                    tensor.pop(key, None)
        for found, expected in planned_dtypes(tmp_path, row):
            if found["status"] != "undetermined":
                assert (found["inputs"], found["outputs"]) == (
                    expected["inputs"],
                    expected["outputs"],
                ), row["id"]
