"""CANN's reading of a mixlist: what it takes, what it refuses and with which codes."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cannlint.data import read_data
from cannlint.engine.file_checks import check_reading
from cannlint.formats.mixlist.reading import GRAY_ADD_ALONE, read
from cannlint.reading.json_places import MISTYPED_VALUE, UNDEFINED_KEY
from cannlint.text.source import Source
from cannlint.text.span import apply_edits
from cases import findings_come_of_facts

OPERATIONS = ("black+", "black-", "white+", "white-", "gray+", "gray-")
SUBSETS = [subset for size in range(7) for subset in combinations(OPERATIONS, size)]

# what an operator becomes that is white, black, gray by default: manual/mixed-precision-list.md
TABLE = {
    "black+": "black black black",
    "black+ gray-": "black black black",
    "black+ white-": "black black black",
    "white+": "white white white",
    "white+ gray-": "white white white",
    "white+ black-": "white white white",
    "black-": "white gray gray",
    "white-": "gray black gray",
    "gray+": "white black gray",
    "gray+ black-": "white gray gray",
    "gray+ white-": "gray black gray",
}
LEGAL = {frozenset(row.split()): ends.split() for row, ends in TABLE.items()}


BOM = "\ufeff"


def mixlist(text: str | bytes):
    return read(Source("file", text.encode() if isinstance(text, str) else text))


def both_ways(text: str | bytes):
    """The reading of a text, and that of one whose mark has it located: CANN skips the mark."""
    data = text.encode() if isinstance(text, str) else text
    marked = [BOM.encode() + data] if data.strip() and not data.startswith(BOM.encode()) else []
    return [mixlist(data), *map(mixlist, marked)]


def file_of(subset: tuple[str, ...], op_type: str = "Cast") -> dict[str, dict[str, list[str]]]:
    content: dict[str, dict[str, list[str]]] = {}
    for operation in subset:
        update = "to-add" if operation.endswith("+") else "to-remove"
        content.setdefault(f"{operation[:-1]}-list", {})[update] = [op_type]
    return content


@pytest.mark.parametrize("mark", ["", BOM])
@pytest.mark.parametrize("subset", SUBSETS, ids=" ".join)
def test_every_set_of_operations(subset, mark):
    reading = mixlist(mark + json.dumps(file_of(subset)))
    if not subset:
        assert reading.accepted and reading.final() == {}
    elif frozenset(subset) in LEGAL:
        starts = ("white-list", "black-list", "gray-list")
        ends = [f"{end}-list" for end in LEGAL[frozenset(subset)]]
        assert reading.final() == {"Cast": dict(zip(starts, ends, strict=True))}
        assert set(reading.facts) == ({GRAY_ADD_ALONE} if subset == ("gray+",) else set())
    else:
        assert (reading.accepted, reading.codes, reading.illegal()) == (False, ["E20003"], ["Cast"])
        assert reading.final() == {}


def test_the_table_has_the_numbers_of_the_text():
    assert len(SUBSETS) == 64
    assert len(LEGAL) == 11
    assert sum(frozenset(subset) not in LEGAL for subset in SUBSETS if subset) == 52


UNREADABLE, MISSHAPEN, NO_CODE = ["E21002", "E21002"], ["E21002"], []
REFUSED = [
    ('{"black-list": {"to-add": ["A"}}', UNREADABLE),
    ("hello", UNREADABLE),
    ("\ufeff", UNREADABLE),
    ('{"black-list": {}\0}', UNREADABLE),
    ('{ // comment\n "black-list": {}}', UNREADABLE),
    ('{"black-list": {"to-add": ["A"]} "white-list": {}}', UNREADABLE),
    ('{"black-list": {"to-add": ["A",]}}', UNREADABLE),
    ('{"black-list": {"to-add": ["\\ud800"]}}', UNREADABLE),
    (b'{"black-list": {"to-add": ["\xb0\xa1"]}}', UNREADABLE),
    ('{"blacklist": {}}', MISSHAPEN),
    ('{"Black-list": {}}', MISSHAPEN),
    ('{"black-list ": {}}', MISSHAPEN),
    ('{"black-list": {"add": []}}', MISSHAPEN),
    ('{"black-list": []}', MISSHAPEN),
    ('{"black-list": {"to-add": "A"}}', MISSHAPEN),
    ('{"black-list": {"to-add": null}}', MISSHAPEN),
    ('{"black-list": {"to-add": ["A", 1]}}', MISSHAPEN),
    ('{"black-list": {"to-add": [["A"]]}}', MISSHAPEN),
    ("[]", MISSHAPEN),
    ("null", MISSHAPEN),
    ('"black-list": {}', MISSHAPEN),
    ("", NO_CODE),
    (" \t\r\n\v\f", NO_CODE),
]


@pytest.mark.parametrize(("text", "codes"), REFUSED)
def test_refused(text, codes):
    for reading in both_ways(text):
        assert (reading.accepted, reading.codes) == (False, codes)
        assert reading.is_empty == (codes == NO_CODE)
        assert "error" in {finding.severity.value for finding in check_reading(reading)}


ACCEPTED = [
    ("{}", {}),
    ('{"black-list": {}, "white-list": {"to-add": []}}', {}),
    ('{"white-list": {"to-add": ["A"]}, "white-list": {"to-add": ["B"]}}', {"B": "white-list"}),
    ('{"white-list": {"to-add": ["A"], "to-add": ["B"]}}', {"B": "white-list"}),
    ('{"white-list": 1, "white-list": {"to-add": ["B"]}}', {"B": "white-list"}),
    ('{"white-list": {"to-add": ["A"]}} "black-list": {', {"A": "white-list"}),
    ('{"white-list": {"to-add": ["A"]}}}', {"A": "white-list"}),
    ('{"white-list": {"to-add": ["A"]}} // comment', {"A": "white-list"}),
    ('{"white-list": {"to-add": ["A"]}}\0', {"A": "white-list"}),
    ('\ufeff{"white-list": {"to-add": ["A"]}}', {"A": "white-list"}),
    ('{"white-list": {"to-add": [" A", "a", ""]}}', dict.fromkeys([" A", "a", ""], "white-list")),
    ('{"white-list": {"to-add": ["A", "A"]}}', {"A": "white-list"}),
    (
        '{"white-list": {"to-add": ["\\u0041", "NoSuchOp"]}}',
        dict.fromkeys(["A", "NoSuchOp"], "white-list"),
    ),
]


@pytest.mark.parametrize(("text", "ends"), ACCEPTED)
def test_accepted(text, ends):
    for reading in both_ways(text):
        assert (reading.accepted, reading.codes) == (True, [])
        assert {op: final["gray-list"] for op, final in reading.final().items()} == ends
        assert "error" not in {finding.severity.value for finding in check_reading(reading)}


def test_the_codes_are_those_of_the_first_reason():
    text = json.dumps({**file_of(("black+", "white+")), "x": 1})
    assert mixlist(text).codes == MISSHAPEN
    assert mixlist(text[:-1]).codes == UNREADABLE


def test_the_operators_are_in_the_order_of_cann_s_map():
    text = '{"gray-list": {"to-remove": ["b", "B", "a", "é"]}}'
    assert mixlist(text).illegal() == ["B", "a", "b", "é"]


def test_what_a_refused_file_asks_for_is_known_where_it_is_clear():
    reading = mixlist('{// c\n"black-list": {"to-add": ["A", 1]}, "x": {}, "gray-list": 2}')
    assert list(reading.requests()) == ["A"]
    unknown, wrong = reading.parts_with(UNDEFINED_KEY), reading.parts_with(MISTYPED_VALUE)
    assert [fault.path for fault in unknown] == [("x",)]
    assert [fault.path for fault in wrong] == [("black-list", "to-add", 1), ("gray-list",)]
    assert not mixlist('{"black-list": {"to-add": ["A"}').requests()


KEYS = st.sampled_from(
    ["black-list", "white-list", "gray-list", "to-add", "to-remove", "to_add", "Black-list", ""]
)
ENTRIES = st.sampled_from(["A", "B", " A", "", 1, 1.5, True, None, [], {}])
ARRAYS = st.lists(st.sampled_from(["A", "B"]), max_size=3) | st.lists(ENTRIES, max_size=3) | ENTRIES
UPDATES = st.dictionaries(st.sampled_from(["to-add", "to-remove"]), ARRAYS, max_size=2)
LISTS = st.sampled_from(["black-list", "white-list", "gray-list"])
SHAPES = (
    st.dictionaries(LISTS, UPDATES, max_size=3)
    | st.dictionaries(KEYS, st.dictionaries(KEYS, ARRAYS, max_size=2) | ARRAYS, max_size=3)
    | ARRAYS
)
SCHEMA = Draft202012Validator(json.loads(read_data("schemas", "modify_mixlist.schema.json")))


@given(SHAPES, st.sampled_from(["", BOM]))
def test_a_shape_is_accepted_exactly_when_it_is_valid(value, mark):
    reading = mixlist(mark + json.dumps(value))
    assert (reading.codes != MISSHAPEN) == SCHEMA.is_valid(value)
    said = {UNDEFINED_KEY, MISTYPED_VALUE} & set(reading.facts)
    assert bool(said) == (reading.codes == MISSHAPEN)
    assert reading.codes in ([], MISSHAPEN, ["E20003"])


@given(SHAPES, st.sampled_from(["", "{", "}", "]", ",", "//", '"', " x", "\0"]), st.integers(0, 99))
def test_errors_are_found_exactly_in_refused_files(value, change, at):
    text = json.dumps(value)
    at = min(at, len(text))
    reading = mixlist(text[:at] + change + text[at:])
    found = check_reading(reading)
    assert any(finding.severity.value == "error" for finding in found) != reading.accepted
    assert [code for code in reading.codes if code not in {f.cann_code for f in found}] == []
    plain, *located = both_ways(text[:at] + change + text[at:])
    for other in located:
        assert (other.accepted, other.codes) == (plain.accepted, plain.codes)
        assert set(other.facts) == set(plain.facts)


@given(SHAPES)
def test_a_file_without_facts_has_no_findings(value):
    findings_come_of_facts(mixlist(json.dumps(value)))


def fixed(reading, code: str) -> str:
    edits = [
        edit for f in check_reading(reading) if f.code == code and f.fix for edit in f.fix.edits
    ]
    return apply_edits(reading.source.text, edits)


JUNK = st.sampled_from(
    [
        ",",
        "//c\n",
        "/*c*/",
        " ",
        "\n",
        "'",
        '"',
        "“",
        "，",
        "：",
        ":",
        "=",
        "[",
        "]",
        "{",
        "}",
        "word",
        '"A"',
        '"black-list"',
        "\u3000",
        "\t",
        "#",
    ]
)


@given(SHAPES, st.lists(st.tuples(JUNK, st.integers(0, 99)), max_size=6), st.booleans())
def test_the_fixes_of_a_rule_fit_together(value, changes, indented):
    text = json.dumps(value, indent=2 if indented else None)
    for junk, at in changes:
        text = text[:at] + junk + text[at:]
    reading = mixlist(text)
    for code in {finding.code for finding in check_reading(reading)}:
        after = mixlist(fixed(reading, code))
        assert after.accepted or not reading.accepted
