"""The option tables: what they have to have, and that each says what its form allows."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.data import read_data
from cannlint.jobs.conditions import options_in
from cannlint.jobs.job_from_options import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.syntaxes import follows, has_grammar
from cannlint.jobs.tables import calls_of, options_of, sent_by, spec_of
from cannlint.jobs.verdicts import text_verdict
from cannlint.kinds import Kind
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
aoe_mode work_path distribute_config device_type op_execute_timeout
"""
)
"""The newer page documents enable_dump_debug and dump_debug_mode, which the older one reserves."""
FIELDS = {"b": {"bool"}, "i": {"int"}, "s": {"enum", "string", "path", "list", "json"}}
TABLES = [end for end in FrontEnd if end is not FrontEnd.ATC]
KEYS = {
    "aicore_num", "argument_default", "bad", "default", "deprecated", "empty", "excludes", "field",
    "file", "first_wins", "ignore_case", "ignored", "manual_default", "missing", "none", "option",
    "always", "argument_range", "bits", "choices", "formerly", "sends_all", "since", "takes",
    "values_since", "values_until", "written_when",
    "path", "products", "range", "requires", "reserved", "source", "stage", "strict", "truth",
    "as_text", "backends", "instance_of", "item_values", "items", "names_backend",
    "repeat", "suffix", "suffix_file", "syntax", "type", "types", "unit", "unread_beside", "until",
    "unused_with",
    "use", "values", "via", "when", "wrong_field",
}  # fmt: skip


def test_every_row_of_the_manual_is_known():
    known = options_of(FrontEnd.TF1)
    assert [name for name in MANUAL_PAGE if name not in known] == []
    assert all("parameter_map" in known[name].entry["via"] for name in MANUAL_PAGE)


def test_the_uses_of_the_manual():
    known = options_of(FrontEnd.TF1)
    for name in MANUAL_PAGE:
        expected = ["training"] * (name in TRAINING) + ["inference"] * (name in INFERENCE)
        assert known[name].entry.get("use", []) == expected, name


def test_what_the_manual_reserves():
    known = options_of(FrontEnd.TF1)
    assert sorted(name for name in known if known[name].entry.get("reserved")) == sorted(RESERVED)


def test_entries_of_atc_have_known_keys():
    for key, spec in options_of(FrontEnd.ATC).items():
        assert set(spec.entry) <= KEYS | {"every_mode", "refused_in", "single_op"}, key
        assert spec.entry.get("single_op") in (None, "used", "checked"), key


@pytest.mark.parametrize("front_end", FrontEnd)
def test_what_a_front_end_sends_by_itself_is_a_value_that_ge_takes(front_end):
    for option, value in sent_by(front_end).items():
        spec = spec_of(FrontEnd.GE, option)
        assert spec is not None and text_verdict(spec, value) is None, option


@pytest.mark.parametrize("front_end", TABLES)
def test_entries_are_well_formed(front_end):
    for key, spec in options_of(front_end).items():
        entry = spec.entry
        assert set(entry) <= KEYS, key
        assert (spec.type == "enum") <= bool(spec.values), key
        assert entry.get("source") or front_end is FrontEnd.GE, key
        for name in ("bad", "missing", "wrong_field"):
            if name in entry:
                assert entry[name]["outcome"] in ("refused", "default", "ignored", "later"), key
        if spec.file is not None:
            assert Kind(spec.file) and spec.type == "path", key
        if "field" in entry:
            assert spec.type in FIELDS[entry["field"]], key
        low, high = entry.get("range", (None, None))
        assert low is None or high is None or low <= high, key


@pytest.mark.parametrize("front_end", TABLES)
def test_options_that_others_name_exist(front_end):
    options = {spec.option for spec in options_of(front_end).values()}
    for key, spec in options_of(front_end).items():
        named = [*spec.entry.get("requires", ()), *spec.entry.get("excludes", ())]
        named += [name for name in (spec.entry.get("deprecated"),) if name]
        for key_of_condition in ("when", "written_when"):
            named += options_in(spec.entry.get(key_of_condition, []))
        assert [name for name in named if name is not True and name not in options] == [], key


@pytest.mark.parametrize("front_end", TABLES)
def test_defaults_are_legal(front_end):
    for key, spec in options_of(front_end).items():
        default = spec.entry.get("default")
        if spec.values and isinstance(default, str) and not spec.entry.get("empty"):
            assert default in spec.values, key


def test_every_argument_of_the_classes_is_an_option():
    known = options_of(FrontEnd.TF1)
    for call, names in calls_of(FrontEnd.TF1).items():
        assert len(set(names)) == len(names)
        assert [name for name in names if call not in known[name].entry["via"]] == []


def test_every_option_is_described():
    described = json.loads(read_data("jobs/tables", "options.json"))
    for front_end in (FrontEnd.ATC, FrontEnd.GE, FrontEnd.TF1, FrontEnd.TF2, FrontEnd.MINDSPORE):
        for key, spec in options_of(front_end).items():
            assert spec.option in described or spec.type in ("any", "object", "group"), key
    assert list(described) == sorted(described)


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
    "optypelist_for_implmode": ["Gelu", "Pooling, SoftmaxV2", "", ",Gelu,,", "a b"],
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
    "optypelist_for_implmode": [],
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
def test_the_list_of_types_is_read_as_its_grammar_says(value):
    tree = parser("optypelist_for_implmode", "value").parse(value)
    types = [str(token).strip() for token in tree.children if token not in (None, ",")]
    job = job_of(FrontEnd.ATC, [f"optypelist_for_implmode={value}"])
    [setting] = job.settings
    found = [(item, job.source.slice(place)) for item, place in setting.items(",")]
    assert found == [(name, name) for name in types if name]


def test_which_syntaxes_have_a_grammar():
    assert all(map(has_grammar, OWN))
    assert not has_grammar("dynamic_image_size")  # ATC's own check (jobs/atc/shapes.py)


def test_the_schema_of_profiling_options_takes_the_manuals_example():
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(
        json.loads(read_data("schemas", "profiling_options.schema.json"))
    )
    good = '{"output":"/tmp/profiling","training_trace":"on","fp_point":"a","bp_point":"b"}'
    assert validator.is_valid(json.loads(good))
    for bad in ('{"task_trace": "yes"}', '{"training_trace": "off"}', "[]"):
        assert not validator.is_valid(json.loads(bad))
