"""Nodes of a graph: what each takes from its attributes and from its producers."""

from __future__ import annotations

import pytest

from cannlint.resolve.dtypes.graph import BEFORE_FUSION
from cannlint.resolve.dtypes.node_view import judged_order
from resolving import compile_in, data, node, operator, resolved, shown
from work import grows_as_its_input

G = operator("G", ["fp16,fp32,bf16"], ["fp16,fp32,bf16"])
WHITE = operator("White", ["fp32,fp16"], ["fp32,fp16"], "white")
BLACK = operator("Black", ["fp16,fp32"], ["fp16,fp32"], "black")
CAST = operator("Cast", ["fp16,fp32,fp16,fp32"], ["fp16,fp32,fp32,fp16"])


def outcome(context, *nodes) -> dict[str, str]:
    return {name: shown(dtypes) for name, dtypes in resolved(context, *nodes).items()}


def test_a_gray_operator_follows_what_its_producer_was_judged_to():
    found = outcome(
        compile_in("mixed_float16", G, WHITE, BLACK),
        data("fp32"),
        node("w", "White", ["fp32 < data"], ["fp32"]),
        node("after_white", "G", ["fp32 < w"], ["fp32"]),
        node("b", "Black", ["fp32 < after_white"], ["fp32"]),
        node("after_black", "G", ["fp32 < b"], ["fp32"]),
    )
    assert found["w"] == found["after_white"] == "fp16 -> fp16"
    assert found["b"] == found["after_black"] == "fp32 -> fp32"


def test_a_cast_that_raises_the_low_dtype_is_looked_through():
    nodes = (
        data("fp16"),
        node("cast", "Cast", ["fp16 < data"], ["fp32"]),
        node("g", "G", ["fp32 < cast"], ["fp16"]),
    )
    assert outcome(compile_in("mixed_float16", G, CAST), *nodes)["g"] == "fp16 -> fp16"
    assert outcome(compile_in("mixed_bfloat16", G, CAST), *nodes)["g"] == "fp32 -> fp32"
    black = compile_in("mixed_float16", G, CAST, colours={"Cast": "black-list"})
    assert outcome(black, *nodes)["g"] == "fp32 -> fp32"


def test_a_cast_is_not_looked_through_to_hifloat8():
    hif8 = operator("H", ["hif8,fp16,fp32"], ["hif8,fp16,fp32"])
    nodes = (
        data("fp16"),
        node("cast", "Cast", ["fp16 < data"], ["fp32"]),
        node("h", "H", ["fp32 < cast"], ["fp32"]),
    )
    assert outcome(compile_in("mixed_hif8", hif8, CAST), *nodes)["h"] == "fp32 -> fp32"


def test_only_a_cast_keeps_its_dtypes_in_every_mode():
    nodes = (data("fp32"), node("cast", "Cast", ["fp32 < data"], ["fp16"]))
    for mode in ("force_fp16", "force_fp32", "mixed_float16", "origin"):
        assert outcome(compile_in(mode, CAST), *nodes)["cast"] == "fp32 -> fp16"


@pytest.mark.parametrize("mode", ["force_fp16", "mixed_float16", "force_lowerprecision"])
def test_keep_dtype_outranks_the_mode(mode):
    kept = node("n", "White", ["fp32"], ["fp32"], keep_dtype=1)
    assert outcome(compile_in(mode, WHITE), kept)["n"] == "fp32 -> fp32"
    named = node("n", "White", ["fp32"], ["fp32"])
    assert outcome(compile_in(mode, WHITE), named)["n"] == "fp16 -> fp16"
    context = compile_in(mode, WHITE, keeps=["n"])
    assert outcome(context, named)["n"] == "fp32 -> fp32"
    [step] = [step for step in resolved(context, named)["n"].steps if step.name == "D2"]
    assert step.origin.file == "keep.cfg"


def test_keep_dtype_is_no_promise():
    low = operator("Low", ["fp16"], ["fp16"])
    kept = node("n", "Low", ["fp32"], ["fp32"], keep_dtype=1)
    assert outcome(compile_in("force_fp16", low), kept)["n"] == "fp16 -> fp16"
    kept.engine = None
    assert outcome(compile_in("force_fp16", low), kept)["n"] == "refused: support"


