"""How CANN reads a keep_dtype file, row by row of manual/keep-dtype.md#lines, and at random."""

from __future__ import annotations

import pytest
from hypothesis import given

from cannlint.formats.keep_dtype.reading import PASCAL_CASE, read
from cannlint.formats.keep_dtype.shown import accounts
from cannlint.text.source import Source
from cases import findings_come_of_facts
from strategies import files


def records(text: str) -> list[tuple[bool, str]]:
    reading = read(Source("file", text.encode()))
    return [(record.line.is_type, record.line.name) for record in reading.records]


def types(text: str) -> list[str]:
    return read(Source("file", text.encode())).entries(is_type=True)


def names(text: str) -> list[str]:
    return read(Source("file", text.encode())).entries(is_type=False)


def test_a_line_names_a_type_or_a_node():
    text = "OpType::Relu\nlayer1/Add\nOpType::MatMulV2\n"
    assert types(text) == ["Relu", "MatMulV2"]
    assert names(text) == ["layer1/Add"]


def test_lines_have_no_length_limit():
    assert names("x" * 5000) == ["x" * 5000]


def test_the_carriage_return_of_crlf_goes():
    assert records("layer1/Add\r\nOpType::Relu\r\n") == [(False, "layer1/Add"), (True, "Relu")]


def test_an_empty_line_is_skipped():
    assert records("\n\nAdd_1\n\n") == [(False, "Add_1")]


@pytest.mark.parametrize("line", [" ", "\t\v\f", "\r"])
def test_a_line_of_blanks_is_an_entry_without_a_name(line):
    assert records(f"{line}\nAdd_1") == [(False, ""), (False, "Add_1")]
    assert names(f"{line}\nAdd_1") == ["Add_1"]


@pytest.mark.parametrize("line", ["# why", "#", "// why", "; why", "# OpType::Relu"])
def test_a_comment_is_a_name(line):
    assert records(line) == [(False, line)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("OpType:: Relu", " Relu"),
        ("OpType::Relu # why", "Relu # why"),
        ("OpType::Relu;", "Relu;"),
        ("OpType::OpType::Relu", "OpType::Relu"),
        ("OpType::Relu\u3000", "Relu\u3000"),
        ("OpType::", ""),
        ("OpType::relu", "relu"),
        ("\t OpType::Relu \r", "Relu"),
    ],
)
def test_the_type_is_all_that_follows_the_prefix(line, name):
    assert records(line) == [(True, name)]


@pytest.mark.parametrize(
    "line",
    [
        "optype::Relu",
        "Relu",
        "OpType:Relu",
        "OpType ::Relu",
        "OPTYPE::Relu",
        "layer OpType::Relu",
        "\ufeffOpType::Relu",
        "\u3000OpType::Relu",
        "\u200bOpType::Relu",
        "\u00a0OpType::Relu",
    ],
)
def test_without_exactly_the_prefix_it_is_a_name(line):
    assert records(line) == [(False, line)]


@pytest.mark.parametrize("line", ["Relu_1 # why", "Add_1 Add_2", "Add_1,Add_2", "Add_1\rAdd_2"])
def test_the_whole_line_is_one_name(line):
    assert records(line) == [(False, line)]


def test_an_entry_may_come_twice():
    text = "Add_1\nOpType::Relu\nAdd_1\nOpType::Relu\nRelu\n"
    reading = read(Source("file", text.encode()))
    first = [record.first and record.first.line.number for record in reading.records]
    assert first == [None, None, 1, 2, None]
    assert (names(text), types(text)) == (["Add_1", "Relu"], ["Relu"])


@pytest.mark.parametrize("name", ["Relu", "A", "MatMulV2", "ABC9"])
def test_pascal_case(name):
    assert PASCAL_CASE.fullmatch(name)


@pytest.mark.parametrize("name", ["", "relu", "Add_1", "2D", " Relu", "Relu\n", "Ä", "Re-lu"])
def test_no_pascal_case(name):
    assert not PASCAL_CASE.fullmatch(name)


@pytest.mark.parametrize("text", ["", "\n", "OpType::relu", "OpType::", "\0\r\n # x"])
def test_without_a_model_every_file_is_accepted(text):
    assert read(Source("file", text.encode())).accepted


def test_the_account_says_what_became_of_each_line():
    rows = accounts(read(Source("file", b"OpType::Relu\n \n\nAdd_1\nAdd_1\n")))
    assert [(row.line, row.what, row.outcome, row.counts) for row in rows] == [
        (1, "Relu", "kept, by operator type", True),
        (2, "", "matches no node", False),
        (4, "Add_1", "kept, by node name", True),
        (5, "Add_1", "again; line 4 has it", False),
    ]


# What CANN's own code does before it looks at the model, as manual/keep-dtype.md has it.


def cann(data: bytes) -> list[tuple[bool, bytes]]:
    entries = []
    lines = data.split(b"\n")
    if lines[-1] == b"":
        del lines[-1]
    for line in lines:
        if line == b"":
            continue
        line = line.strip(b" \t\n\v\f\r")
        if line.startswith(b"OpType::"):
            entries.append((True, line[len(b"OpType::") :]))
        else:
            entries.append((False, line))
    return entries


WELL_FORMED = ["OpType::Relu", "OpType::MatMulV2", "layer1/Add_1", "Relu_1", "/merger/norm/Sub", ""]
STRANGE = [*":;#/, \t\r\v\0\x85\u00a0\u2028\u3000\u200b\ufeff\udcff：a_A9-"]
STRANGE += ["OpType::", "optype:", "op_type ::", "//", " # "]

FILES = files(WELL_FORMED, STRANGE)


@given(FILES)
def test_the_reading_is_what_cann_does(data):
    reading = read(Source("file", data))
    found = [
        (record.line.is_type, record.line.name.encode("utf-8", "surrogateescape"))
        for record in reading.records
    ]
    assert found == cann(data)


@given(FILES)
def test_nothing_is_found_in_a_file_without_facts(data):
    findings_come_of_facts(read(Source("file", data)))
