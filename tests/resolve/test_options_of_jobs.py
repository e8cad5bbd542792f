"""What becomes of the options of a job, and of what hangs on one that cannot be told."""

from __future__ import annotations

from copy import copy

import pytest

from cannlint.library.snapshot import embedded
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from jobs_in_words import SOC, job, plan


def planned(made, *types):
    wanted = Wanted()
    wanted.types = list(types)
    return make_plan(made, Target(embedded("8.1.RC1"), SOC), wanted)


def with_unknown(option, options=None, front_end="atc"):
    """A job with an option whose value is a variable of the shell."""
    made = job({**(options or {}), option: "x"}, front_end=front_end)
    made.get(option).value = None
    return planned(made, "Gelu", "Conv2D")


def statuses(made):
    return {option.name: option.status for option in made.options}


def test_an_unknown_precision_mode_leaves_dtypes_undetermined_and_modes_known():
    made = with_unknown("precision_mode")
    gelu, _ = made.rows
    assert made.accepted and statuses(made)["precision_mode"] == "unknown"
    assert gelu.dtypes.status == "undetermined"
    assert str(gelu.dtypes.reason) == "the value of precision_mode is not known from the file"
    assert gelu.mode.value == "high_precision"


def test_an_unknown_mode_file_leaves_modes_unknown():
    gelu, _ = with_unknown("op_precision_mode").rows
    assert gelu.mode.value is None
    assert str(gelu.mode.reason) == "the value of op_precision_mode is not known from the file"
    assert gelu.dtypes.status == "determined"


def test_an_unknown_hf32_concerns_the_operators_that_have_it():
    gelu, conv = with_unknown("allow_hf32").rows
    assert gelu.mode.value == "high_precision"
    assert conv.mode.value is None and conv.mode.reason is not None


def test_a_path_with_a_variable_is_no_missing_file():
    made = planned(job({"customize_dtypes": "$CONF/c.cfg"}, front_end="atc"), "Gelu")
    assert made.accepted and statuses(made)["customize_dtypes"] == "unknown"
    assert made.rows[0].dtypes.status == "undetermined"


@pytest.mark.parametrize(
    ("asked", "is_selective"),
    [
        ({}, False),
        ({"types": ["Gelu"]}, True),
        ({"nodes": [("Gelu", "gelu")]}, True),
        ({"every": True}, True),
    ],
)
def test_operators_are_asked_for_by_type_by_name_or_all(asked, is_selective):
    wanted = Wanted()
    for name, value in asked.items():
        setattr(wanted, name, value)
    assert wanted.is_selective is is_selective


@pytest.mark.parametrize("is_complete", [True, False])
def test_an_operator_that_the_library_does_not_have(is_complete):
    """Of a library that is not complete nothing is said to be unknown."""
    library = copy(embedded("8.1.RC1"))
    library.is_complete = is_complete
    wanted = Wanted()
    wanted.types = ["Nope", "Gelu"]
    nope, gelu = make_plan(job(), Target(library, SOC), wanted).rows
    assert ("not complete" in str(nope.dtypes.reason)) == (not is_complete)
    assert "not complete" not in str(gelu.dtypes.reason)


@pytest.mark.parametrize(
    ("front_end", "option", "codes"),
    [
        ("ge", "keep_dtype", ["E10410"]),
        ("atc", "keep_dtype", ["E10001", "E10001"]),  # it looks at the path, twice
        ("ge", "op_precision_mode", ["E20101"]),
        ("atc", "op_precision_mode", ["E10001", "E10001"]),
        ("atc", "customize_dtypes", ["E20101"]),  # the path is the engine's own matter
        ("tf1", "op_debug_config", ["E20101"]),
        ("tf1", "graph_compiler_cache_dir", ["E13026"]),
    ],
)
def test_a_file_that_is_not_there(front_end, option, codes):
    made = job({option: "no.txt"}, front_end=front_end)
    made.missing = [made.get(option)]
    assert planned(made, "Gelu").codes == codes


