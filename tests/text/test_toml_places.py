"""The places of TOML keys and values, held against the reader that Python has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.text.toml import read_toml
from cannlint.text.toml_places import Header, Place, places

EVERYTHING = '''\ufeff# a comment with = and [brackets]
title = "top"
quoted."dotted.key" . 'x' = 1   # so

[job.a]  # "a"
front-end = "atc"
multi = """
line = 1 \\"""
""quoted"""""
literal = \'\'\'C:\\[x]'' = \'\'\'
list = [ "a]", { b = "}" }, # ]
  [1, 2] ]
inline = { x = 1, "y z" = "," , deep = { w = true } }
when = 1979-05-27 07:32:00

[["list of".tables]]
x = 1
[["list of".tables]]
x = 2
["list of".tables.sub]
x = 3
'''


def value_at(table, path):
    for step in path:
        table = table[step]
    return table


def check(text: str, below: tuple[str, ...] = ()) -> list[Place | Header]:
    """Every place against the table that Python reads."""
    table, found = read_toml(text), list(places(text, below))
    for place in found:
        value = value_at(table, place.path)
        if isinstance(place, Header):
            assert isinstance(value, dict) and text[place.span.start] == "["
            assert text[place.span.end - 1] == "]"
            continue
        written = text[place.value_span.start : place.value_span.end]
        assert read_toml(f"x = {written}\n")["x"] == value
        key = text[place.key_span.start : place.key_span.end]
        assert list(read_toml(f"{key} = 0\n")) == [place.path[-1]]
    return found


@pytest.mark.parametrize("text", [EVERYTHING, EVERYTHING.replace("\n", "\r\n"), "", "\n#", "x=1"])
def test_every_place_is_that_of_its_value(text):
    found = check(text, ("job", "a", "inline", "deep"))
    if text.startswith("\ufeff"):
        paths = [place.path for place in found]
        assert ("quoted", "dotted.key", "x") in paths
        assert ("job", "a", "inline", "deep", "w") in paths
        assert ("list of", "tables", 1, "sub", "x") in paths


def test_inline_tables_are_entered_only_on_the_way():
    paths = [place.path for place in check("a = { b = { c = 1 }, d = { e = 2 } }\n", ("a", "b"))]
    assert paths == [("a",), ("a", "b"), ("a", "b", "c"), ("a", "d")]


def test_the_part_of_a_dotted_key_that_names_the_value():
    text = 'job."my net".soc_version = "Ascend910B3"  # note\n'
    [place] = places(text)
    assert text[place.key_span.start : place.key_span.end] == "soc_version"
    assert text[place.span.start : place.span.end] == 'soc_version = "Ascend910B3"'


KEYS = st.one_of(
    st.from_regex(r"[A-Za-z0-9_-]{1,4}", fullmatch=True),
    st.text("ab.=#[]{}'\" ,é", max_size=4),
)
SCALARS = st.one_of(
    st.integers(-99, 99), st.booleans(), st.floats(-9, 9), st.text("ab\"'\\\n#=[]{}, é", max_size=9)
)
TABLES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


def key_text(key: str) -> str:
    bare = key and all(char.isascii() and (char.isalnum() or char in "_-") for char in key)
    return key if bare else basic(key)


def basic(text: str) -> str:
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    return '"' + "".join(escapes.get(char, char) for char in text) + '"'


@st.composite
def written(draw, value):
    """A value in one of the ways in which TOML can write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        pairs = [f"{key_text(key)} = {draw(written(item))}" for key, item in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        gap = draw(st.sampled_from(["", " ", "\n  ", " # ]\n"]))
        return f"[{gap}" + f",{gap}".join(draw(written(item)) for item in value) + f"{gap}]"
    if not isinstance(value, str):
        return repr(value)
    ways = [basic(value), '"""\n' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""']
    if "'" not in value:
        ways += ["'''\n" + value + "'''"] + ([f"'{value}'"] if "\n" not in value else [])
    return draw(st.sampled_from(ways))


@given(data=st.data(), tables=st.dictionaries(KEYS, st.dictionaries(KEYS, TABLES, max_size=3)))
def test_any_table(data, tables):
    text = ""
    for name, table in tables.items():
        text += f"[ {key_text(name)} ] # a [table]\n"
        for key, value in table.items():
            text += f"{key_text(key)} = {data.draw(written(value))} # = \n"
    below = tuple(
        data.draw(st.lists(st.sampled_from(sorted(tables)), max_size=1)) if tables else ()
    )
    found = {place.path for place in check(text, below)}
    assert {(name, key) for name, table in tables.items() for key in table} <= found
