"""Operators of the embedded library without a graph: what is certain, and what is not and why."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from cannlint.library.snapshot import VERSION, embedded
from cannlint.resolve.dtypes.columns import implementations
from cannlint.resolve.dtypes.context import Context, StoreEntry
from cannlint.resolve.dtypes.judge import FORMAT_DEPENDENT, Judge
from cannlint.resolve.dtypes.node_view import NodeView
from cannlint.resolve.dtypes.single import resolve_operator
from resolving import LIBRARY, compile_in, engine_mode, operator, shown

MODES = (
    "force_fp16",
    "force_fp32",
    "allow_fp32_to_fp16",
    "allow_fp32_to_bf16",
    "must_keep_origin_dtype",
    "allow_mix_precision",
    "mixed_bfloat16",
)


@cache
def entries(folder):
    library = embedded(VERSION)
    found = {name: library.operator(name).get(folder) for name in library.names()}
    return {name: entry for name, entry in found.items() if entry is not None}


def compiled(folder, mode):
    known = entries(folder)
    return Context(
        engine_mode(mode),
        lambda op_type: [StoreEntry(known[op_type], LIBRARY)] if op_type in known else [],
        lambda store_entry: (store_entry.operator.default_list, LIBRARY),
    )


def outcome(op_type, mode, original="float32", folder="ascend910b", **more):
    return shown(resolve_operator(op_type, original, compiled(folder, mode), **more))


@pytest.mark.parametrize(
    ("op_type", "mode", "result"),
    [
        ("Xlog1py", "force_fp16", "fp16,fp16 -> fp16"),
        ("Xlog1py", "must_keep_origin_dtype", "fp32,fp32 -> fp32"),
        ("MatMulV2", "force_fp16", "undetermined: op_select_format"),
        ("Conv2D", "force_fp16", "undetermined: op_select_format"),
        ("Add", "force_fp16", "undetermined: op_select_format"),
        ("BatchNorm", "force_fp16", "undetermined: static-dynamic"),
        ("Cast", "force_fp16", "undetermined: given"),
        ("TransData", "force_fp16", "undetermined: given"),
        ("NoSuchOperator", "force_fp16", "undetermined: library"),
    ],
)
def test_operators_of_910b(op_type, mode, result):
    assert outcome(op_type, mode) == result


def test_a_gray_operator_follows_its_producer_which_nobody_knows():
    assert outcome("Gelu", "allow_mix_precision") == "undetermined: producer"
    assert outcome("Gelu", "allow_mix_precision", brings="float32") == "fp32 -> fp32"
    assert outcome("Gelu", "allow_mix_precision", brings="float16") == "fp16 -> fp16"


def test_what_no_file_can_tell_is_as_much_as_the_library_says():
    reasons, marks = Counter(), Counter()
    for op_type in entries("ascend910b"):
        dtypes = resolve_operator(op_type, "float32", compiled("ascend910b", "force_fp16"))
        reasons[dtypes.reason_id] += 1
        marks.update(dtypes.marks)
    assert reasons["op_select_format"] == 113
    called = {name for name, op in entries("ascend910b").items() if "needCheckSupport" in op.flags}
    open_ones = {name for name, op in entries("ascend910b").items() if op.is_open}
    assert len(called) == 106
    assert marks["support: callback unknown"] == len(called - open_ones - {"Cast", "TransData"})
    assert set(reasons) == {
        *(None, "op_select_format", "given", "static-dynamic", "other-dtypes", "order")
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "known", "dependent"),
    [
        ("ascend910b", 978, {"QuantBatchMatmulV3", "WeightQuantBatchMatmulV2"}),
        ("ascend310p", 737, set()),
        ("ascend910", 719, set()),
    ],
)
def test_hardly_an_operator_depends_on_formats(folder, known, dependent):
    """Every operator with every combination of dtypes that it lists itself, in seven modes."""
    found, count = {}, 0
    for op_type, op in entries(folder).items():
        if op.is_open or not op.tensors:
            continue
        count += 1
        combinations = {tuple(t.dtypes[at] for t in op.tensors) for at in range(op.column_count)}
        for mode in MODES:
            if any(depends_on_formats(op, dtypes, folder, mode) for dtypes in combinations):
                found.setdefault(op_type, set()).add(mode)
    assert count == known
    assert set(found) == dependent
    assert all(used <= {"allow_mix_precision", "mixed_bfloat16"} for used in found.values())


def depends_on_formats(op, dtypes, folder, mode):
    first = len(op.inputs)
    view = NodeView(op.op_type, list(dtypes[:first]), list(dtypes[first:]), lambda at, low: (None,))
    view.is_supported = True
    binding = (list(range(first)), list(range(len(op.outputs))))
    static = implementations(op)[0]
    judge = Judge(compiled(folder, mode), StoreEntry(op, LIBRARY), static, view, binding)
    return judge.verdict().cause == FORMAT_DEPENDENT


def lone(*args, mode="origin", original="float32", **facts):
    return resolve_operator("Op", original, compile_in(mode, operator("Op", *args, **facts)))


def test_tensors_that_are_not_float_may_be_any_that_is_listed():
    dtypes = lone(["fp32,fp32", "int32,int64"], ["fp32,fp32"])
    assert shown(dtypes) == "fp32,int32 -> fp32"
    assert dtypes.marks == ["tensors that need not be float: the dtypes of one of several columns"]
    each = (["fp16,fp16,fp32,fp32", "int32,int64,int32,int64"], ["fp32,fp32,fp32,fp32"])
    assert shown(lone(*each, mode="force_fp16")) == "fp16,int32 -> fp32"
    dtypes = lone(["int32,int64"], ["fp16,fp32"], mode="force_fp32")
    assert shown(dtypes) == "undetermined: other-dtypes"
    assert dtypes.candidates == [(["int32"], ["float16"]), (["int64"], ["float"])]


def test_which_inputs_are_constants_may_matter():
    dtypes = lone(["fp32,fp16", "fp16,fp32"], ["fp32,fp32"])
    assert shown(dtypes) == "undetermined: order"
    assert len(dtypes.candidates) == 2
    assert shown(lone(["fp32,fp16", "fp32,fp16"], ["fp32,fp32"])) == "fp32,fp32 -> fp32"


def test_the_order_matters_where_an_input_lowers_those_after_it():
    """allow_fp32_to_fp16: x0 has to be lowered; judged first it lowers x1, judged last it does not.

    Both would be content with the second column (manual/dtype-selection.md#what-a-tensor-wants).
    """
    tensors = (["fp16,fp16", "fp16,fp32"], ["fp32,fp32"])
    dtypes = lone(*tensors, mode="allow_fp32_to_fp16")
    assert shown(dtypes) == "undetermined: order"
    assert sorted(inputs for inputs, _ in dtypes.candidates) == [
        ["float16", "float"],
        ["float16", "float16"],
    ]
    assert shown(lone(*tensors, mode="force_fp32")) == "fp16,fp32 -> fp32"


def test_the_order_matters_where_inputs_prefer_different_columns():
    """Each input takes both columns, the one with its bfloat16 first: the last one judged wins."""

    def after_float32(*inputs):
        context = compile_in("mixed_float16", operator("Op", inputs, ["fp32,fp32"]))
        return shown(resolve_operator("Op", "bfloat16", context, brings="float32"))

    assert after_float32("fp16,bf16", "bf16,fp16") == "undetermined: order"
    assert after_float32("fp16,bf16", "fp16,bf16") == "bf16,bf16 -> fp32"


def test_promotion_is_in_no_order():
    op = operator("Op", ["fp32,bf16", "int32,int32"], ["fp16,fp16"], promote="x0,x1")
    dtypes = resolve_operator("Op", "bfloat16", compile_in("force_fp16", op))
    assert shown(dtypes) == "bf16,int32 -> fp16"


def test_columns_that_the_dynamic_implementation_skips():
    def with_dynamic(*skipped, **facts):
        formats = tuple("NULL" if at in skipped else "ND" for at in range(2))
        every = dict.fromkeys(("x0", "y0"), formats)
        flags = facts.get("flags", ["dynamicShapeSupport"])
        return lone(["fp16,fp32"], ["fp16,fp32"], dynamic_formats=every, flags=flags)

    assert shown(with_dynamic()) == shown(with_dynamic(0)) == "fp32 -> fp32"
    assert shown(with_dynamic(1)) == "undetermined: static-dynamic"
    assert with_dynamic(1).candidates == [(["float"], ["float"]), (["float"], ["float"])]
    assert shown(with_dynamic(1, flags=[])) == "fp32 -> fp32"


def test_columns_that_the_dynamic_implementation_skips_of_one_tensor_only():
    formats = {"x0": ("NULL", "ND")}
    flags = ["dynamicShapeSupport"]
    dtypes = lone(["fp16,fp32"], ["fp16,fp32"], dynamic_formats=formats, flags=flags)
    assert shown(dtypes) == "undetermined: dynamic-columns"


def test_a_tensor_without_dtypes_beside_others_with_some():
    """CANN loads such an operator of a custom package."""
    assert shown(lone(["fp16,fp32"], [""])) == "undetermined: dynamic-columns"


@pytest.mark.parametrize(
    ("inputs", "outputs", "assumed"),
    [(["fp16,fp32"], ["fp16,fp32"], False), (["fp16,fp32"], ["bool,bool"], True)],
)
def test_made_columns_of_several_widths_may_be_pruned(inputs, outputs, assumed):
    made = {"pattern": "broadcast", "formats": {"x0": (), "y0": ()}}
    dtypes = lone(inputs, outputs, original="float16", **made)
    assert ("assumes no pruning" in dtypes.marks) == assumed
    assert dtypes.status == "determined"


def test_a_dtype_that_is_no_float_is_not_taken_for_an_original():
    with pytest.raises(ValueError, match="int32"):
        outcome("Xlog1py", "force_fp16", "int32")


def test_more_ways_than_can_be_followed_are_not():
    every = [[("fp16", "fp32")[at >> bit & 1] for at in range(512)] for bit in range(9)]
    dtypes = lone([",".join(columns) for columns in every], [], mode="allow_mix_precision")
    assert (shown(dtypes), dtypes.candidates) == ("undetermined: producer", [])
    one_each = [["fp16"] * at + ["fp32"] + ["fp16"] * (99 - at) for at in range(100)]
    dtypes = lone([",".join(columns) for columns in one_each], [])
    assert (shown(dtypes), dtypes.candidates) == ("undetermined: order", [])
    anything = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"]
    pairs = [(first, second) for first in anything for second in anything]
    sides = [",".join(names) for names in zip(*pairs, strict=True)]
    dtypes = lone(sides, [",".join(["fp32"] * len(pairs))])
    assert (shown(dtypes), dtypes.candidates) == ("undetermined: other-dtypes", [])
