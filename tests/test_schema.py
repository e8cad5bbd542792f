"""Whether and why a value is refused, as jsonschema says it; and the annotations of x-cann."""

from __future__ import annotations

import copy
from functools import cache
from random import Random

import jsonschema
import pytest
from hypothesis import given
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
from cannlint.formats.ops_info.operator import LISTS_BY_FLAG, PARAM_TYPES
from cannlint.schema import allows, compiled, document, part_of
from cannlint.validation import LEVELS, MOST, Judge, violations
from schemas.test_schemas_decide import INPUTS, accepted

Found = list[tuple[str, tuple[str | int, ...]]]

ANY = (
    *(None, True, False, 0, 1, -1, -3, 0.5, 1.0, 10**400, float("inf")),
    *("", "x", "on", " off", "of", "12", "1012 ", "01999", "Relu", "true", "CD1", "v7.1"),
    *([], [""], {}, {"": {}}, {"A": "1"}, {"A": []}),
)
"""Values that are put anywhere."""


@cache
def parts_of(name: str) -> tuple[list[object], list[str]]:
    """All values and all keys in the examples of a schema."""
    values: list[object] = []
    todo = list(accepted(name))
    while todo:
        value = todo.pop()
        values.append(value)
        todo += value.values() if isinstance(value, dict) else value if type(value) is list else ()
    keys = {key for value in values if isinstance(value, dict) for key in value}
    return values, sorted(keys)


def places_in(value: object) -> list[dict | list]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    here = [value] if isinstance(value, (dict, list)) else []
    return [*here, *(place for one in inner for place in places_in(one))]


def mutated(name: str, random: Random) -> object:
    """An example of a schema with a few changes; each may bring in a part of another one."""
    values, keys = parts_of(name)
    value = copy.deepcopy(random.choice(accepted(name)))
    for _ in range(random.randint(0, 4)):
        places = places_in(value)
        if not places:
            break
        place = random.choice(places)
        other = copy.deepcopy(random.choice(random.choice([ANY, values])))
        if isinstance(place, list):
            at = random.randint(0, len(place))
            place[at : at + random.randint(0, 1)] = random.choice([[other], []])
            continue
        key = random.choice([*place, *keys])
        padded = random.choice([key] * 3 + [f" {key}", f"{key}\t", f"{key}x"])
        held = place.pop(key, other) if random.random() < 0.5 else place.get(key, other)
        place[padded] = copy.deepcopy(random.choice([held, other]))
    return value


def by_jsonschema(name: str, value: object) -> Found:
    """Keyword and path of each error, one for each key that is not allowed.

    Of a value of the wrong type only that counts, as we say nothing else about it.
    """
    found: Found = []
    for error in jsonschema.Draft202012Validator(document(name)).iter_errors(value):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema.get("properties", {})
            found += [(error.validator, (*path, key)) for key in error.instance if key not in known]
        elif "propertyNames" in error.schema_path:
            found.append(("propertyNames", (*path, error.instance)))
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


def has_padded_key(value: object) -> bool:
    keys = [key for place in places_in(value) if isinstance(place, dict) for key in place]
    return any(key != key.strip() for key in keys)


@pytest.mark.parametrize("name", INPUTS)
@given(random=st.randoms(use_true_random=False))
def test_a_value_is_refused_for_what_jsonschema_says(name: str, random: Random):
    value = mutated(name, random)
    expected = by_jsonschema(name, value)
    assert allows(name, value) is not bool(
        expected or (name == "fusion_switch" and has_second_priority(value))
    )
    found = [(one.keyword, one.path) for one in violations(name, value)]
    if name == "fusion_switch" and has_second_priority(value):
        found = [one for one in found if one[0] != "x-cann"]
    if name == "fusion_switch" and has_padded_key(value):
        assert {*found} <= {*expected}  # CANN passes some of these keys over
    else:
        assert sorted(found, key=str) == expected


def said(schema: dict, value: object) -> list[tuple[str, str | None]]:
    """The last step of the path and the code of each violation, in order."""
    found = violations_in(schema, value)
    return [(str(violation.path[-1]), violation.code) for violation in found]


