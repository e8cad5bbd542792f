"""The JSON scanner: what is wrong, where, and what it makes of the rest."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cannlint.reading.json_places import overridden_in
from cannlint.syntax.json_nodes import DEPTH, Slip
from cannlint.syntax.json_outline import outline
from cannlint.syntax.json_scanner import parse_json
from cannlint.syntax.json_value import IRREGULAR, plain_json
from cannlint.text.source import Source
from cannlint.text.span import Span

BAD = b"\xff".decode("utf-8", "surrogateescape")

SLIPS = [
    ("[1, // one\r\n 2]", [(Slip.COMMENT, "// one")], [1, 2]),
    ("[1 # one\n]", [(Slip.COMMENT, "# one")], [1]),
    ("[1 /* a\nb */]", [(Slip.COMMENT, "/* a\nb */")], [1]),
    ('{"a": [1,], }', [(Slip.TRAILING_COMMA, ","), (Slip.TRAILING_COMMA, ",")], {"a": [1]}),
    ('["a" "b" 3]', [(Slip.MISSING_COMMA, ""), (Slip.MISSING_COMMA, "")], ["a", "b", 3]),
    ('{"a": 1 "b": 2}', [(Slip.MISSING_COMMA, "")], {"a": 1, "b": 2}),
    ('{"a" 1, "b" {}}', [(Slip.MISSING_COLON, ""), (Slip.MISSING_COLON, "")], {"a": 1, "b": {}}),
    ('{"a" = 1, "b": 2}', [(Slip.MISSING_COLON, "=")], {"a": 1, "b": 2}),
    (
        '{"a": , "b": }',
        [(Slip.MISSING_VALUE, ","), (Slip.MISSING_VALUE, "}")],
        {"a": None, "b": None},
    ),
    ('{"a", "b": 2}', [(Slip.MISSING_VALUE, ",")], {"a": None, "b": 2}),
    (
        "[a, true, nullable]",
        [(Slip.UNQUOTED, "a"), (Slip.UNQUOTED, "nullable")],
        ["a", True, "nullable"],
    ),
    (
        '{to add: 1, b": 2}',
        [(Slip.UNQUOTED, "to add"), (Slip.UNQUOTED, 'b"')],
        {"to add": 1, "b": 2},
    ),
    (
        "['a', “b”, ‘c’, “d\"]",
        [(Slip.WRONG_QUOTES, part) for part in ("'a'", "“b”", "‘c’", '“d"')],
        ["a", "b", "c", "d"],
    ),
    ("['', 1]", [(Slip.WRONG_QUOTES, "''")], ["", 1]),
    ('{"a"：1，"b": 2}', [(Slip.FULL_WIDTH, "："), (Slip.FULL_WIDTH, "，")], {"a": 1, "b": 2}),
    ('["a,\n"b]\n', [(Slip.OPEN_STRING, '"a'), (Slip.OPEN_STRING, '"b')], ["a", "b"]),
    ('["a:b\n]', [(Slip.OPEN_STRING, '"a:b')], ["a:b"]),
    ('{"a: 1,\n"b": 2}', [(Slip.OPEN_STRING, '"a')], {"a": 1, "b": 2}),
    ("['a,\n'b']", [(Slip.OPEN_STRING, "'a"), (Slip.WRONG_QUOTES, "'b'")], ["a", "b"]),
    ('["a\t\x01b\x02"]', [(Slip.CONTROL, "\t\x01"), (Slip.CONTROL, "\x02")], ["a\t\x01b\x02"]),
    (
        r'["\q", "\u12", "\n"]',
        [(Slip.BAD_ESCAPE, r"\q"), (Slip.BAD_ESCAPE, r"\u12")],
        [r"\q", r"\u12", "\n"],
    ),
    (
        r'["\ud83d\ude00", "\ud83d", "\ude00x"]',
        [(Slip.BAD_ESCAPE, r"\ud83d"), (Slip.BAD_ESCAPE, r"\ude00")],
        ["😀", "\ud83d", "\ude00x"],
    ),
    (
        f'["a{BAD}{BAD}b", {BAD}]',
        [(Slip.BAD_BYTE, BAD * 2), (Slip.BAD_BYTE, BAD)],
        [f"a{BAD}{BAD}b", BAD],
    ),
    ('["\udc80"]', [(Slip.BAD_BYTE, "\udc80")], ["\udc80"]),  # the least byte that is none
    (
        "[01, +1, .5, 1., 1.5e, 0x1, 1e999, 2]",
        [(Slip.BAD_NUMBER, part) for part in ("01", "+1", ".5", "1.", "1.5e", "0x1", "1e999")],
        ["01", "+1", ".5", "1.", "1.5e", "0x1", float("inf"), 2],
    ),
    ('{"a": [1', [(Slip.OPEN_BRACKET, "")], {"a": [1]}),
    ('{"a": [1\0]}', [(Slip.OPEN_BRACKET, "")], {"a": [1]}),
    ('{"a": [1}, 2', [(Slip.WRONG_BRACKET, "}")], {"a": [1]}),
    (
        '{"a": {"b": [1}, "c": [2,}}',
        [(Slip.WRONG_BRACKET, "}"), (Slip.WRONG_BRACKET, "}")],
        {"a": {"b": [1]}, "c": [2]},
    ),
    ('[{"a": 1], x', [(Slip.WRONG_BRACKET, "]")], [{"a": 1}]),
    ('["a"}', [(Slip.WRONG_BRACKET, "}")], ["a"]),
    ("]", [(Slip.WRONG_BRACKET, "]")], None),
    ("[,1,,2]", [(Slip.UNEXPECTED, ","), (Slip.UNEXPECTED, ",")], [1, 2]),
    ('{,"a": 1,,"b": 2}', [(Slip.UNEXPECTED, ","), (Slip.UNEXPECTED, ",")], {"a": 1, "b": 2}),
    ('["a": 1, "b": 2]', [(Slip.UNEXPECTED, ":"), (Slip.UNEXPECTED, ":")], ["a", 1, "b", 2]),
    ('{"a": "b": 1, "c": 2}', [(Slip.UNEXPECTED, ":")], {"a": "b", "": 1, "c": 2}),
    (
        '{{"a": 1}, "b" :: 2}',
        [(Slip.UNEXPECTED, "{"), (Slip.UNEXPECTED, ":")],
        {"": {"a": 1}, "b": 2},
    ),
    (
        "\u3000[\xa0\xa01\v]",
        [(Slip.UNEXPECTED, part) for part in ("\u3000", "\xa0\xa0", "\v")],
        [1],
    ),
    ("'{\"a\": 1}'\n", [(Slip.UNEXPECTED, "'")], {"a": 1}),  # as a shell would have it
    ("1e", [(Slip.BAD_NUMBER, "1e")], 1),
    ("1.", [(Slip.BAD_NUMBER, "1.")], 1),
    ("", [(Slip.NOTHING, "")], None),
    ("hello world", [(Slip.NOTHING, "hello")], "hello"),
]


@pytest.mark.parametrize(("text", "slips", "plain"), SLIPS, ids=[text for text, _, _ in SLIPS])
def test_every_slip_has_its_place_and_does_not_end_the_reading(text, slips, plain):
    document = parse_json(text)
    found = sorted(document.faults, key=lambda fault: fault.span.start)
    assert [(fault.slip, text[fault.span.start : fault.span.end]) for fault in found] == slips
    assert (document.root.plain if document.root else None) == plain


def test_all_slips_are_tried():
    assert {slip for _, slips, _ in SLIPS for slip, _ in slips} == set(Slip)


def test_only_the_first_fault_counts_for_what_cann_had_read():
    root = parse_json('{"a": {"b": 1, "c" 2}, "d": 3}', first_fault_ends=True).root
    assert root.plain == {"a": {"b": 1, "c": None}}


@pytest.mark.parametrize(
    ("text", "about"),
    [('{"a": [1', "["), ('{"a": [1}', "["), ('{"a" 1}', '"a"'), ('{"a"}', '"a"')],
)
def test_what_a_fault_is_about(text, about):
    [fault] = parse_json(text).faults
    assert text[fault.about.start : fault.about.end] == about


def test_places():
    source = Source("file", '{\n  "a": [1, "é"],\n  "b": null}\n'.encode())
    root = parse_json(source.text).root
    assert [source.slice(member.span) for member in root.members] == ['"a": [1, "é"]', '"b": null']
    assert [source.slice(item.span) for item in root.members[0].value.items] == ["1", '"é"']
    assert source.slice(root.span) == source.text.strip()


def test_duplicates_are_kept_and_the_last_counts():
    root = parse_json('{"a": 1, "b": 2, "\\u0061": 3}').root
    assert root.plain == {"a": 3, "b": 2}
    assert root.last("a").plain == 3
    assert [(early.span.start, last.value.plain) for early, _, last in overridden_in(root)] == [
        (1, 3)
    ]


@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_deep_nesting(bracket):
    depth = 30_000
    closer = "]" if bracket == "[" else "}"
    assert not parse_json(bracket * depth + "1" + closer * depth).faults
    assert [fault.slip for fault in parse_json(bracket * depth).faults] == [Slip.OPEN_BRACKET]
    assert plain_json(bracket * depth) is IRREGULAR
    assert parse_json(bracket * depth + "}]" * depth).root is not None


@pytest.mark.parametrize("piece", ['[{"a" :\n', '{ "a":[ ', '[ [{"b":', '{"\\u0061": [[', '{"[":['])
def test_deep_nesting_of_both_sorts(piece):
    openers = [char for char in piece.replace('"["', '"a"') if char in "[{"]
    closers = "".join({"[": "]", "{": "}"}[char] for char in reversed(openers))
    for depth in (DEPTH, 500, 3000):
        sound = piece * depth + "1" + closers * depth
        assert not parse_json(sound).faults
        assert parse_json(sound).root.span == Span(0, len(sound))
        short = parse_json(sound[:-1])
        assert [(fault.slip, fault.about) for fault in short.faults] == [
            (Slip.OPEN_BRACKET, Span(0, 1))
        ]


def test_a_long_string():
    text = json.dumps(["x" * 100_000, "\\" * 100_000])
    assert parse_json(text).root.plain == json.loads(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("{} x", "x"),
        ("{}\n", None),
        ("{}\0", "\0"),
        ("[] // c", "// c"),
        ("1.5.3", ".3"),
        ("01", "1"),
        ("truely", "ly"),
        ("{}}", "}"),
        ("{}\v", "\v"),
    ],
)
def test_what_follows_the_first_value_is_no_fault(text, rest):
    document = parse_json(text)
    assert not document.faults
    span = document.trailing
    assert (text[span.start : span.end] if span else None) == rest
    assert plain_json(text) is IRREGULAR or rest is None


def test_a_byte_order_mark_is_passed_over():
    document = parse_json('\ufeff{"a": 1}')
    assert not document.faults and document.root.span == Span(1, 9)
    assert [fault.slip for fault in parse_json("\ufeff").faults] == [Slip.NOTHING]


@pytest.mark.parametrize(
    ("text", "is_clear"),
    [("[a 'b', // c\n]", True), ('["a" "b"]', True), ("[}", False), ('["a]', False), ("a", False)],
)
def test_a_clear_root(text, is_clear):
    assert (parse_json(text).clear_root is not None) == is_clear


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.text(max_size=5)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
TOKENS = st.sampled_from(
    [
        *"{}[],:\"0123456789-+.eE\\/#'“”，： \t\r\n\0",
        "true",
        "false",
        "null",
        '"a"',
        '"b"',
        "-1.5e3",
        "\\u00e9",
        "\\n",
        "word",
        "\u3000",
        "é",
        "//",
        "/*",
        "*/",
        "0x1",
    ]
)


def depth_of(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth_of, inner), default=0)


@st.composite
def nearly_json(draw) -> str:
    """JSON texts with a few tokens put in, taken out or changed."""
    indent = draw(st.sampled_from([None, 1]))
    text = json.dumps(draw(VALUES), ensure_ascii=draw(st.booleans()), indent=indent)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(TOKENS | st.just("")) + text[at + draw(st.integers(0, 2)) :]
    return text


TEXTS = nearly_json() | st.lists(TOKENS, max_size=25).map("".join)


def beyond_the_standard(text: str) -> bool:
    """Whether numbers may be out of range or halves of surrogate pairs stand in it.

    CANN refuses them, the standard does not.
    """
    return bool(re.search(r"[0-9]{300}|[eE][+]?[0-9]{3}|\\u[dD][89a-fA-F]|\ufeff", text))


@given(TEXTS)
def test_the_scanner_accepts_what_the_standard_library_accepts(text):
    assume(not beyond_the_standard(text))
    document = parse_json(text)
    accepted = not document.faults and document.trailing is None
    assert accepted == is_json(text)


def is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=int)  # NaN and Infinity are no numbers
    except ValueError:
        return False
    return True


@given(TEXTS)
def test_the_outline_has_a_fault_where_the_scanner_has_one(text):
    text = f"[{text}]"  # a word or a number that is all of the text may end early
    assume(not beyond_the_standard(text))
    assert (outline(text, len(text)).fault is None) == (not parse_json(text).faults)


@given(VALUES, st.booleans(), st.sampled_from([None, 2, "\t"]))
def test_the_value_is_the_one_that_was_written(value, ensure_ascii, indent):
    assume(depth_of(value) <= DEPTH)
    text = json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)
    document = parse_json(text)
    assert not document.faults
    assert document.root.plain == json.loads(text, parse_int=float)


@given(TEXTS)
def test_the_fast_reader_agrees_or_passes(text):
    value = plain_json(text)
    if value is not IRREGULAR:
        assume(depth_of(value) <= DEPTH)
        document = parse_json(text)
        assert not document.faults and document.trailing is None
        assert document.root.plain == value


def spans_of(document) -> list[Span]:
    spans = [fault.span for fault in document.faults]
    spans += [fault.about for fault in document.faults if fault.about is not None]
    spans += [document.trailing] if document.trailing else []
    todo = [document.root] if document.root else []
    while todo:
        node = todo.pop()
        spans.append(node.span)
        spans += [span for member in node.members for span in (member.key.span, member.span)]
        todo += [*node.items, *(member.value for member in node.members)]
    return spans


ANYTHING = st.text(st.characters(exclude_categories=()) | st.sampled_from("{}[]\",:'“”，\\/#"))


@given(TEXTS | ANYTHING | st.binary().map(lambda data: Source("file", data).text), st.booleans())
def test_any_text_has_places(text, first_fault_ends):
    document = parse_json(text, first_fault_ends)
    for span in spans_of(document):
        assert 0 <= span.start <= span.end <= len(text)
    assert document.root is not None or document.faults
    if first_fault_ends:
        assert bool(document.faults) == bool(parse_json(text).faults)