def test_keep_dtype_takes_the_preference_from_a_cube_operator():
    matmul = operator("MatMul", ["fp16,fp32", "fp16,fp32"], ["fp16,fp32"])
    plain = node("n", "MatMul", ["fp32", "fp32"], ["fp32"])
    kept = node("k", "MatMul", ["fp32", "fp32"], ["fp32"], keep_dtype=1)
    found = outcome(compile_in("allow_fp32_to_fp16", matmul), plain, kept)
    assert found == {"n": "fp16,fp16 -> fp16", "k": "fp32,fp32 -> fp32"}


@pytest.mark.parametrize("mode", ["origin", "force_fp32", "allow_fp32_to_bf16"])
def test_an_operator_without_kernel_runs_the_mixed_routine_in_any_mode(mode):
    null = operator("Reshape", ["fp16,fp32"], ["fp16,fp32"], "white", op_file="Null")
    judged = node("n", "Reshape", ["fp32"], ["fp32"])
    assert outcome(compile_in(mode, null), judged)["n"] == "fp16 -> fp16"


def test_a_format_continuous_input_does_so_too_alone():
    op = operator("P", ["fp32,fp16,fp32", "fp32,fp32,fp16"], ["fp32,fp32,fp32"], "white")
    judged = node("n", "P", ["fp32", "fp32"], ["fp32"])
    assert outcome(compile_in("origin", op), judged)["n"] == "fp32,fp32 -> fp32"
    judged.inputs[1].attrs["_format_continuous"] = 1
    assert outcome(compile_in("origin", op), judged)["n"] == "fp32,fp16 -> fp32"


def test_a_node_that_inherits_follows_its_producer_whatever_its_list():
    for colour in ("black", "white", "gray"):
        op = operator("I", ["fp32,fp16,bf16"], ["fp32,fp16,bf16"], colour)
        judged = node("n", "I", ["fp32 < data"], ["bf16"], inherit_dtype_from_predecessor=1)
        found = outcome(compile_in("force_fp32", op), data("bf16"), judged)
        assert found["n"] == "bf16 -> bf16"


def test_lowering_one_tensor_lowers_those_after_it():
    """allow_fp32_to_fp16: an input that only a lower column takes lowers the output, too."""
    op = operator("L", ["fp16,fp16"], ["fp32,fp16"])
    context = compile_in("allow_fp32_to_fp16", op)
    assert outcome(context, node("n", "L", ["fp32"], ["fp32"]))["n"] == "fp16 -> fp16"
    assert outcome(context, node("n", "L", ["fp16"], ["fp32"]))["n"] == "fp16 -> fp32"


def test_a_step_says_how_many_columns_a_tensor_leaves():
    op = operator("L", ["fp16,fp16,fp32"], ["fp16,fp32,fp32"])
    steps = resolved(compile_in("force_fp16", op), node("n", "L", ["fp32"], ["fp32"]))["n"].steps
    assert [str(step.effect) for step in steps if step.name == "D5"] == [
        "x0, float32: 2 columns left",
        "y0, float32: 1 column left",
    ]


@pytest.mark.parametrize("taken", [True, False])
def test_a_node_that_no_engine_is_known_to_have_taken_may_still_be_fused(taken):
    judged = node("n", "G", ["fp32"], ["fp32"], taken=taken)
    marks = resolved(compile_in("force_fp16", G), judged)["n"].marks
    assert (BEFORE_FUSION in marks) == (not taken)


def test_what_lowers_nothing_does_not():
    op = operator("L", ["int8,int8", "fp16,fp32"], ["fp16,fp32"])
    judged = node("n", "L", ["fp32", "fp32"], ["fp32"])
    context = compile_in("allow_fp32_to_fp16", op)
    assert outcome(context, judged)["n"] == "int8,fp32 -> fp32"


