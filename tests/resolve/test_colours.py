"""The mixed-precision lists of a plan (manual/mixed-precision-list.md).

On 8.1.RC1's ascend910b Xlog1py is black, MatMulV2 white, Gelu gray.
"""

from __future__ import annotations

import json

import pytest

from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.report.origins import origin_text
from jobs_in_words import plan, row_of

MIXED = {"precision_mode": "allow_mix_precision"}


def colour(op_type, lists, **options):
    row = row_of(op_type, options={**MIXED, **options}, files={"modify_mixlist": json.dumps(lists)})
    return row.colour


@pytest.mark.parametrize(
    ("op_type", "default"),
    [("Xlog1py", "black-list"), ("MatMulV2", "white-list"), ("Gelu", "gray-list")],
)
def test_the_library_has_the_default(op_type, default):
    found = row_of(op_type).colour
    assert found.value == found.default == default
    assert origin_text(found.origin) == "CANN 8.1.RC1, ascend910b"
    assert found.origin.detail == "precision_reduce.flag"


def test_an_entry_moves_an_operator_and_the_default_is_shadowed():
    found = colour("Xlog1py", {"white-list": {"to-add": ["Xlog1py"]}})
    assert (found.default, found.value) == ("black-list", "white-list")
    assert (found.origin.kind, found.origin.detail) == ("file", "white-list to-add")
    [default] = found.shadowed
    assert (default.value, str(default.reason)) == ("black-list", "modify_mixlist has Xlog1py")


def test_removed_from_its_list_an_operator_is_gray():
    found = colour("Xlog1py", {"black-list": {"to-remove": ["Xlog1py"]}})
    assert found.value == "gray-list" and found.origin.detail == "black-list to-remove"


@pytest.mark.parametrize("first", ["white-list", "black-list"])
def test_of_two_entries_the_one_that_decides_is_the_origin(first):
    lists = {"white-list": {"to-add": ["Xlog1py"]}, "black-list": {"to-remove": ["Xlog1py"]}}
    found = colour("Xlog1py", {first: lists.pop(first), **lists})
    assert found.value == "white-list" and found.origin.detail == "white-list to-add"
    assert [str(other.reason) for other in found.shadowed] == [
        "modify_mixlist has Xlog1py",
        "another entry decides",
    ]


@pytest.mark.parametrize(
    ("op_type", "lists", "reason"),
    [
        (
            "Xlog1py",
            {"gray-list": {"to-add": ["Xlog1py"]}},
            "to-add of gray-list alone moves nothing",
        ),
        (
            "Xlog1py",
            {"white-list": {"to-remove": ["Xlog1py"]}},
            "it is in the black-list, not in the white-list",
        ),
        (
            "Xlog1py",
            {"black-list": {"to-add": ["Xlog1py"]}},
            "it is already in the black-list",
        ),
    ],
)
def test_entries_that_move_nothing(op_type, lists, reason):
    found = colour(op_type, lists)
    assert found.value == found.default and found.origin.kind == "library"
    assert [str(other.reason) for other in found.shadowed] == [reason]


@pytest.mark.parametrize(
    ("mode", "op_type", "used"),
    [
        ("allow_mix_precision", "Gelu", True),
        ("force_fp16", "Gelu", False),
        ("must_keep_origin_dtype", "Gelu", False),
        ("force_fp32", "Xlog1py", True),  # check-support does not lower a black operator
        ("force_fp32", "MatMulV2", False),
        ("force_fp16", "MatMulV2", True),  # white, and a support function of its own asks
        ("force_fp16", "AvgPool", False),  # it has one too, and is gray
        ("must_keep_origin_dtype", "MatMulV2", False),
        ("must_keep_origin_dtype", "Reshape", True),  # no kernel of its own: the mixed way
        ("force_fp16", "Reshape", False),
    ],
)
def test_whether_anything_reads_the_list(mode, op_type, used):
    assert row_of(op_type, options={"precision_mode": mode}).colour_used is used


@pytest.mark.parametrize(
    ("of_node", "of_input", "used"),
    [
        ({}, {}, False),
        ({}, {"_format_continuous": 1}, True),
        ({}, {"_format_continuous": 2}, False),  # CANN asks whether it is 1
        ({"_inherit_dtype_from_predecessor": 1}, {}, True),
        ({"_inherit_dtype_from_predecessor": 1, "_keep_dtype": 1}, {}, False),
    ],
)
def test_attributes_of_a_graph_make_the_list_count_in_any_mode(of_node, of_input, used):
    inputs: list[Tensor | None] = [Tensor("float", attrs=of_input)]
    node = Node("a", "Gelu", inputs, [Tensor("float")])
    node.attrs = of_node
    graph = Graph("m", "cannlint/graph/1", [node])
    [row] = plan(options={"precision_mode": "must_keep_origin_dtype"}, graph=graph).rows
    assert row.colour_used is used


def test_a_kept_operator_goes_past_its_list():
    row = row_of("Gelu", options=MIXED, files={"keep_dtype": "OpType::Gelu\n"}, front_end="atc")
    assert row.keep is not None and not row.colour_used


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({}, ["E10001"]),
        ({"precision_mode": "force_fp16"}, ["E10001"]),
        ({"precision_mode_v2": "mixed_hif8"}, []),
    ],
)
def test_a_mixlist_needs_a_mixed_mode(options, codes):
    lists = {"modify_mixlist": '{"white-list": {"to-add": ["Gelu"]}}'}
    assert plan(options, lists).codes == codes


def test_an_operator_that_no_store_has_is_in_no_list():
    assert row_of("NoSuchOp").colour is None
