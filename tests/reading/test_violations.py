"""CANN's JSON files against their schemas, as jsonschema checks them."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.reading.violations import KEYWORDS, violations
from cannlint.syntax.json_scanner import parse_json
from conftest import ROOT

NAMES = ("fusion_switch", "modify_mixlist")
SCHEMAS = {
    name: json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text()) for name in NAMES
}
WORDS = (
    *("Switch", "Priority", "GraphFusion", "UBFusion", "Top", "Main", "Down"),
    *("ExceptionalPassOfO1Level", "black-list", "white-list", "to-add", "to-remove"),
    *("on", " off", "of", "12", "1012", "01999", "Relu", ""),
)
words = st.sampled_from(WORDS)
documents = st.recursive(
    words | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)
switches = st.dictionaries(words, st.dictionaries(words, words | documents), max_size=3)
sound = st.fixed_dictionaries(
    {},
    optional={
        "Switch": st.fixed_dictionaries({}, optional={"GraphFusion": switches | documents}),
        "Priority": st.dictionaries(words, switches, max_size=2),
        "black-list": st.dictionaries(words, st.lists(words) | documents, max_size=2),
    },
)


def of_jsonschema(name: str, value: object) -> list[tuple[str, tuple[str | int, ...]]]:
    """Keyword and path of each error, one for each key that is not allowed."""
    found = []
    for error in jsonschema.Draft202012Validator(SCHEMAS[name]).iter_errors(value):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            known = error.schema.get("properties", {})
            found += [(error.validator, (*path, key)) for key in error.instance if key not in known]
        else:
            found.append((error.validator, path))
    return sorted(found, key=str)


@pytest.mark.parametrize("name", NAMES)
@given(value=documents | sound)
def test_what_violates_a_schema_is_what_jsonschema_says(name: str, value: object):
    root = parse_json(json.dumps(value)).root
    ours = [(violation.keyword, violation.path) for violation in violations(name, root)]
    assert sorted(ours, key=str) == of_jsonschema(name, value)


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_have_no_other_keywords(name: str):
    described = {"$schema", "$id", "$defs", "title", "description"}

    def keywords(schema: object) -> set[str]:
        if not isinstance(schema, dict):
            return set()
        found = set(schema) - described
        for key in ("properties", "$defs"):
            for inner in schema.get(key, {}).values():
                found |= keywords(inner)
        return found | keywords(schema.get("items")) | keywords(schema.get("additionalProperties"))

    assert keywords(SCHEMAS[name]) <= KEYWORDS