def test_inputs_with_constants_are_judged_last():
    op = operator("M", ["fp16,fp32", "fp32,fp16"], ["fp32,fp32"])
    constant = node("c", "Const", [], ["fp32"])
    first = node("n", "M", ["fp32 < data", "fp32 < data"], ["fp32"])
    second = node("m", "M", ["fp32 < c", "fp32 < data"], ["fp32"])
    found = outcome(compile_in("origin", op), data("fp32"), constant, first, second)
    assert found["n"] == "fp32,fp16 -> fp32"
    assert found["m"] == "fp16,fp32 -> fp32"


def test_an_absent_input_counts_for_nothing():
    optional = {"x1": "optional"}
    op = operator("O", ["fp16,fp32", "fp32,fp16"], ["fp16,fp32"], param_types=optional)
    context = compile_in("origin", op)
    assert outcome(context, node("n", "O", ["fp32", None], ["fp32"]))["n"] == "fp32,- -> fp32"
    assert outcome(context, node("n", "O", ["fp32"], ["fp32"]))["n"] == "fp32 -> fp32"


def test_the_instances_of_a_dynamic_tensor_share_its_columns():
    op = operator(
        "Concat", ["int32,int32", "fp16,fp32"], ["fp16,fp32"], param_types={"x1": "dynamic"}
    )
    judged = node("n", "Concat", ["int32", "fp32", "fp32", "fp32"], ["fp32"])
    found = outcome(compile_in("origin", op), judged)
    assert found["n"] == "int32,fp32,fp32,fp32 -> fp32"


@pytest.mark.parametrize(
    "op_type", ["Data", "NetOutput", "Const", "Constant", "Variable", "TransData", "AippData"]
)
def test_some_nodes_keep_their_dtypes(op_type):
    op = operator(op_type, ["fp16"], ["fp16"])
    judged = node("n", op_type, ["fp32"], ["fp32"])
    assert outcome(compile_in("force_fp16", op), judged)["n"] == "fp32 -> fp32"


def test_a_node_that_is_not_judged_keeps_its_dtypes():
    judged = node("n", "G", ["fp32"], ["fp32"])
    judged.judged = False
    found = resolved(compile_in("force_fp16", G), judged)["n"]
    assert (shown(found), found.column, found.columns) == ("fp32 -> fp32", None, 0)


def test_a_node_of_another_engine_is_not_on_ai_core_but_customized():
    judged = node("n", "G", ["fp32"], ["fp32"])
    judged.engine = "DNN_VM_AICPU"
    custom = "n::InputDtype:int8,OutputDtype:\n"
    dtypes = resolved(compile_in("force_fp16", G, customize=custom), judged)["n"]
    assert (dtypes.status, dtypes.inputs, dtypes.outputs) == ("refused", ["int8"], ["float"])
    assert str(dtypes.reason) == "runs on DNN_VM_AICPU"


def test_no_common_column_falls_to_column_0():
    op = operator("F", ["uint8,fp32", "fp16,uint8"], ["fp32,fp32"])
    dtypes = resolved(
        compile_in("origin", op), node("n", "F", ["bf16", "int64"], ["fp16"], taken=True)
    )["n"]
    assert shown(dtypes) == "fp32,uint8 -> fp32"
    assert "no supported combination" in dtypes.marks
    assert [step.name for step in dtypes.steps][-1] == "D8"


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([node("n", "Nope", ["fp32"], ["fp32"])], "library"),
        ([node("n", "G", ["fp32 < ghost"], ["fp32"])], "missing-producer"),
        ([node("n", "G", ["fp32", "fp32"], ["fp32"])], "arity"),
        ([node("n", "G", ["fp32"], [])], "arity"),
        ([node("n", "G", [], [])], "no-tensors"),
        ([node("n", "G", ["fp99"], ["fp32"])], "unknown-dtype"),
        (
            [node("n", "G", ["fp32 < m"], ["fp32"]), node("m", "G", ["fp32 < n"], ["fp32"])],
            "producer",
        ),
        ([node("n", "G", ["fp32 < n"], ["fp32"])], "producer"),
        ([data("fp32"), node("n", "G", ["fp32 < data:7"], ["fp32"])], "producer"),
    ],
)
def test_a_bad_graph_is_undetermined_and_no_accident(nodes, reason):
    found = outcome(compile_in("mixed_float16", G), *nodes)
    assert found["n"] == f"undetermined: {reason}"


