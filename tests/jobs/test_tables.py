"""The option tables: what they have to have, and that each says what its form allows."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.data import read_data
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of, sent_by, spec_of
from cannlint.jobs.verdicts import follows, text_verdict
from cannlint.syntax.grammar import parser


def words(text: str) -> list[str]:
    return text.split()


MANUAL_PAGE = words(
    """
use_off_line enable_data_pre_proc iterations_per_loop profiling_mode profiling_options enable_dump
dump_path dump_step dump_mode enable_dump_debug dump_debug_mode precision_mode
variable_format_optimize mix_compile_mode hcom_parallel graph_memory_max_size
variable_memory_max_size auto_tune_mode stream_max_parallel_num is_tailing_optimization
graph_run_mode op_debug_level enable_scope_fusion_passes enable_exception_dump op_select_implmode
optypelist_for_implmode input_shape dynamic_dims dynamic_node_type aoe_mode work_path
distribute_config buffer_optimize enable_small_channel fusion_switch_file op_compiler_cache_mode
op_compiler_cache_dir debug_dir dynamic_input dynamic_graph_execute_mode
dynamic_inputs_shape_range local_rank_id local_device_list session_device_id in_out_pair_flag
in_out_pair modify_mixlist op_precision_mode device_type hccl_timeout op_wait_timeout
op_execute_timeout
"""
)
"""The rows of the vendor's page of session configurations, in its order."""

TRAINING = words(
    """
enable_data_pre_proc iterations_per_loop dump_step enable_dump_debug dump_debug_mode
variable_format_optimize hcom_parallel auto_tune_mode is_tailing_optimization
enable_exception_dump aoe_mode work_path distribute_config hccl_timeout op_wait_timeout
op_execute_timeout
"""
)
INFERENCE = words(
    """
input_shape dynamic_dims dynamic_node_type buffer_optimize enable_small_channel in_out_pair_flag
in_out_pair
"""
)
RESERVED = words(
    """
distribute_config
"""
)
"""The newer page documents enable_dump_debug, dump_debug_mode, aoe_mode, work_path and
op_execute_timeout, which the older one reserves; nothing reads device_type at all."""


def test_every_row_of_the_manual_is_known():
    known = options_of(FrontEnd.TF1)
    assert [name for name in MANUAL_PAGE if name not in known] == []
    assert all("parameter_map" in known[name].via for name in MANUAL_PAGE)


def test_the_uses_of_the_manual():
    known = options_of(FrontEnd.TF1)
    for name in MANUAL_PAGE:
        expected = ["training"] * (name in TRAINING) + ["inference"] * (name in INFERENCE)
        assert list(known[name].use) == expected, name


def test_what_the_manual_reserves():
    known = options_of(FrontEnd.TF1)
    assert sorted(name for name in known if known[name].reserved) == sorted(RESERVED)


@pytest.mark.parametrize("front_end", FrontEnd)
def test_what_a_front_end_sends_by_itself_is_a_value_that_ge_takes(front_end):
    for option, value in sent_by(front_end).items():
        spec = spec_of(FrontEnd.GE, option)
        assert spec is not None and text_verdict(spec, value) is None, option


LEGAL = {
    "accelerate_train_mode": ["fast|step|0.9", "fast1|loss|1.05", "fast|loss", "fast|step|"],
    "dump_step": ["0", "0|5|10", "0|3-5|10", "10-20"],
    "dynamic_dims": ["20,20,1,1;40,40,2,2;80,60,4,4", "1;2"],
    "dynamic_inputs_shape_range": [
        "getnext:[128 ,3~5, 2~128, -1],[64 ,3~5, 2~128, -1];data:[128 ,3~5, 2~128, -1]",
        "getnext:[3,3,4,10],[-1,3,2~1000,-1],[-1,-1,-1,-1]",
        "data:[]",
        "getnext:[3~5],[3~6]",
    ],
    "in_out_pair": ["[[['import/conv'], ['import/conv2d_59/BiasAdd', 'b']]]", "[[[a],[b]]]"],
    "folder": ["/tmp", "./", "a b", "x"],
    "input_shape": ["data:1,1,40,-1;label:1,-1;mask:-1,-1", "x:0"],
    "local_device_list": ["0", "0,1"],
    "memory_size": ["27917287424", "26*1024*1024*1024", "31 * 1024 * 1024 * 1024", "0"],
    "stream_max_parallel_num": ["DNN_VM_TF:10,DNN_V100:1"],
}
ILLEGAL = {
    "accelerate_train_mode": [
        "fast",
        "slow|step",
        "fast|foo|0.9",
        "fast|step|0.1",
        "fast|loss|0.9",
    ],
    "dump_step": ["a", "1-2-3", "0,5", "0||5", " 1"],
    "dynamic_dims": ["a", "1,,2", "1 2", "-1;2"],
    "dynamic_inputs_shape_range": [
        "images:[1]",
        "data",
        "data:[1;2]",
        "data:[1];data:[2];data:[3]",
    ],
    "in_out_pair": ["[]", "['a', 'b']", "[[a], [b]]", "[[['a']]]", "[[[''], ['b']]]"],
    "folder": ["/tmp ", " ./", "\t"],
    "input_shape": ["1,2", "x:", "x:1,a", "x:1;;y:2"],
    "local_device_list": ["0,", "0;1", "a"],
    "memory_size": ["26GB", "1.5", "-1"],
    "stream_max_parallel_num": ["10", "DNN_VM_TF=10", "DNN_VM_TF:10;DNN_V100:1"],
}
OWN = sorted(LEGAL)


@pytest.mark.parametrize("syntax", OWN)
def test_values_of_a_syntax(syntax):
    assert [value for value in LEGAL[syntax] if not follows(syntax, value)] == []
    assert [value for value in ILLEGAL[syntax] if follows(syntax, value)] == []


def lark_accepts(syntax: str, value: str) -> bool:
    from lark.exceptions import LarkError

    try:
        parser(syntax, "value").parse(value)
    except LarkError:
        return False
    return True


@pytest.mark.parametrize("syntax", OWN)
def test_the_fast_pattern_is_the_grammar(syntax):
    seeds = st.sampled_from([*LEGAL[syntax], *ILLEGAL[syntax]])

    @given(seeds, st.data())
    def same(seed, data):
        at = data.draw(st.integers(0, len(seed)))
        cut = data.draw(st.integers(at, min(len(seed), at + 3)))
        letters = st.sampled_from(sorted({*seed, *"0,;:|-~[]* x'"}))
        value = seed[:at] + data.draw(st.text(letters, max_size=3)) + seed[cut:]
        assert follows(syntax, value) == lark_accepts(syntax, value), value

    same()


@given(st.lists(st.sampled_from(["Gelu", "SoftmaxV2", " ", "\t", ",", ", "])).map("".join))
def test_a_list_of_types_is_what_stands_between_commas_without_blanks(value):
    types = [item.strip() for item in value.split(",")]
    job = job_of(FrontEnd.ATC, [f"optypelist_for_implmode={value}"])
    [setting] = job.settings
    found = [(item, job.source.slice(place)) for item, place in setting.items(",")]
    assert found == [(name, name) for name in types if name]


def test_the_schema_of_profiling_options_takes_the_manuals_example():
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(
        json.loads(read_data("schemas", "profiling_options.schema.json"))
    )
    good = '{"output":"/tmp/profiling","training_trace":"on","fp_point":"a","bp_point":"b"}'
    assert validator.is_valid(json.loads(good))
    for bad in ('{"task_trace": "yes"}', '{"training_trace": "off"}', "[]"):
        assert not validator.is_valid(json.loads(bad))