def violations_in(schema: dict, value: object):
    return Judge(schema).violations(value)


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
    trimmed["additionalProperties"] = False
    assert said(trimmed, {"x": {"P": "1"}, "x ": {}}) == [("x ", None)]
    assert said(trimmed, {"x": {}, "x ": {}}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "patterm": "x"},
        {"properties": {"a": {"maximum": 3}}},
        {"const": 3},
        {"x-cann": {"keys": "bare"}},
    ],
)
def test_a_schema_that_says_more_than_is_checked_is_not_taken(schema):
    with pytest.raises(ValueError, match="not understood"):
        compiled(schema, schema)


def test_a_reference_and_what_stands_beside_it_hold_both():
    schema = {"$defs": {"a": {"pattern": "^a"}}, "items": {"$ref": "#/$defs/a", "pattern": "z$"}}
    judged = [compiled(schema, schema)([text]) for text in ("az", "ay", "bz")]
    assert judged == [True, False, False]


def test_the_first_violations_of_very_many_are_listed():
    switches = {"GraphFusion": {f"{number}": "of" for number in range(MOST + 10)}}
    value = {"ExceptionalPassOfO1Level": [1] * (MOST + 10), "Switch": switches}
    found = violations("fusion_switch", value)
    assert len(found) == MOST and {one.keyword for one in found} == {"pattern"}
    assert [one.path[-1] for one in found] == sorted(switches["GraphFusion"])[:MOST]


def test_a_value_that_nests_without_end_is_of_the_wrong_type():
    value: object = []
    for _ in range(900):
        value = [value]
    [found] = violations("modify_mixlist", {"black-list": value})
    assert (found.keyword, found.path) == ("type", ("black-list",))


def levels_of(part: object, root: dict) -> int:
    """How deep a part of a schema looks into a value."""
    if not isinstance(part, dict):
        return 0
    named = [*part.get("properties", {}).values(), *part.get("patternProperties", {}).values()]
    inner = [
        *named,
        part.get("additionalProperties"),
        part.get("items"),
        *part.get("prefixItems", ()),
    ]
    beside = [*part.get("oneOf", ())]
    if "$ref" in part:
        beside.append(root["$defs"][part["$ref"].rpartition("/")[2]])
    below = [1 + levels_of(one, root) for one in inner]
    return max([*below, *(levels_of(one, root) for one in beside)])


@pytest.mark.parametrize("name", INPUTS)
def test_jsonschema_sees_as_much_of_a_value_as_a_schema_speaks_of(name: str):
    assert levels_of(document(name), document(name)) < LEVELS


def test_a_number_that_python_does_not_write_is_of_the_wrong_type():
    [found] = violations("cannlint", {"library": 16**6000})
    assert (found.keyword, found.path) == ("type", ("library",))


# Names that code looks into a value by


def test_the_lists_of_a_mixlist_and_what_is_done_with_them_are_those_of_the_schema():
    lists = part_of("modify_mixlist", "properties")
    assert set(LISTS) == set(lists)
    for name in LISTS:
        assert set(UPDATES) == set(part_of("modify_mixlist", "properties", name, "properties"))


def test_the_keys_and_values_of_a_fusion_switch_file_are_those_of_the_schema():
    def keys(*path: str) -> list[str]:
        steps = [step for key in path for step in ("properties", key)]
        return [*part_of("fusion_switch", *steps)["properties"]]

    assert {SWITCH, PRIORITY, EXCEPTIONAL} == {*keys()}
    assert {*GROUPS} == {*keys(SWITCH)} == {*keys(PRIORITY)}
    for group in GROUPS:
        judged = [
            allows("fusion_switch", {SWITCH: {group: {ALL: word}}})
            for word in (ON, OFF, "ON", "auto")
        ]
        assert judged == [True, True, False, False]
        for level in keys(PRIORITY, group):
            for number in (BUILT_IN_PRIORITIES[0], BUILT_IN_PRIORITIES[-1]):
                priority = {level: {"Pass": str(number)}}
                assert not allows("fusion_switch", {PRIORITY: {group: priority}})


def test_the_values_of_a_library_are_those_of_the_schema():
    for word in (*LISTS_BY_FLAG, "gray-list"):
        operator = {"precision_reduce": {"flag": word}}
        assert allows("ops_info", {"Relu": operator}) is (word in LISTS_BY_FLAG)
    tensor = part_of("ops_info", "$defs", "tensor", "properties", "paramType")
    assert list(PARAM_TYPES) == tensor["enum"]