def test_a_dtype_that_the_graph_does_not_say():
    judged = node("n", "G", ["fp32"], ["fp32"])
    judged.outputs[0].dtype = None
    dtypes = resolved(compile_in("mixed_float16", G), judged)["n"]
    assert str(dtypes.reason) == "the graph does not give the dtype of output 0"


def test_an_unmapped_type_a_subgraph_and_a_foreign_engine():
    unmapped, inner, foreign = (
        node("u", "G", ["fp32"], ["fp32"]),
        node("i", "Data", [], ["fp32"]),
        node("f", "G", ["fp32"], ["fp32"]),
    )
    unmapped.mapped, inner.in_subgraph, foreign.engine = False, True, "VectorEngine"
    found = outcome(compile_in("mixed_float16", G), unmapped, inner, foreign)
    assert found == {
        "u": "undetermined: unmapped",
        "i": "undetermined: subgraph",
        "f": "undetermined: engine",
    }


def test_an_unknown_producer_is_no_matter_where_it_makes_no_difference():
    same = operator("Same", ["fp32,fp32"], ["fp16,fp32"])
    judged = node("n", "Same", ["fp32 < unknown"], ["fp32"])
    found = outcome(
        compile_in("mixed_float16", same), node("unknown", "Nope", [], ["fp32"]), judged
    )
    assert found["n"] == "fp32 -> fp32"


def test_an_output_that_its_producer_does_not_have_is_unknown():
    white = operator("White", ["fp32,fp16"], ["fp32,fp16"], "white")
    known = node("known", "G", ["fp32 < w"], ["fp32"])
    unknown = node("unknown", "G", ["fp32 < w:1"], ["fp32"])
    found = outcome(
        compile_in("mixed_float16", G, white),
        node("w", "White", ["fp32"], ["fp32"]),
        known,
        unknown,
    )
    assert found["known"] == "fp16 -> fp16"
    assert found["unknown"] == "undetermined: producer"


def test_candidates_of_a_producer_are_followed():
    both = operator(
        "Both", ["fp32,fp32"], ["fp16,fp32"], formats={"x0": ("ND", "NZ"), "y0": ("ND", "ND")}
    )
    follower = node("n", "G", ["fp32 < b"], ["fp16"])
    context = compile_in("mixed_float16", both, G)
    dtypes = resolved(context, node("b", "Both", ["fp32"], ["hif8"]), follower)
    assert shown(dtypes["b"]) == "undetermined: format-dependent"
    assert shown(dtypes["n"]) == "undetermined: producer"
    assert dtypes["n"].candidates == [(["float"], ["float"]), (["float16"], ["float16"])]


def test_a_support_callback_that_is_not_known_is_told_at_its_operator():
    """What follows is as if the operator is supported, with a reservation that leads to it."""
    called = operator("Called", ["fp16"], ["fp16"], "white", flags=["needCheckSupport"])
    nodes = (node("c", "Called", ["fp32"], ["fp32"], False), node("n", "G", ["fp32 < c"], ["fp16"]))
    dtypes = resolved(compile_in("mixed_float16", called, G), *nodes)
    assert shown(dtypes["c"]) == "fp16 -> fp16"
    assert "support: callback unknown" in dtypes["c"].marks
    assert shown(dtypes["n"]) == "fp16 -> fp16"
    assert "support: depends on the operators before it" in dtypes["n"].marks


def chain(length):
    nodes = [data("fp32")]
    for at in range(length):
        source = f"n{at - 1}" if at else "data"
        nodes.append(
            node(f"n{at}", ("G", "White", "Black")[at % 3], [f"fp32 < {source}"], ["fp32"])
        )
    return nodes


def test_work_grows_as_the_graph():
    def resolve(length):
        context = compile_in("mixed_float16", G, WHITE, BLACK)
        assert len(resolved(context, *chain(length))) == length + 1

    assert grows_as_its_input(resolve, 200)


