"""How CANN reads a fusion switch file, row by row of manual/fusion-switch.md, and at random."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cannlint.cann.fusion import GROUPS
from cannlint.data import read_data
from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.formats.fusion_switch.reading import Form, read
from cannlint.formats.fusion_switch.shown import accounts
from cannlint.reading.json_places import BAD_VALUE
from cannlint.text.source import Source
from cannlint.text.span import apply_edits
from cases import findings_come_of_facts
from strategies import mutated
from work import grows_as_its_input

BOM = "\ufeff"


def reading_of(text: str):
    return read(Source("file", text.encode("utf-8", "surrogateescape")))


def outcome(text: str) -> str:
    """What CANN does: accepted, the code it stops with, or refused without one."""
    reading = reading_of(text)
    if reading.form is Form.JSON and not text.startswith(BOM):
        # CANN skips the mark, and the standard library does not: so the text is located
        assert _outcome(reading_of(BOM + text)) == _outcome(reading)
    return _outcome(reading)


def _outcome(reading) -> str:
    if reading.accepted:
        return "accepted"
    return reading.codes[0] if reading.codes else "refused"


def graph_switches(text: str) -> dict[str, bool]:
    return reading_of(text).switches["GraphFusion"]


def switch_file(switches: str) -> str:
    return '{"Switch": {"GraphFusion": {' + switches + "}}}"


def priority_file(levels: str) -> str:
    return '{"Priority": {"UBFusion": {' + levels + "}}}"


# manual/fusion-switch.md#json


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"Switch": {}}',
        '{"Switch": {"UBFusion": {}}}',
        '{"Switch": {"GraphFusion": {}, "UBFusion": {}}, "Priority": {}}',
        '{"ExceptionalPassOfO1Level": []}',
    ],
)
def test_every_part_may_be_missing_or_empty(text):
    assert outcome(text) == "accepted"
    assert reading_of(text).switches == {"GraphFusion": {}, "UBFusion": {}}


def test_the_switches_of_each_group():
    text = '{"Switch": {"GraphFusion": {"A": "off", "ALL": "on"}, "UBFusion": {"A": "on"}}}'
    assert reading_of(text).switches == {
        "GraphFusion": {"A": False, "ALL": True},
        "UBFusion": {"A": True},
    }


def test_null_is_no_file():
    assert outcome("null") == "accepted"
    assert graph_switches("null") == {}


@pytest.mark.parametrize("text", ["[]", '["A"]', '"A"', "7", "-1.5e3", "true", "false"])
def test_another_value_than_an_object(text):
    assert outcome(text) == "E21001"


@pytest.mark.parametrize("key", ["switch", "_comment", "GraphFusion", "SomePass", "ALL", ""])
def test_an_unknown_section(key):
    assert outcome(json.dumps({key: {}})) == "E21002"


@pytest.mark.parametrize("key", ["graphFusion", "BufferFusion", "ALL", "GraphFusion2"])
def test_an_unknown_group(key):
    assert outcome(json.dumps({"Switch": {key: {}}})) == "E21002"
    assert outcome(json.dumps({"Priority": {key: {}}})) == "E21002"


@pytest.mark.parametrize("value", [[], None, "x", 1, True])
def test_a_section_or_group_that_is_no_object(value):
    for section in ("Switch", "Priority"):
        assert outcome(json.dumps({section: value})) == "E21002"
        assert outcome(json.dumps({section: {"GraphFusion": value}})) == "E21002"


def test_blanks_round_a_known_key():
    assert outcome('{" Switch": {}}') == "E21002"
    assert outcome('{"Switch": {"UBFusion\\t": {}}}') == "E21002"
    assert outcome(priority_file('"Top ": {}')) == "E21002"
    assert outcome('{"ExceptionalPassOfO1Level ": []}') == "E21002"


@pytest.mark.parametrize("padded", ["5", "{}", '{"nonsense": 1}', "null"])
def test_a_padded_key_is_passed_over_beside_the_same_key_without_blanks(padded):
    text = f'{{" Switch": {padded}, "Switch": {{"GraphFusion": {{"A": "off"}}}}}}'
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"A": False}


def test_a_padded_level_makes_the_level_count_twice():
    assert outcome(priority_file('" Top": 5, "Top": {}')) == "accepted"
    assert outcome(priority_file('" Top": {}, "Top": {"A": "1"}')) == "E21002"


@pytest.mark.parametrize("value", ["OFF", "On", "", "offf", "off,", "o n", "on\u00a0", "true"])
def test_a_string_that_is_no_switch(value):
    assert outcome(switch_file(f'"A": "{value}"')) == "E21002"


@pytest.mark.parametrize(
    ("value", "on"),
    [
        ("on", True),
        ("off", False),
        (" off", False),
        ("off ", False),
        ("on ", False),
        (" on", False),
        ("\\ton\\n", False),
    ],
)
def test_a_padded_switch_is_off_whatever_it_says(value, on):
    text = switch_file(f'"A": "{value}"')
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"A": on}


@pytest.mark.parametrize("value", ["true", "false", "0", "null", "{}", '["off"]'])
def test_a_switch_that_is_no_string_has_no_code(value):
    assert outcome(switch_file(f'"A": {value}')) == "refused"


def test_the_first_fault_in_the_order_of_keys_decides():
    assert outcome('{"Switch": {"GraphFusion": {"B": 1, "A": "x"}}}') == "E21002"
    assert outcome('{"Switch": {"GraphFusion": {"B": "x", "A": 1}}}') == "refused"
    assert outcome('{"Switch": {"UBFusion": 1, "GraphFusion": {"A": 1}}}') == "refused"


def test_names_are_taken_as_they_stand():
    text = switch_file('" A": "off", "": "off", "A": "on", "a": "off"')
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {" A": False, "A": True, "a": False}


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        (switch_file('"A": "off", "A": "on"'), {"A": True}),
        ('{"Switch": {"GraphFusion": {"A": "off"}, "GraphFusion": {"B": "on"}}}', {"B": True}),
        ('{"Switch": {"GraphFusion": {"A": "off"}}, "Switch": {}}', {}),
        ('{"Switch": 1, "Switch": {"GraphFusion": {"A": "off"}}}', {"A": False}),
    ],
)
def test_the_last_of_a_key_counts(text, switches):
    assert outcome(text) == "accepted"
    assert graph_switches(text) == switches


@pytest.mark.parametrize("after", [" rubbish }}", "\nB:off", '\n{"Switch": []}', ",", "\n// bye"])
def test_what_follows_the_value_is_ignored(after):
    text = switch_file('"A": "off"') + after
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"A": False}


@pytest.mark.parametrize(
    "text",
    [
        "// why\n{}",
        "# why\n{}",
        '{\n"Switch": {} /* why */\n}',
        '{\n"Switch": {},\n}',
        "{'Switch': {}}",
        "{\u201cSwitch\u201d: {}}",
        '{"Switch": {}',
        '{"Swi\udcfftch": {}}',
        '{"Switch"= {}}',
        '{"Switch" {}}',
        "{Switch: {}}",
    ],
)
def test_faulty_json_is_read_as_text_and_refused(text):
    reading = reading_of(text)
    assert (outcome(text), reading.form, reading.means_json) == ("E20003", Form.TEXT, True)


def test_a_byte_order_mark_and_crlf_do_no_harm_in_json():
    text = "\ufeff" + switch_file('"A": "off"').replace(" ", "\r\n")
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"A": False}


def test_utf_16_is_refused():
    source = Source("file", "{}\n".encode("utf-16"))
    assert read(source).codes == ["E20003"]


# manual/fusion-switch.md#priority


@pytest.mark.parametrize(
    ("level", "number"),
    [
        ("Top", "0"),
        ("Top", "999"),
        ("Main", "1000"),
        ("Main", "1999"),
        ("Down", "2000"),
        ("Down", "2999"),
        ("Top", "0010"),
        ("Top", " 10 "),
        ("Top", "0" * 5000),
    ],
)
def test_a_priority(level, number):
    assert outcome(priority_file(f'"{level}": {{"A": "{number}"}}')) == "accepted"


@pytest.mark.parametrize(
    ("level", "number"),
    [
        ("Top", "1000"),
        ("Main", "999"),
        ("Main", "2000"),
        ("Down", "3000"),
        ("Main", "4100"),
        ("Top", "-1"),
        ("Top", "+1"),
        ("Top", ""),
        ("Top", "1.0"),
        ("Top", "1e1"),
        ("Top", "x"),
        ("Top", "4294967296"),
        ("Top", "9" * 5000),
        ("Top", "１"),
    ],
)
def test_no_priority_of_this_level(level, number):
    assert outcome(priority_file(f'"{level}": {{"A": "{number}"}}')) == "E21002"


def test_a_priority_that_is_no_string_has_no_code():
    assert outcome(priority_file('"Main": {"A": 1000}')) == "refused"


@pytest.mark.parametrize("levels", ['"Bottom": {}', '"top": {}', '"Top": "10"', '"A": "10"'])
def test_levels(levels):
    assert outcome(priority_file(levels)) == "E21002"


def test_a_pass_has_one_priority_in_a_group():
    assert outcome(priority_file('"Top": {"A": "1"}, "Main": {"A": "1000"}')) == "E21002"
    assert outcome(priority_file('"Top": {"A": "1", " A": "2"}')) == "E21002"
    both = '{"Priority": {"UBFusion": {"Top": {"A": "1"}}, "GraphFusion": {"Top": {"A": "1"}}}}'
    assert outcome(both) == "accepted"
    assert outcome(priority_file('"Top": {"A": "1", "B": "1"}')) == "accepted"


def test_exceptions():
    assert reading_of('{"ExceptionalPassOfO1Level": ["A", "", " B"]}').exceptional == {"A", " B"}
    assert outcome('{"ExceptionalPassOfO1Level": "A"}') == "E21002"
    assert outcome('{"ExceptionalPassOfO1Level": ["A", 1]}') == "refused"


# manual/fusion-switch.md#text


def test_a_line_counts_for_both_groups():
    text = "A:off\nALL:on\n"
    assert outcome(text) == "accepted"
    assert reading_of(text).switches == {group: {"A": False, "ALL": True} for group in GROUPS}


@pytest.mark.parametrize(
    "text", ["A:off", "A:off\r\n", " A : off \t\n", "\n\nA:off\n\n", "A:\voff"]
)
def test_blanks_that_do_no_harm(text):
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"A": False}


@pytest.mark.parametrize("line", [" ", "\t", "\r", "A=off", "....", "# why", "A\uff1aoff", "A off"])
def test_a_line_without_a_colon(line):
    assert outcome(f"B:off\n{line}\nC:off") == "E20003"


@pytest.mark.parametrize(
    "value", ["OFF", "", "off,", "off;", "off # x", "off // x", '"off"', "X:off", "off\u00a0", "1"]
)
def test_a_value_that_is_no_switch(value):
    assert outcome(f"A:{value}\n") == "E20003"


def test_a_comment_may_be_a_pass():
    text = "# A:off\n//B:on\n"
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"# A": False, "//B": True}


def test_a_line_without_a_name_is_dropped():
    assert outcome(":off\n : on\nA:off") == "accepted"
    assert graph_switches(":off\n : on\nA:off") == {"A": False}


@pytest.mark.parametrize("second", ["A:off", "A:on", " A :off"])
def test_the_same_pass_twice(second):
    assert outcome(f"A:off\n{second}\n") == "E20003"


def test_the_first_name_carries_a_byte_order_mark():
    text = "\ufeffA:off\nA:on\n"
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {"\ufeffA": False, "A": True}


@pytest.mark.parametrize("name", ["1A", "-1", '"A"', "trueA", "false", "[A]", "7"])
def test_a_text_that_begins_with_a_json_value(name):
    assert outcome(f"{name}:off\nB:off\n") == "E21001"
    assert outcome(f"\n \n{name}:off\n") == ("E20003" if name == "[A]" else "E21001")
    if name != '"A"':
        assert outcome(f"B:off\n{name}:off\n") == "accepted"


def test_a_text_that_begins_with_null():
    text = "nullPass:off\nB:OFF\n"
    assert outcome(text) == "accepted"
    assert graph_switches(text) == {}


@pytest.mark.parametrize("text", ["", " ", "\n\r\n", "\t\v\f"])
def test_nothing_in_the_file(text):
    assert outcome(text) == "E21001"


def test_a_fragment_without_the_outer_braces():
    assert outcome('"Switch": {"GraphFusion": {"A": "off"}},\n') == "E21001"


def test_what_the_json_reader_had_begun_is_checked_after_the_text():
    assert outcome("{A:off") == "accepted"
    assert outcome('{"Switch":off') == "E21002"


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("A:off", "text"),
        ("# {\nA:off", "text"),
        ("[GraphFusion]\nA:off", "text"),
        ("// why\n{}", "object"),
        ("/* a */ /* b **/ \ufeff{}", "text"),
        ("/* a */ /* b **/ {}", "object"),
        ("\ufeff\n{", "object"),
        ('[\n"A"', "array"),
        ("Switch: {", "fragment"),
        ("'GraphFusion' : [", "fragment"),
    ],
)
def test_what_the_writer_had_in_mind(text, opening):
    assert reading_of(text).opening == opening


def test_the_account_says_what_became_of_each_line():
    rows = accounts(reading_of("A:off\n\n:on\nB\nA:on\nC:x\n"))
    assert [(row.line, row.what, row.outcome, row.counts) for row in rows] == [
        (1, "A: off", "counts, in both groups", True),
        (3, ": on", "ignored: no name before the colon", False),
        (4, "B", "refused: no colon", False),
        (5, "A: on", "refused: line 1 has the same pass", False),
        (6, "C: x", "refused: neither on nor off", False),
    ]


def test_the_account_of_the_json_form():
    rows = accounts(reading_of(switch_file('"A": "off",\n"B": "on "')))
    assert [(row.line, row.what) for row in rows] == [
        (1, "GraphFusion/A: off"),
        (2, "GraphFusion/B: off"),
    ]


# At random

PIECES = [
    *("{", "}", "[", "]", ":", ",", '"', "'", "=", "#", "//", "/*", "*/", "\n", "\r\n", " ", "\t"),
    *("on", "off", "OFF", "null", "true", "1", "A", "ALL", "....", "\uff1a", "\uff0c", "\u201c"),
    *(
        "\ufeff",
        "\u00a0",
        "\0",
        "\v",
        "\x1c",
        "\x85",
        "\u2028",
        "\udcff",
        "\\",
        "\\u0041",
        "\\ud800",
    ),
    *(
        '"Switch"',
        '" Switch"',
        '"GraphFusion"',
        '"Priority"',
        '"Top"',
        '"ExceptionalPassOfO1Level"',
    ),
    *('"A"', '" A"', '"on "', '"off"', "A:off\n", "B:on\n", "# C:off\n", "[A]:off\n", "\n\n"),
]
FILES = [
    "A:off\nB:on\n",
    "# A:off\nB:on\r\n\r\nC=off\n",
    '{"Switch": {"GraphFusion": {"A": "off", "A": "on "}, "UBFusion": {"": "on"}}}',
    '{"Priority": {"UBFusion": {"Top": {"A": "1"}, " Top": {}, "Main": {"B": "1000"}}}}\n',
    '{"ExceptionalPassOfO1Level": ["A", " B"], " Switch": 1, "Switch": {"UBFusion": {"A": "off"}}}',
    '{\n  // why\n  \'Switch\': {GraphFusion: {"A": "off",}}\n}\n',
    '"Switch": {"GraphFusion": {"A": "off"}},',
    "'A':off\n\u201cB\u201d:off\nA:on\n",
]


@st.composite
def a_file(draw: st.DrawFn) -> str:
    """A file with some pieces more, some characters less."""
    return mutated(draw, draw(st.sampled_from(FILES)), PIECES, cut=6)


TEXTS = st.one_of(
    a_file(),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.text(max_size=30),
).map(lambda text: text.encode("utf-8", "surrogateescape" if "\udcff" in text else "ignore"))


@st.composite
def files(draw: st.DrawFn) -> Source:
    return Source("file", draw(TEXTS))


@given(files())
def test_both_ways_of_reading_json_agree(source):
    reading = read(source)
    if reading.form is Form.JSON and not source.text.startswith(BOM):
        located = reading_of(BOM + source.text)
        assert (located.accepted, located.codes) == (reading.accepted, reading.codes)
        assert (located.switches, located.exceptional) == (reading.switches, reading.exceptional)
        assert set(located.facts) == set(reading.facts)


@given(files())
def test_refused_is_an_error_and_accepted_is_none(source):
    reading = read(source)
    findings = check_reading(reading)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    assert bool(errors) is not reading.accepted
    if not reading.accepted:
        codes = {finding.cann_code for finding in errors}
        assert (reading.codes[0] if reading.codes else None) in codes


@given(files())
def test_every_place_is_in_the_text_and_every_message_can_be_written(source):
    for finding in check_reading(read(source)):
        edits = finding.fix.edits if finding.fix is not None else ()
        places = [finding.span, *(also.span for also in finding.related)]
        for span in (*places, *(edit.span for edit in edits)):
            assert 0 <= span.start <= span.end <= len(source.text)
        texts = [finding.message, finding.label, finding.help, finding.note]
        assert all(str(text) for text in (*texts, *(also.message for also in finding.related)))


@pytest.mark.parametrize(
    ("value", "is_plain"),
    [
        ({"Switch": {"GraphFusion": {"P": "off"}, "UBFusion": {}}}, True),
        ({"Priority": {"GraphFusion": {"Top": {"P": "1"}}}}, True),
        ({"Switch": {"GraphFusion": {"P ": "off"}}}, False),
        ({"Switch": {"GraphFusion": {"P": "off "}}}, False),
        ({"Switch": {"GraphFusion": {"": "off"}}}, False),
        # keys with blanks, which CANN takes only beside those without: what they have is not read
        ({"Switch": {"GraphFusion": {}, " GraphFusion": {"P": "off"}}}, False),
        ({"Priority": {"GraphFusion": {}, " GraphFusion": {}}}, False),
        ({"Priority": {"GraphFusion": {"Top": {}, "Top ": {}}}}, False),
        ({"Switch": {}, "Switch ": {}}, False),
    ],
)
def test_there_are_facts_where_something_does_not_count_as_written(value, is_plain):
    reading = reading_of(json.dumps(value))
    assert (reading.accepted, not reading.facts) == (True, is_plain)


@given(files())
def test_nothing_is_found_in_a_file_without_facts(source):
    findings_come_of_facts(read(source))


@given(files())
def test_a_safe_fix_leaves_an_accepted_file_accepted(source):
    reading = read(source)
    by_rule: dict[str, set] = {}
    for finding in check_reading(reading):
        if finding.fix is not None and finding.fix.is_safe:
            by_rule.setdefault(finding.code, set()).update(finding.fix.edits)
    for edits in by_rule.values() if reading.accepted else ():
        after = apply_edits(source.text, edits).encode("utf-8", "surrogateescape")
        assert read(Source("file", after)).accepted


SCHEMA = Draft202012Validator(json.loads(read_data("schemas", "fusion_switch.schema.json")))
SCALARS = st.sampled_from(
    [
        "on",
        "off",
        " on",
        "off\n",
        "OFF",
        "",
        "0",
        "999",
        "0010",
        "1000",
        "2999",
        "3000",
        " 10 ",
        "-1",
        "1.0",
        "on\xa0",
        "１",
        True,
        None,
        0,
        1000.0,
    ]
)
NAMES = st.sampled_from(["A", "B", "C", "ALL", "", " D"])


def objects(keys: list[str], values: st.SearchStrategy) -> st.SearchStrategy:
    """Objects that mostly have these keys and these values."""
    odd = st.sampled_from([*keys, *keys, *keys, keys[0].lower(), f" {keys[-1]}", "_comment", "ALL"])
    return st.dictionaries(odd, st.one_of(values, values, values, SCALARS), max_size=3)


PASSES = st.dictionaries(NAMES, SCALARS, max_size=3)
LEVELS = objects(["Top", "Main", "Down"], PASSES)
SWITCHES = objects(list(GROUPS), PASSES)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "Switch": st.one_of(SWITCHES, SCALARS),
        "Priority": objects(list(GROUPS), LEVELS),
        "ExceptionalPassOfO1Level": st.one_of(st.lists(st.just("A"), max_size=2), PASSES),
        "switch": SWITCHES,
        "Switch ": SWITCHES,
    },
)


def says_more_than_the_schema_can(value: dict) -> bool:
    """Whether a key stands there twice but for its blanks, or a pass has two priorities."""
    priority = value.get("Priority")
    groups = priority.values() if isinstance(priority, dict) else []
    for group in (group for group in groups if isinstance(group, dict)):
        names = [
            name.strip() for level in group.values() if isinstance(level, dict) for name in level
        ]
        if len(set(names)) < len(names):
            return True
    waiting: list[object] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += node.values()
            if len({key.strip() for key in node}) < len(node):
                return True
    return False


@given(VALUES)
def test_the_shape_is_what_the_schema_says(value):
    assume(not says_more_than_the_schema_can(value))
    listed = value.get("ExceptionalPassOfO1Level")
    assert not isinstance(listed, list) or all(isinstance(name, str) for name in listed)
    text = json.dumps(value)
    assert reading_of(text).accepted is SCHEMA.is_valid(value)


# Hostile files


MANY = {
    # name → a text of so many pieces
    "comments": lambda n: "/**/" * n + "x",
    "lines of comments": lambda n: "#\n" * n + "{",
    "blanks": lambda n: " " * n + "x",
    "lists": lambda n: "[" * n,
    "objects": lambda n: '{"a":' * n,
    "one pass again and again": lambda n: "A:off\n" * n,
    "blank lines": lambda n: "\n" * n + "1A:off",
    "equal keys": lambda n: switch_file(",".join(f'"P{at % 50} ": "on "' for at in range(n))),
    "errors": lambda n: switch_file(",".join(f'"P{at}": "maybe"' for at in range(n))),
}


@pytest.mark.parametrize("name", MANY)
def test_work_grows_as_the_file(name):
    def check(size: int) -> None:
        reading = reading_of(MANY[name](size))
        check_reading(reading)
        assert name != "errors" or len(reading.parts_with(BAD_VALUE)) == size

    assert grows_as_its_input(check, 250)


@pytest.mark.parametrize("name", MANY)
def test_a_long_file_is_read_as_a_short_one(name):
    """The first code, as only the long one may nest too deeply."""
    short, long = (reading_of(MANY[name](count)) for count in (100, 6_000))
    assert (long.accepted, long.codes[:1]) == (short.accepted, short.codes[:1])
    assert bool(check_reading(long)) == bool(check_reading(short))
