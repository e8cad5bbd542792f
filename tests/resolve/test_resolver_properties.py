"""What holds of dtype resolution whatever the operators and the graph."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cannlint.cann.dtypes import compiler_name
from cannlint.cann.precision import ENGINE_MODES
from cannlint.resolve.dtypes.single import resolve_operator
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, UNDETERMINED
from resolving import compile_in, node, operator, resolved, shown

DTYPES = ["fp32", "fp16", "bf16", "hif8", "int32", "double", "bool"]
TYPES = ["A", "B", "Cast", "MatMul"]

modes = st.sampled_from(sorted(ENGINE_MODES))
dtypes = st.sampled_from(DTYPES)


@st.composite
def operators(draw, op_type):
    count = draw(st.integers(1, 6))
    columns = st.lists(dtypes, min_size=count, max_size=count).map(",".join)
    inputs = draw(st.lists(columns, min_size=1, max_size=3))
    return operator(
        op_type,
        inputs,
        draw(st.lists(columns, min_size=0, max_size=2)),
        draw(st.sampled_from(["white", "black", "gray"])),
        op_file=draw(st.sampled_from(["", "", "Null"])),
        flags=draw(st.sampled_from([(), ("heavyOp",), ("needCheckSupport",)])),
        promote=draw(st.sampled_from(["", "", "x0,x1"])),
        formats={
            "x0": tuple(
                draw(st.lists(st.sampled_from(["ND", "NZ"]), min_size=count, max_size=count))
            )
        },
    )


@st.composite
def graphs(draw, library):
    """Nodes whose inputs come from nowhere, from other nodes, or from ones that are not there."""
    nodes = [node("d0", "Data", [], ["fp32"]), node("d1", "Const", [], ["fp16"])]
    for at in range(draw(st.integers(1, 6))):
        op = draw(st.sampled_from(library))
        names = [other.name for other in nodes]
        sources = st.sampled_from(["", "", "n0", "ghost", *names]).map(lambda s: s and f" < {s}")
        given = [draw(dtypes) + draw(sources) for _ in op.inputs]
        out = [draw(dtypes) for _ in op.outputs]
        made = node(f"n{at}", op.op_type, given, out, draw(st.booleans()))
        made.attrs = draw(
            st.sampled_from([{}, {"_keep_dtype": 1}, {"_inherit_dtype_from_predecessor": 1}])
        )
        if draw(st.integers(0, 9)) == 0:
            made.inputs[0].attrs["_format_continuous"] = 1
        nodes.append(made)
    return nodes


libraries = st.tuples(*(operators(op_type) for op_type in TYPES)).map(list)
customized = st.sampled_from(
    [
        "",
        "n0::InputDtype:float16\n",
        "OpType::A:InputDtype:,OutputDtype:float\n",
        "n1::InputDtype:,\n",
    ]
)


@st.composite
def compiles(draw):
    library = draw(libraries)
    return (
        library,
        draw(graphs(library)),
        compile_in(draw(modes), *library, customize=draw(customized)),
    )


def columns_of(op):
    return [tuple(tensor.dtypes[at] for tensor in op.tensors) for at in range(op.column_count)]


@given(compiles())
def test_what_is_determined_is_a_column_of_the_operator(made):
    library, nodes, context = made
    known = {op.op_type: columns_of(op) for op in library}
    for judged, found in zip(nodes, resolved(context, *nodes).values(), strict=True):
        if judged.op_type not in known:
            continue
        assert found.status in (DETERMINED, UNDETERMINED, REFUSED, FAILS)
        pairs = [(found.inputs, found.outputs)] if found.status == DETERMINED else []
        for inputs, outputs in pairs:
            column = tuple(map(compiler_name, (*inputs, *outputs)))
            assert known[judged.op_type][found.column] == column
        if found.status == UNDETERMINED:
            assert found.reason is not None and found.reason_id and str(found.reason)
            assert len(found.candidates) != 1


@given(compiles())
def test_the_same_graph_ends_the_same(made):
    _, nodes, context = made
    first, second = resolved(context, *nodes), resolved(context, *nodes)
    assert list(first) == [judged.name for judged in nodes]
    assert list(map(shown, first.values())) == list(map(shown, second.values()))


@given(compiles(), st.randoms(use_true_random=False))
def test_nodes_may_stand_in_any_order_that_has_producers_first(made, random):
    """What is alone in the graph does not depend on where it stands."""
    _, nodes, context = made
    lone = [one for one in nodes if not any(edge.producer for edge in one.inputs)]
    moved = sorted(lone, key=lambda _: random.random())
    before, after = resolved(context, *lone), resolved(context, *moved)
    assert {name: shown(before[name]) for name in before} == {
        name: shown(after[name]) for name in after
    }


@given(compiles())
def test_each_step_can_be_told(made):
    _, nodes, context = made
    for found in resolved(context, *nodes).values():
        names = [step.name for step in found.steps]
        assert all(str(step.effect) and step.origin.kind for step in found.steps)
        if names and names != ["D1"]:
            assert names[:3] == ["P1", "C2", "S2"]
        if found.status == DETERMINED and names and names != ["D1"]:
            assert names[-1] in ("D7", "D8")


FLOATS = ["fp32", "fp16", "bf16"]


@given(operators("Op"), modes, st.sampled_from(FLOATS), st.data())
def test_what_is_determined_without_a_graph_is_so_in_every_graph(op, mode, original, drawn):
    """Whichever inputs are constants, and whatever dtype the producers give out."""
    context = compile_in(mode, op)
    names = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16"}
    alone = resolve_operator("Op", names[original], context)
    if alone.status not in (DETERMINED, REFUSED):
        return
    tensors, count = op.tensors, len(op.inputs)
    floats = [any(dtype in ("float", "float16", "bf16") for dtype in t.dtypes) for t in tensors]
    column = drawn.draw(st.integers(0, op.column_count - 1))
    own = [
        original if is_float else t.dtypes[column]
        for t, is_float in zip(tensors, floats, strict=True)
    ]
    nodes = []
    for at in range(count):
        given = drawn.draw(st.sampled_from(FLOATS)) if floats[at] else own[at]
        nodes.append(node(f"p{at}", drawn.draw(st.sampled_from(["Data", "Const"])), [], [given]))
    nodes.append(
        node("n", "Op", [f"{own[at]} < p{at}" for at in range(count)], own[count:], taken=False)
    )
    found = resolved(context, *nodes)["n"]
    assert found.status == alone.status
    pairs = zip((*alone.inputs, *alone.outputs), (*found.inputs, *found.outputs), strict=True)
    assert all(
        one == other for (one, other), is_float in zip(pairs, floats, strict=True) if is_float
    )


@given(operators("Op"), modes, st.lists(dtypes, min_size=3, max_size=3), st.data())
def test_what_is_determined_after_an_unknown_producer_is_so_after_any(op, mode, given, drawn):
    context = compile_in(mode, op)
    inputs = [f"{drawn.draw(dtypes)} < p:{at}" for at in range(len(op.inputs))]
    judged = node("n", "Op", inputs, [drawn.draw(dtypes) for _ in op.outputs])
    unknown = resolved(context, node("p", "NoSuchType", [], given), judged)["n"]
    known = resolved(context, node("p", "Data", [], given), judged)["n"]
    if unknown.status == DETERMINED:
        assert shown(known) == shown(unknown)
    elif unknown.candidates and known.status == DETERMINED:
        assert (known.inputs, known.outputs) in unknown.candidates
