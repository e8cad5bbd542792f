"""What our validator says of a value, as jsonschema says it; and the annotations of x-cann."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.cann.fusion import (
    ALL,
    BUILT_IN_PRIORITIES,
    EXCEPTIONAL,
    GROUPS,
    OFF,
    ON,
    PRIORITY,
    SWITCH,
)
from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.reading.operator import LISTS_BY_FLAG, PARAM_TYPES
from cannlint.schema import Schema, compile_schema, schema
from cannlint.validation import MOST, takes, violations, violations_of
from conftest import ROOT

NAMES = ("fusion_switch", "modify_mixlist", "ops_info")
INPUTS = ("baseline", "graph", "profiling_options")
SCHEMAS = {
    name: json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())
    for name in (*NAMES, *INPUTS)
}
WORDS = (
    *("Switch", "Priority", "GraphFusion", "UBFusion", "Top", "Main", "Down"),
    *("ExceptionalPassOfO1Level", "black-list", "white-list", "to-add", "to-remove"),
    *("on", " off", "of", "12", "1012", "01999", "Relu", ""),
    *("input0", "Output12", "precision_reduce", "flag", "name", "paramType", "true", "dynamic"),
)
words = st.sampled_from(WORDS)
documents = st.recursive(
    words | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
switches = st.dictionaries(words, st.dictionaries(words, words | documents), max_size=3)
tensors = st.dictionaries(st.sampled_from(["name", "paramType", "dtype"]), words, max_size=3)
fields = st.dictionaries(st.sampled_from(["input0", "Output1", "precision_reduce", "op"]), tensors)
likely = st.fixed_dictionaries(
    {},
    optional={
        "Switch": st.fixed_dictionaries({}, optional={"GraphFusion": switches | documents}),
        "Priority": st.dictionaries(words, switches, max_size=2),
        "black-list": st.dictionaries(words, st.lists(words) | documents, max_size=2),
        "Relu": fields,
    },
)
Found = list[tuple[str, tuple[str | int, ...]]]


input_words = st.sampled_from(
    [
        *("schema", "cannlint/graph/1", "cannlint/baseline/1", "nodes", "findings", "name", "type"),
        *(
            "inputs",
            "outputs",
            "dtype",
            "from",
            "attrs",
            "judge",
            "engine",
            "origin_names",
            "CD101",
        ),
        *("rule", "path", "key", "values", "count", "task_trace", "aic_metrics", "on", "Memory"),
    ]
)
numbers = st.integers(-2, 2) | st.sampled_from([0.0, 1.0, 0.5, -1.0])
input_values = st.recursive(
    input_words | numbers | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(input_words, inner, max_size=4),
    max_leaves=12,
)
some = st.lists(st.none() | input_values, max_size=2)
producers = st.tuples(input_words | numbers, numbers).map(list) | input_values
graph_tensors = st.fixed_dictionaries({}, optional={"dtype": input_words, "from": producers})
graph_nodes = st.fixed_dictionaries(
    {"name": input_words, "inputs": st.lists(graph_tensors | input_values, max_size=2)},
    optional={
        "type": input_words,
        "outputs": st.lists(graph_tensors, max_size=2),
        "judge": numbers,
    },
)
baseline_entries = st.fixed_dictionaries(
    {"rule": input_words, "path": input_words, "key": some},
    optional={"values": st.dictionaries(input_words, input_words | numbers), "count": numbers},
)
inputs = st.fixed_dictionaries(
    {},
    optional={
        "schema": input_words,
        "nodes": st.lists(graph_nodes, max_size=2) | some,
        "findings": st.lists(baseline_entries, max_size=2) | some,
        "task_trace": input_words,
        "aic_metrics": input_words | numbers,
    },
)


def of_jsonschema(schema: dict, value: object) -> Found:
    """Keyword and path of each error, one for each key that is not allowed.

    Of a value of the wrong type only that counts, as we say nothing else about it.
    """
    found: Found = []
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema.get("properties", {})
            found += [(error.validator, (*path, key)) for key in error.instance if key not in known]
        else:
            found.append((str(error.validator), path))
    mistyped = {path for keyword, path in found if keyword == "type"}
    return sorted((of for of in found if of[0] == "type" or of[1] not in mistyped), key=str)


def has_second_priority(value: object) -> bool:
    """Whether a pass has two priorities in a group: more than JSON Schema has words for."""
    groups = value.get("Priority") if isinstance(value, dict) else None
    for levels in groups.values() if isinstance(groups, dict) else ():
        passes = levels.values() if isinstance(levels, dict) else ()
        names = [name.strip() for level in passes if isinstance(level, dict) for name in level]
        if len(names) > len(set(names)):
            return True
    return False


@pytest.mark.parametrize("name", NAMES)
@given(value=documents | likely)
@example(value={"Relu": {"input0": {"name": "x", "paramType": None}}})
def test_what_violates_a_schema_is_what_jsonschema_says(name: str, value: object):
    ours = [(found.keyword, found.path) for found in violations(name, value)]
    if has_second_priority(value):
        ours = [found for found in ours if found[0] != "x-cann"]
    assert sorted(ours, key=str) == of_jsonschema(SCHEMAS[name], value)


@pytest.mark.parametrize("name", INPUTS)
@given(value=inputs | input_values)
@example(value={"findings": [{"rule": "CD101", "path": "a", "key": [], "count": 0.5}]})
def test_what_violates_a_schema_of_an_input_is_what_jsonschema_says(name: str, value: object):
    ours = [(found.keyword, found.path) for found in violations(name, value)]
    assert sorted(ours, key=str) == of_jsonschema(SCHEMAS[name], value)


def said(schema: dict, value: object) -> list[tuple[str, str | None]]:
    """The last step of the path and the code of each violation, in order."""
    found = violations_in(schema, value)
    return [(str(violation.path[-1]), violation.code) for violation in found]


def violations_in(schema: dict, value: object):
    return violations_of(compile_schema(schema), value)


def test_violations_come_by_the_order_of_keys_with_the_code_of_their_keyword():
    number = {"type": "string", "pattern": "^1$", "x-cann": {"codes": {"type": None}}}
    schema = {"x-cann": {"code": "E1"}, "type": "object", "additionalProperties": number}
    assert said(schema, {"b": 1, "c": "2", "a": "2"}) == [("a", "E1"), ("b", None), ("c", "E1")]
    assert said({**schema, "x-cann": {}}, {"a": "2"}) == [("a", None)]


def test_what_is_looked_at_in_step_2_comes_last():
    late = {"type": "string", "x-cann": {"step": 2}}
    schema = {"type": "object", "properties": {"a": late, "b": {"type": "string"}}}
    assert said(schema, {"a": 1, "b": 2}) == [("b", None), ("a", None)]


def test_a_padded_key_counts_only_beside_the_same_key_without_blanks():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    schema |= {"additionalProperties": False, "x-cann": {"keys": "trimmed"}}
    assert said(schema, {" a": "1"}) == [(" a", None)]
    assert said(schema, {" a": 5, "a": "1"}) == []
    assert said(schema, {" a": "1", "a": 5}) == [("a", None)]
    assert said({**schema, "x-cann": {}}, {" a": 5, "a": "1"}) == [(" a", None)]


def test_names_may_have_to_be_distinct_across_objects():
    level = {"type": "object", "additionalProperties": {"type": "string"}}
    schema = {"type": "object", "properties": {"x": level, "y": level}}
    distinct = {**schema, "x-cann": {"names": "distinct"}}
    value = {"x": {"P": "1"}, "y": {"P ": "2", "Q": "3"}}
    assert said(distinct, value) == [("P ", None)]
    assert said(schema, value) == []
    # a level that is looked at again, for its padded key, has each of its names twice
    trimmed = {**distinct, "x-cann": {"names": "distinct", "keys": "trimmed"}}
    assert said(trimmed, {"x": {"P": "1"}, "x ": {}}) == [("x ", None)]
    assert said(trimmed, {"x": {}, "x ": {}}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "patterm": "x"},
        {"properties": {"a": {"maximum": 3}}},
        {"const": 3},
        {"items": {"$ref": "#/$defs/a", "pattern": "x"}, "$defs": {"a": {"pattern": "y"}}},
    ],
)
def test_a_schema_that_says_more_than_is_checked_is_not_taken(schema):
    with pytest.raises(ValueError, match="keywords"):
        compile_schema(schema)


@pytest.mark.parametrize("late", [{}, {"x-cann": {"step": 2}}])
def test_a_schema_remembers_no_text_that_it_does_not_allow(late: dict):
    compiled = compile_schema(
        {"type": "object", "additionalProperties": {"type": "string", "enum": ["on"], **late}}
    )
    many = {f"{number}": "of" for number in range(MOST + 10)} | {"~": "on"}
    for _ in range(2):
        assert len(violations_of(compiled, many)) == MOST
        assert [found.path for found in violations_of(compiled, {"a": "of", "b": "on"})] == [("a",)]


# Names that code looks into a value by


def test_the_lists_of_a_mixlist_and_what_is_done_with_them_are_those_of_the_schema():
    lists = schema("modify_mixlist").members
    assert set(LISTS) == set(lists)
    for name in LISTS:
        assert set(UPDATES) == set(lists[name].members)


def test_the_keys_and_values_of_a_fusion_switch_file_are_those_of_the_schema():
    keys = schema("fusion_switch").members
    assert {SWITCH, PRIORITY, EXCEPTIONAL} == set(keys)
    assert set(GROUPS) == set(keys[SWITCH].members) == set(keys[PRIORITY].members)
    for group in GROUPS:
        value = keys[SWITCH].members[group].of(ALL)
        assert [takes(value, word) for word in (ON, OFF, "ON", "auto")] == [
            True,
            True,
            False,
            False,
        ]
        for level in keys[PRIORITY].members[group].members.values():
            numbers = (BUILT_IN_PRIORITIES[0], BUILT_IN_PRIORITIES[-1])
            assert not any(takes(level.of("Pass"), str(number)) for number in numbers)


def test_the_values_of_a_library_are_those_of_the_schema():
    operator = schema("ops_info").others
    assert isinstance(operator, Schema)
    flag = operator.members["precision_reduce"].of("flag")
    assert all(takes(flag, word) for word in LISTS_BY_FLAG) and not takes(flag, "gray-list")
    tensor = operator.of("input0")
    assert isinstance(tensor, Schema)
    assert list(PARAM_TYPES) == tensor.members["paramType"].enum