@pytest.mark.parametrize(
    ("options", "name", "reason"),
    [
        ({"allow_hf32": "1"}, "allow_hf32", "Ascend310P3 has no HF32"),
        (
            {"op_select_implmode": "high_precision_for_all", "optypelist_for_implmode": "Gelu"},
            "optypelist_for_implmode",
            "op_select_implmode=high_precision_for_all takes no list",
        ),
        ({"op_select_implmode": ""}, "op_select_implmode", "empty: as if it were not set"),
    ],
)
def test_options_without_effect(options, name, reason):
    made = plan(options, soc="Ascend310P3", types=["Gelu"])
    [option] = [option for option in made.options if option.name == name]
    assert (option.status, str(option.reason)) == ("no effect", reason)


def test_a_list_that_decides_an_operator_has_an_effect():
    options = {"op_select_implmode": "high_precision", "optypelist_for_implmode": "Abs"}
    made = plan(options, types=["Abs"])
    [row] = made.rows
    assert row.mode.value == "high_precision"
    assert statuses(made)["optypelist_for_implmode"] == "effective"


def test_what_the_front_end_sets_is_an_option_too():
    made = plan(front_end="atc")
    shown = {option.name: (option.value, option.origin.kind) for option in made.options}
    assert shown == {
        "op_select_implmode": ("high_performance", "default"),
        "precision_mode": ("force_fp16", "default"),
    }


@pytest.mark.parametrize(
    ("front_end", "options", "soc", "mode"),
    [
        ("atc", {}, "Ascend910B3", "force_fp16"),
        ("ge", {}, "Ascend910B3", "must_keep_origin_dtype"),  # no run mode: training
        ("ge", {}, "Ascend310P3", "allow_fp32_to_fp16"),
        ("tf1", {"graph_run_mode": "0"}, "Ascend910B3", "force_fp16"),
        ("tf2", {}, "Ascend910A", "allow_fp32_to_fp16"),
        ("mindspore", {}, "Ascend310P3", "force_fp16"),
        ("mindspore", {}, "Ascend910B3", "must_keep_origin_dtype"),
    ],
)
def test_the_default_mode_is_that_of_the_front_end(front_end, options, soc, mode):
    [found] = plan(options, front_end=front_end, soc=soc).precision.modes
    assert found.text == mode


@pytest.mark.parametrize(
    ("soc", "release", "modes"),
    [
        ("Ascend910B3", "6.0.0", ["must_keep_origin_dtype"]),
        ("Ascend310P3", "6.0.0", ["allow_fp32_to_fp16"]),
        ("Ascend910B3", None, ["must_keep_origin_dtype"]),
        ("Ascend310B1", None, ["must_keep_origin_dtype"]),
        ("Ascend310P3", None, ["allow_fp32_to_fp16"]),
        ("Ascend910A", None, ["allow_fp32_to_fp16"]),
    ],
)
def test_the_default_mode_of_torch_npu_is_that_of_the_soc(soc, release, modes):
    found = [
        mode.text for mode in plan(front_end="torch", soc=soc, release=release).precision.modes
    ]
    assert found == modes


def test_both_precision_modes_stop_every_front_end():
    both = {"precision_mode": "force_fp16", "precision_mode_v2": "fp16"}
    assert plan(both).codes == plan(both, front_end="atc").codes == ["E10056"]
    assert plan(both, front_end="tf1").codes == []  # the adapter stops it without a code
    assert not plan(both, front_end="tf1").accepted


def test_bfloat16_needs_the_hardware():
    made = plan({"precision_mode_v2": "mixed_bfloat16"}, soc="Ascend310P3")
    assert made.codes == ["E20101"]


def test_the_types_that_a_job_names_are_its_rows():
    files = {
        "op_precision_mode": "Gelu=high_precision\n[ByNodeName]\na/b=high_precision\n",
        "customize_dtypes": "OpType::Add:InputDtype:float16,float16\nc/d:InputDtype:float16\n",
        "keep_dtype": "OpType::Relu\nGelu\n",
    }
    made = plan({"optypelist_for_implmode": "Tanh"}, files)
    assert [row.op_type for row in made.rows] == ["Gelu", "Add", "Relu", "Tanh"]
    assert made.unplaced == ["a/b", "c/d", "Gelu"]
