"""Bytes to text with places: lines, columns, marks, other encodings, widths."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.errors import UnreadablePathError
from cannlint.text.printable import display_width, printable
from cannlint.text.source import SIZE_LIMIT, Source, read_source
from cannlint.text.span import Edit, Span, apply_edits


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a\r", "b\r"]),
        (b"a\rb\nc", ["a\rb", "c"]),
        (b"\xef\xbb\xbfa\n", ["\ufeffa"]),
    ],
)
def test_lines_are_those_of_getline(data, lines):
    source = Source("x", data)
    assert [source.text[start:end] for _, start, end in source.lines()] == lines
    assert [number for number, _, _ in source.lines()] == list(range(1, len(lines) + 1))


def test_columns_count_code_points_from_one():
    source = Source("x", "a\n节点x\r\n\U0001f600y\n".encode())
    assert source.position(0) == (1, 1)
    assert source.position(source.text.index("x")) == (2, 3)
    assert source.position(source.text.index("y")) == (3, 2)
    assert source.position(len(source.text)) == (4, 1)
    assert source.line_span(2) == (2, 5)


def test_every_byte_is_kept():
    data = bytes(range(256)) + "节".encode()
    source = Source("x", data)
    assert source.text.encode("utf-8", "surrogateescape") == data
    assert source.bad_byte == 128


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        ("节点/加法::InputDtype:float16", "gbk", "GBK"),
        ("一::InputDtype:float16", "gbk", "GBK"),  # the first of the characters that tell it
        ("a", "utf-16", "UTF-16"),
        ("\xe9t\xe9", "latin-1", None),
    ],
)
def test_the_likely_encoding_is_told_where_it_can_be(text, codec, name):
    assert Source("x", text.encode(codec)).likely_encoding == name


def test_a_file_is_read_whole(tmp_path):
    data = os.urandom(3_000_000)
    (tmp_path / "x").write_bytes(data)
    assert read_source(str(tmp_path / "x")).data == data


def test_what_is_not_a_regular_file_is_refused_in_words(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(SIZE_LIMIT + 1)
    for name, words in (
        ("pipe", "is a pipe"),
        (".", "is a folder"),
        ("missing", "no such file"),
        ("huge", "are not read"),
        ("a\0b", "not a valid path"),
    ):
        with pytest.raises(UnreadablePathError, match=words):
            read_source(os.path.join(str(tmp_path), name))


@given(st.text(), st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50), st.text(max_size=3))))
def test_positions_and_edits_stay_inside(text, places):
    source = Source("x", text.encode("utf-8", "surrogatepass"))
    length = len(source.text)
    edits, last = [], 0
    for start, size, new in places:
        low = min(last + start, length)
        high = min(low + size, length)
        line, column = source.position(low)
        assert source.text.split("\n")[line - 1][: column - 1].count("\n") == 0
        assert len("\n".join(source.text.split("\n")[: line - 1])) + (line > 1) + column - 1 == low
        if low >= last and high > low:
            edits.append(Edit(Span(low, high), new))
            last = high
    expected = source.text
    for edit in reversed(edits):
        expected = expected[: edit.span.start] + edit.text + expected[edit.span.end :]
    assert apply_edits(source.text, edits) == expected


def test_widths_and_what_may_be_printed():
    assert display_width("ab") == 2
    assert display_width("节点") == 4
    assert display_width("e\u0301") == 1
    assert printable("\u3164\u2062\ufe0f\U0001d173") == "\\u3164\\u2062\\ufe0f\\U0001d173"
    assert printable("a\x1b[0m\x07\udcff\u200b\ufeff\u202e") == (
        "a\\x1b[0m\\x07\\xff\\u200b\\ufeff\\u202e"
    )
    assert printable("节点 é") == "节点 é"


@pytest.mark.parametrize("code", [0x200E, 0x200F, 0x061C, 0x200D, 0x2060, 0x00AD, 0xE0041, 0x202E])
def test_a_character_without_a_shape_is_escaped(code):
    """A reader would not see it, or would read the text in another order."""
    escape = f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    assert printable(f"Re{chr(code)}lu") == f"Re{escape}lu"
