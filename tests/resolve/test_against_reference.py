"""The product against the reference, and the reference against CANN where its answers are."""

from __future__ import annotations

import json
import random

import pytest
from reference import CONSTANTS, STRATEGIES, Reference
from test_recorded_graphs import node_of, operators_of

from cannlint.cann.dtypes import WRITTEN, compiler_name
from cannlint.graphs.model import Graph
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED
from resolving import compile_in, node, operator, resolved

FLOATS = ("fp32", "fp16", "bf16")
DTYPES = (*FLOATS * 4, "hif8", "int32", "double", "bool", "complex64")
TYPES = ("A", "B", "Cast", "MatMul", "Conv2D")
COLOURS = ("white", "black", "gray")


class Cases:
    """Makes up libraries, graphs and files: the same ones for a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick, self.number = self.random.choice, self.random.randint

    def rarely(self):
        return self.number(0, 9) == 0

    def library(self):
        """An operator of each type; half have columns of floats alone, where most can match."""
        return {op_type: self.operator(op_type) for op_type in TYPES}

    def operator(self, op_type):
        columns, dtypes = self.pick([1, 2, 4, 7, 12]), self.pick([DTYPES, FLOATS])

        def tensors(least, most):
            most = 1 if op_type == "Cast" else most
            count = self.number(least, most)
            return [",".join(self.random.choices(dtypes, k=columns)) for _ in range(count)]

        outputs = tensors(1 if op_type == "Cast" else 0, 2)
        op_file = self.pick(["", "", "", "Null", "AICore_Null"])
        return operator(op_type, tensors(1, 3), outputs, self.pick(COLOURS), op_file=op_file)

    def nodes(self, library):
        """Nodes of a library after some that are not judged; each has what the judge looks at."""
        nodes = [
            node(f"d{at}", op_type, [], self.random.choices(DTYPES, k=2))
            for at, op_type in enumerate(["Data", *CONSTANTS])
        ]
        for at in range(self.number(1, 8)):
            op = library[self.pick(TYPES)]
            inputs = [self.edge(nodes, op.op_type) for _ in op.inputs]
            outputs = self.random.choices(DTYPES, k=len(op.outputs))
            made = node(f"n{at}", op.op_type, inputs, outputs, taken=self.pick([True, False]))
            made.judged = not self.rarely()
            for name in ("_keep_dtype", "_inherit_dtype_from_predecessor"):
                made.attrs[name] = int(self.rarely())
            for edge in filter(None, made.inputs):
                edge.attrs["_format_continuous"] = int(self.rarely())
            nodes.append(made)
        return nodes

    def edge(self, nodes, op_type):
        """An input: after a node, from nowhere, or absent; that of a Cast is always after one."""
        dtype, producer = self.pick(DTYPES), self.pick([one for one in nodes if one.outputs])
        after = f"{dtype} < {producer.name}:{self.random.randrange(len(producer.outputs))}"
        return after if op_type == "Cast" else self.pick([after, after, after, dtype, None])

    def entries(self, library, nodes):
        """customize_dtypes for some positions of some nodes: by name, and by type in a tuple.

        Most dtypes are those of one column, so that something is left; there may be too many.
        """
        found = {}
        for judged in nodes:
            if judged.op_type in library and self.number(0, 3) == 0:
                op = library[judged.op_type]
                column = self.random.randrange(op.column_count)
                fitting = tuple(self.asked(side, column) for side in (op.inputs, op.outputs))
                key = self.pick([judged.name, (judged.op_type,)])
                found[key] = self.pick([fitting, fitting, (["int8"], ["float16"])])
        return found

    def asked(self, tensors, column):
        some = [self.pick(["", tensor.dtypes[column]]) for tensor in tensors]
        return [*some, *self.pick([[], [""], ["int8"]])]


def as_file(entries):
    """A customize_dtypes file with the entries."""
    return "".join(
        f"{f'OpType::{key[0]}' if isinstance(key, tuple) else key}"
        f":InputDtype:{written(inputs)},OutputDtype:{written(outputs)}\n"
        for key, (inputs, outputs) in entries.items()
    )


def written(names):
    return ",".join(WRITTEN.get(name, name) for name in names)


def in_compiler_spelling(names):
    return tuple(name and compiler_name(name) for name in names)


@pytest.mark.parametrize("mode", sorted(STRATEGIES))
def test_the_product_judges_as_the_reference(mode):
    for seed in range(30):
        compare(mode, Cases(f"{mode} {seed}"), f"seed {seed}")


@pytest.mark.slow
@pytest.mark.parametrize("mode", sorted(STRATEGIES))
def test_the_product_judges_as_the_reference_in_more_cases(mode):
    for seed in range(30, 150):
        compare(mode, Cases(f"{mode} {seed}"), f"seed {seed}")


def compare(mode, cases, case):
    library = cases.library()
    nodes = cases.nodes(library)
    entries = cases.entries(library, nodes)
    moved = {op_type: cases.pick(COLOURS) for op_type in TYPES if cases.rarely()}
    keeps = [judged.name for judged in nodes if cases.rarely()]

    lists = {op_type: op.default_list.removesuffix("-list") for op_type, op in library.items()}
    reference = Reference(mode, library, {**lists, **moved}, keeps, entries)
    reference.judge(Graph("graph.json", "cannlint/graph/1", nodes))

    in_lists = {op_type: f"{colour}-list" for op_type, colour in moved.items()}
    context = compile_in(
        mode, *library.values(), customize=as_file(entries), colours=in_lists, keeps=keeps
    )
    for name, found in resolved(context, *nodes).items():
        due = FAILS if name in reference.failing else DETERMINED
        assert found.status == (REFUSED if name in reference.outside else due), (case, name)
        if due != FAILS:
            got = in_compiler_spelling(found.inputs), in_compiler_spelling(found.outputs)
            assert got == reference.dtypes[name], (case, name)


def test_the_reference_narrows_as_cann_does(recorded):
    """Not only the column in the end: what each step leaves is that of the recorded graphs."""
    checked = 0
    for line in (recorded / "vectors" / "dtype_graphs.jsonl").read_text().splitlines():
        row = json.loads(line)
        reference = judged_by_reference(row)
        for due in row["expect"]:
            name, status = due["name"], due.get("status")
            assert (name in reference.failing) == (status == "FAILED")
            if "custom_filter" in due:
                assert reference.filters[name] == due["custom_filter"], (row["name"], name)
            if status == "SUCCESS":
                if any(due["inputs"]):  # without any CANN has not listed the columns yet
                    assert reference.after_inputs[name] == due["after_inputs"], (row["name"], name)
                assert reference.matched[name] == due["matched"], (row["name"], name)
                checked += 1
    assert checked > 400


def judged_by_reference(row):
    library = {op.op_type: op for op in operators_of(row)}
    nodes = [node_of(entry) for entry in row["nodes"]]
    for judged in nodes:
        for edge in filter(None, (*judged.inputs, *judged.outputs)):
            edge.dtype = compiler_name(edge.dtype)
    entries = {
        entry["name"]: tuple(
            in_compiler_spelling(asked.get(side, [])) for side in ("inputs", "outputs")
        )
        for entry in row["nodes"]
        if (asked := entry.get("customize")) is not None
    }
    lists = {op_type: op.default_list.removesuffix("-list") for op_type, op in library.items()}
    reference = Reference(row["mode"], library, lists, (), entries)
    reference.judge(Graph("graph.json", "cannlint/graph/1", nodes))
    return reference