@pytest.mark.parametrize("mode", ["force_fp32", "cube_fp16in_fp32out"])
def test_a_cube_operator_takes_float16_and_gives_float32(mode):
    columns = ["fp32,fp16,fp16", "fp32,fp16,fp16"], ["fp32,fp16,fp32"]
    context = compile_in(mode, operator("MatMul", *columns), operator("Other", *columns))
    nodes = [node(name, name, ["fp32", "fp32"], ["fp32"]) for name in ("MatMul", "Other")]
    found = outcome(context, *nodes)
    assert found == {"MatMul": "fp16,fp16 -> fp32", "Other": "fp32,fp32 -> fp32"}


def test_a_cube_operator_without_such_a_column_does_not():
    matmul = operator("MatMul", ["fp32,fp16", "fp32,fp16"], ["fp32,fp16"])
    judged = node("n", "MatMul", ["fp32", "fp32"], ["fp32"])
    assert outcome(compile_in("force_fp32", matmul), judged)["n"] == "fp32,fp32 -> fp32"


def test_the_attribute_that_lowering_leaves_counts_in_a_dump():
    op = operator("L", ["fp32,fp16"], ["fp32,fp16"])
    context = compile_in("allow_fp32_to_fp16", op)
    judged = node("n", "L", ["fp32"], ["fp32"], force_fp32_to_fp16=True)
    assert outcome(context, judged)["n"] == "fp16 -> fp16"


def test_small_channel_formats_sort_the_columns_again():
    """Reduced columns are bfloat16 first; the C04 filter may put them back by number."""
    formats = {"x0": ("NC1HWC0_C04", "ND", "ND")}
    columns = ["fp16,fp16,bf16"], ["fp16,fp16,bf16"]
    judged = node("n", "Conv", ["fp32"], ["fp32"])
    light = operator("Conv", *columns, formats=formats)
    heavy = operator("Conv", *columns, formats=formats, flags=["heavyOp"])
    mode = "allow_fp32_to_lowprecision"
    [plain, sorted_again] = [
        resolved(compile_in(mode, op), judged)["n"].candidates for op in (light, heavy)
    ]
    assert plain == sorted_again == [(["bfloat16"], ["bfloat16"]), (["float16"], ["float16"])]
    same = operator("Conv", *columns, formats={"x0": ("X_C04", "X_C04", "X_C04")})
    assert outcome(compile_in(mode, same), judged)["n"] == "bf16 -> bf16"
    same = operator("Conv", *columns, formats={"x0": ("X_C04",) * 3}, flags=["heavyOp"])
    assert outcome(compile_in(mode, same), judged)["n"] == "undetermined: format-dependent"
    others = operator("Conv", *columns, flags=["heavyOp"])
    assert outcome(compile_in(mode, others), judged)["n"] == "bf16 -> bf16"


def test_of_two_inputs_with_one_key_only_the_first_is_judged():
    assert judged_order([False, True, False]) == [0, 2, 1]
    assert judged_order([True, True]) == [0, 1]
    many = judged_order([True] + [False] * 300)
    assert 0 in many and 255 not in many and 256 in many


def test_tensors_that_only_names_could_tell_apart():
    dynamic = {"x0": "dynamic", "x1": "dynamic"}
    op = operator("Two", ["fp32", "fp32"], ["fp32"], param_types=dynamic)
    context = compile_in("origin", op)
    assert outcome(context, node("n", "Two", ["fp32"] * 4, ["fp32"]))["n"] == "undetermined: arity"
    assert outcome(context, node("n", "Two", ["fp32"] * 2, ["fp32"]))["n"] == "fp32,fp32 -> fp32"


def test_an_entry_without_dtypes_and_one_without_tensors():
    empty = operator("Empty", [""], [""])
    nothing = operator("Nothing", [], [])
    found = outcome(
        compile_in("origin", empty, nothing),
        node("e", "Empty", ["fp32"], ["fp32"]),
        node("n", "Nothing", [], []),
    )
    assert found == {"e": "undetermined: no-columns", "n": " -> "}


def test_a_cast_that_nothing_feeds_is_no_help():
    nodes = (node("cast", "Cast", ["fp16"], ["fp32"]), node("g", "G", ["fp32 < cast"], ["fp16"]))
    found = outcome(compile_in("mixed_float16", G, CAST), *nodes)
    assert found["g"] == "undetermined: producer"
