"""The recorded graphs: what CANN's own code made of them, where they are at hand."""

from __future__ import annotations

import json

from cannlint.formats.ops_info import reading as ops_info
from cannlint.graphs.model import Node, Tensor
from cannlint.text.source import Source
from resolving import compile_in, resolved

COLOURS = {"white": "true", "black": "false"}


def operators_of(row):
    """The operators of a case, as CANN reads them from a library file."""
    entries = {}
    for op_type, known in row["ops_info"].items():
        entry = entries[op_type] = {"opFile": {"value": known.get("op_file", "")}}
        if known["policy"] in COLOURS:
            entry["precision_reduce"] = {"flag": COLOURS[known["policy"]]}
        for side in ("input", "output"):
            for at, columns in enumerate(known[f"{side}s"]):
                entry[f"{side}{at}"] = {
                    "name": f"{side[0]}{at}",
                    "paramType": "optional" if at else "required",
                    "dtype": ",".join(columns),
                    "format": ",".join(["ND"] * len(columns)),
                }
    reading = ops_info.read(Source("ops.json", json.dumps(entries).encode()))
    assert reading.accepted
    return list(reading.operators.values())


def node_of(entry, taken=True):
    inputs = [{"dtype": edge} if isinstance(edge, str) else edge for edge in entry["inputs"]]
    node = Node(
        entry["name"],
        entry["type"],
        [None if edge.get("absent") else edge_of(edge) for edge in inputs],
        [Tensor(dtype) for dtype in entry["outputs"]],
    )
    node.judged = entry.get("judge", True) or not taken
    node.engine = "AIcoreEngine" if taken else None
    names = {"keep_dtype": "_keep_dtype", "inherit": "_inherit_dtype_from_predecessor"}
    node.attrs = {names[key]: 1 for key in names if entry.get(key)}
    return node


def edge_of(edge):
    attrs = {"_format_continuous": 1} if edge.get("format_continuous") else None
    return Tensor(edge["dtype"], tuple(edge["from"]) if "from" in edge else None, attrs)


def customized(row):
    lines = [
        f"{entry['name']}::InputDtype:{','.join(asked.get('inputs', []))},"
        f"OutputDtype:{','.join(asked.get('outputs', []))}\n"
        for entry in row["nodes"]
        if (asked := entry.get("customize")) is not None
    ]
    return "".join(lines)


def outcome(row, taken=True):
    context = compile_in(row["mode"], *operators_of(row), customize=customized(row))
    if row.get("cube"):  # some of CANN's own tests give other operators the preference
        context.cube = frozenset(row["cube"])
    return resolved(context, *(node_of(entry, taken) for entry in row["nodes"]))


def disagreement(row):
    found = outcome(row)
    for due in row["expect"]:
        if "status" not in due:
            continue
        got = found[due["name"]]
        if due["status"] == "FAILED":
            return None if got.status == "fails" else f"{due['name']}: {got.status}"
        if (got.status, got.column) != ("determined", due["column"]):
            return f"{due['name']}: {got.status}, column {got.column}"
        if (got.inputs, got.outputs) != (due["inputs"], due["outputs"]):
            return f"{due['name']}: {got.inputs} -> {got.outputs}"
    return None


def test_every_recorded_graph_agrees(recorded):
    lines = (recorded / "vectors" / "dtype_graphs.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) >= 200
    assert {row["name"]: why for row in rows if (why := disagreement(row))} == {}


def unit_tests(recorded):
    rows = json.loads((recorded / "vectors" / "dtype_unit_tests.json").read_text())
    assert len(rows) == 151
    return [row for row in rows if row["nodes"]]


def test_the_dtypes_of_canns_own_tests(recorded):
    for row in unit_tests(recorded):
        found = outcome(row)
        for name, due in row["expect"].items():
            for side, dtypes in (("in", found[name].inputs), ("out", found[name].outputs)):
                for at, dtype in due.get(side, {}).items():
                    assert dtypes[int(at)] == dtype, (row["name"], name)
        if row.get("fail"):
            assert found["m"].status == "fails", row["name"]


def test_the_support_of_canns_own_tests(recorded):
    """Whether AI Core takes the node that the test is about: the last one."""
    checked = 0
    for row in unit_tests(recorded):
        if row["supported"] is not None:
            dtypes = outcome(row, taken=False)[row["nodes"][-1]["name"]]
            assert (dtypes.status != "refused") == row["supported"], row["name"]
            checked += 1
    assert checked == 76
