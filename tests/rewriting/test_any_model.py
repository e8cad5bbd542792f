"""Whatever an ONNX model has in it: a graph whose nodes have producers, in time for its size."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from cannlint.graphs.tables import table
from cannlint.library.choose import choose
from cannlint.rewriting.conditions import Conditions
from cannlint.rewriting.run import PASSES, rewritten
from onnx_models import Model
from work import grows_as_its_input

OPERATORS = sorted(table("onnx")["ops"])
COMMON = (
    *("Conv", "BatchNormalization", "Mul", "Add", "Sub", "Div", "Pow", "ReduceMean", "Sqrt", "Erf"),
    *("Shape", "Gather", "Concat", "Reshape", "Transpose", "Slice", "Squeeze", "Unsqueeze", "Cast"),
    *("Clip", "Min", "Max", "Resize", "TopK", "Split", "Expand", "Tile", "LSTM", "GRU", "Identity"),
)
ATTRIBUTES = (
    *("axis", "axes", "kernel_shape", "pads", "strides", "dilations", "group", "perm", "to"),
    *("mode", "keepdims", "starts", "ends", "hidden_size", "split", "direction", "value"),
)
VALUES = (
    *(0, 1, -1, 10**12, -(2**63), [0], [1, 1], [0, 2, 3, 1], [-1], [], [10**10] * 3),
    *(1.5, float("inf"), float("nan"), "nearest", "SAME_UPPER", [1.0, 2.0]),
)


def any_model(choice: random.Random) -> bytes:
    m = Model(choice.choice([8, 10, 11, 13, 17, 18]))
    dims = [choice.choice([0, 1, 2, 8, "n"]) for _ in range(choice.randrange(6))]
    values = [m.input("x", *dims), m.weight(8, 3), m.constant(2.0), m.constant(2**40), ""]
    values += [m.constant(float("inf")), m.constant(1, -1, 8)]
    for _ in range(choice.randrange(1, 16)):
        attrs = {choice.choice(ATTRIBUTES): choice.choice(VALUES) for _ in range(3)}
        inputs = choice.choices(values[-8:], k=choice.choice([0, 1, 2, 2, 3, 5]))
        op_type = choice.choice(COMMON if choice.random() < 0.8 else OPERATORS)
        values.append(m.add(op_type, *inputs, outputs=choice.choice([1, 1, 2]), **attrs))
    return m.bytes(*filter(None, values[-2:]))


def conditions(folder: str = "ascend910b", off: frozenset[str] = frozenset()) -> Conditions:
    library = choose("8.1.RC1")

    def operator(op_type: str):
        return library.operator_in(op_type, folder)

    return Conditions(operator, lambda name: name not in off, folder, library.cann)


@given(st.integers(0, 2**32), st.sets(st.sampled_from(sorted(PASSES)), max_size=3))
def test_any_model_is_rewritten_to_a_whole_graph(tmp_path_factory, seed, off):
    path = tmp_path_factory.getbasetemp() / "any.onnx"
    path.write_bytes(any_model(random.Random(seed)))
    try:
        graph = read_graph(str(path))
    except CannlintError:
        return
    before = [(node.name, node.op_type, len(node.inputs)) for node in graph.nodes]
    found = rewritten(graph, conditions(off=frozenset(off)))
    assert [(node.name, node.op_type, len(node.inputs)) for node in graph.nodes] == before
    by_name = {node.name: node for node in found.nodes}
    assert len(by_name) == len(found.nodes)
    for node in found.nodes:
        for tensor in node.inputs:
            if tensor is not None and tensor.producer is not None:
                source = by_name.get(tensor.producer[0])
                assert source is not None or tensor.producer[0].endswith(" (value)")


def blocks(count: int) -> Model:
    """Blocks of what passes look at: convolutions, shape arithmetic, normalisations."""
    m = Model(11)
    y = m.input("x", 1, 8, 4, 4)
    for _ in range(count):
        y = m.add("Conv", y, m.weight(8, 8, 3, 3), kernel_shape=[3, 3], pads=[1, 1, 1, 1])
        y = m.add("BatchNormalization", y, *(m.weight(8) for _ in range(4)))
        size = m.add("Gather", m.add("Shape", y), m.constant(0), axis=0)
        y = m.add("Reshape", y, m.add("Concat", size, m.constant(8, 4, 4), axis=0))
        y = m.add("Add", m.add("Mul", y, m.add("Sigmoid", y)), y)
    m.last = y
    return m


def test_time_grows_as_the_model(tmp_path):
    def run(count: int) -> None:
        path = tmp_path / f"{count}.onnx"
        if not path.exists():
            m = blocks(count)
            path.write_bytes(m.bytes(m.last))
        rewritten(read_graph(str(path)), conditions())

    assert grows_as_its_input(run, 25)
