"""Text and tables that fit a width: nothing runs past it, and nothing is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cannlint.report import tables
from cannlint.report.wrapping import folded, spans, wrapped_line
from cannlint.text.printable import display_width

TEXTS = st.text("ab/:,. …（）。，算子é\u0301", max_size=80)
ROOMS = st.integers(min_value=2, max_value=30)


def without_blanks(lines: list[str]) -> str:
    return "".join("".join(lines).split())


@given(TEXTS, ROOMS, ROOMS)
def test_lines_fit_and_only_blanks_are_left_out(text, first, others):
    lines = [text[start:end] for start, end in spans(text, first, others)]
    assert display_width(lines[0]) <= first
    assert all(display_width(line) <= others for line in lines[1:])
    assert without_blanks(lines) == without_blanks([text])


@given(TEXTS, st.integers(min_value=4, max_value=30))
def test_all_lines_of_a_cell_have_its_indent(text, room):
    lines = folded("  " + text, room)
    assert all(display_width(line.rstrip()) <= room for line in lines)
    assert all(line.startswith("  ") for line in lines)
    assert without_blanks(lines) == without_blanks([text])


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "name"]))), st.integers(4, 30))
def test_each_character_of_a_line_keeps_its_style(line, room):
    def characters(line):
        return [(char, style) for text, style in line for char in text if not char.isspace()]

    parts = wrapped_line(line, room, 2)
    found = [one for part in parts for one in characters(part)]
    assert found == characters(line)


def test_words_stay_whole_where_a_line_has_room_for_them():
    assert folded("no column has the dtypes", 12) == ["no column", "has the", "dtypes"]


def test_a_long_path_is_broken_behind_its_parts():
    assert folded("conf/customize_dtypes.cfg:3:1", 24) == ["conf/", "customize_dtypes.cfg:3:1"]


def test_chinese_is_broken_at_any_character_but_punctuation_stays_behind_its_own():
    assert folded("没有符合要求的，组合", 14) == ["没有符合要求", "的，组合"]


def test_an_ellipsis_stays_before_the_name_that_it_shortens():
    assert folded("first … …/last/Relu", 9) == ["first …", "…/last/", "Relu"]


def cells(*texts: str) -> list[tuple[str, str]]:
    return [(text, "") for text in texts]


def plain(lines: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in lines]


@given(
    st.lists(st.lists(TEXTS, min_size=1, max_size=4), max_size=5),
    st.integers(min_value=20, max_value=60),
)
def test_a_table_fits_and_loses_nothing(texts, room):
    rows = [cells(*row) for row in texts]
    lines = plain(tables.aligned(rows, room=room))
    assert all(display_width(line) <= room for line in lines)
    assert sorted(without_blanks(lines)) == sorted(without_blanks(["".join(row) for row in texts]))


def test_a_column_that_is_wide_gives_way_before_others_break():
    rows = [cells("Relu", "float16 → float16", "a.cfg:1:1; no column has these dtypes")]
    assert plain(tables.aligned(rows, "", room=45)) == [
        "Relu  float16 → float16  a.cfg:1:1; no column",
        "                         has these dtypes",
    ]


def test_what_is_said_of_a_name_stands_below_the_deepest_name():
    rows = [cells("--option=value", "took effect"), cells("  entry in a file: 1", "no effect")]
    assert plain(tables.table(["asked for", "outcome"], rows, room=26)) == [
        "asked for",
        "    outcome",
        "--option=value",
        "    took effect",
        "  entry in a file: 1",
        "    no effect",
    ]


def test_names_stand_above_what_is_said_of_them_where_the_line_is_too_short():
    rows = [cells("Conv2D /model.0/conv/Conv", "float16 → float16", "cfg/a.cfg:1:1")]
    assert plain(tables.table(["operator", "dtypes", "decided by"], rows, room=40)) == [
        "operator",
        "  dtypes             decided by",
        "Conv2D /model.0/conv/Conv",
        "  float16 → float16  cfg/a.cfg:1:1",
    ]
