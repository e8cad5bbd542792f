"""Large JSON texts, of which only the first fault is looked for."""

from __future__ import annotations

import pytest

from cannlint.syntax.json_outline import outline


def fault_of(text: str) -> tuple[int, str] | None:
    """Where the fault is, and what stands there."""
    fault = outline(text, depth=3).fault
    return None if fault is None else (fault.start, text[fault.start : fault.end])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": {}, "c": [[], "x"]}, "d": [1, -2.5e+3, true, false, null]}',
        ' \t\r\n{ "a" : "\\" \\u00e9 \\n" , "b" : [ 1 , 2 ] } ',
        "\ufeff{}",
        "{} what follows the value does not count",
        "null",
    ],
)
def test_json_has_no_fault(text):
    assert fault_of(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", (0, "")),
        ('{"a": 1', (7, "")),
        ('{"a": 1  ', (9, "")),
        ('{"a": 1, }', (9, "}")),
        ("[1, ]", (4, "]")),
        ("[1 2]", (3, "2")),
        ('{"a": {"b": 1]}', (13, "]")),
        ("[1}", (2, "}")),
        ("}", (0, "}")),
        ('{1: "a"}', (1, "1")),
        ('{"a", "b"}', (4, ",")),
        ('{"a": }', (6, "}")),
        ('{"a": "b" "c"}', (10, '"')),
        ('{"a": 1, 2: 3}', (9, "2")),
        ('{"a": 1, ["b"]}', (9, "[")),
        ("[1, , 2]", (4, ",")),
        ("[word]", (1, "w")),
        ('["a\nb"]', (1, '"')),
        ('["\\q"]', (1, '"')),
        ("['a']", (1, "'")),
        ("[01]", (2, "1")),
        ("\ufeff[x]", (2, "x")),
    ],
)
def test_the_first_fault_has_its_place(text, fault):
    assert fault_of(text) == fault


def test_a_bracket_may_be_too_deep():
    text = '{"a": [{}], "b": {"c": [{}]}}'
    assert outline(text, depth=4).too_deep is None
    found = outline(text, depth=3)
    assert found.fault is None and found.too_deep is not None
    assert (found.too_deep.start, found.too_deep.end) == (text.rindex("{"), text.rindex("{") + 1)
