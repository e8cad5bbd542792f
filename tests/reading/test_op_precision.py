"""How CANN reads an op_precision_mode file, row by row of the manual, and at random.

See manual/implementation-modes.md#lines-of-an-ini-file.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from cannlint.cann.modes import IMPL_MODES
from cannlint.formats.op_precision.reading import Fate, read
from cannlint.formats.op_precision.shown import accounts
from cannlint.text.source import Source
from cases import findings_come_of_facts
from strategies import files

NODE = "[ByNodeName]\n"


def types(text: str) -> dict[str, str]:
    return read(Source("file", text.encode())).effect(is_type=True)


def names(text: str) -> dict[str, str]:
    return read(Source("file", text.encode())).effect(is_type=False)


def fates(text: str) -> list[Fate]:
    return [record.fate for record in read(Source("file", text.encode())).records]


@pytest.mark.parametrize("mode", IMPL_MODES)
def test_every_mode_counts(mode):
    assert types(f"Gelu={mode}") == {"Gelu": mode}


@pytest.mark.parametrize("text", ["", "\n", "\r\n", "  \t\n", "\n\n\n"])
def test_lines_with_nothing_in_them_are_skipped(text):
    reading = read(Source("file", text.encode()))
    assert reading.accepted and not reading.facts
    assert {record.fate for record in reading.records} <= {Fate.BLANK}


def test_a_comment_begins_in_column_1():
    assert types("#A=keep_fp16\n  # x=keep_fp16\n\t#y = keep_fp16") == {
        "# x": "keep_fp16",
        "#y": "keep_fp16",
    }


def test_a_semicolon_makes_no_comment():
    assert types("; A=high_precision") == {"; A": "high_precision"}


def test_the_file_begins_with_operator_types():
    text = "A=norm_class\n[ByNodeName]\nB=norm_class\n[ByOpType]\nC=norm_class\n"
    assert types(text) == {"A": "norm_class", "C": "norm_class"}
    assert names(text) == {"B": "norm_class"}


@pytest.mark.parametrize("header", ["[ByNodeName]", " \t[ByNodeName]  ", "[ByNodeName]\r"])
def test_a_section_may_have_blanks_around_it(header):
    assert names(f"{header}\nA=keep_fp16") == {"A": "keep_fp16"}


@pytest.mark.parametrize(
    ("line", "fate"),
    [
        ("[Foo]", Fate.NO_SECTION),
        ("[byoptype]", Fate.NO_SECTION),
        ("[ ByNodeName ]", Fate.NO_SECTION),
        ("[ByOpName]", Fate.NO_SECTION),
        ("[ByNodeName] # why", Fate.NO_SECTION),
        ("ByNodeName", Fate.NO_SECTION),
        ("\ufeff[ByNodeName]", Fate.NO_SECTION),
        ("[ByNodeName]=x", Fate.UNKNOWN_MODE),
        ("plain words", Fate.STRAY),
        ("Gelu: high_precision", Fate.STRAY),
    ],
)
@pytest.mark.parametrize("is_type", [True, False])
def test_the_section_goes_on_after_what_is_none(line, fate, is_type):
    text = f"{'' if is_type else NODE}{line}\nA=keep_fp16"
    assert fates(text)[-2:] == [fate, Fate.KEPT]
    assert (types if is_type else names)(text) == {"A": "keep_fp16"}


@pytest.mark.parametrize(
    "line", ["A=keep_fp16", " A = keep_fp16 ", "A\t=\tkeep_fp16\r", "\v\fA=keep_fp16\f"]
)
def test_both_sides_are_trimmed(line):
    assert types(line) == {"A": "keep_fp16"}


def test_blanks_of_other_alphabets_stay():
    assert types("A\u3000=keep_fp16\nB=keep_fp16\u00a0") == {"A\u3000": "keep_fp16"}


def test_the_first_equals_sign_splits():
    assert fates("a=b=keep_fp16") == [Fate.UNKNOWN_MODE]


@pytest.mark.parametrize("line", ["A=", "=keep_fp16", "=", " = ", "A =\r"])
def test_an_empty_side_drops_the_line(line):
    assert fates(line) == [Fate.EMPTY_SIDE]


@pytest.mark.parametrize(
    "value",
    [
        "high_preformance",
        "High_Precision",
        "default",
        "high_precision_for_all",
        "keep_fp16;",
        "keep_fp16,norm_class",
        "keep_fp16 # c",
        "=keep_fp16",
    ],
)
def test_another_mode_drops_the_line_and_leaves_the_key_free(value):
    text = f"A={value}\nA=norm_class\nA=keep_fp16"
    assert fates(text) == [Fate.UNKNOWN_MODE, Fate.KEPT, Fate.SHADOWED]
    assert types(text) == {"A": "norm_class"}


def test_the_first_valid_entry_of_a_key_wins():
    reading = read(Source("file", b"A=norm_class\nB=norm_class\nA=keep_fp16"))
    assert reading.effect(is_type=True) == {"A": "norm_class", "B": "norm_class"}
    assert reading.records[2].first is reading.records[0]


def test_types_and_names_are_separate():
    text = "A=norm_class\n[ByNodeName]\nA=keep_fp16"
    assert (types(text), names(text)) == ({"A": "norm_class"}, {"A": "keep_fp16"})


def test_nothing_makes_the_file_an_error():
    reading = read(Source("file", b"\xff\x00=\r[\n=\n"))
    assert reading.accepted and reading.codes == []


def test_the_account_says_what_became_of_each_line():
    text = "Gelu = high_precision\nGelu = norm_class\nTanh = fast\n[ByOpName]\n# why\n=\njunk\n"
    rows = accounts(read(Source("file", text.encode())))
    assert [(row.line, row.what, row.outcome, row.counts) for row in rows] == [
        (1, "Gelu = high_precision", "counts, by operator type", True),
        (2, "Gelu = norm_class", "ignored: line 1 came first", False),
        (3, "Tanh = fast", "ignored: no such mode", False),
        (4, "[ByOpName]", "ignored: no section that CANN knows; operator types go on", False),
        (6, " = ", "ignored: one side is empty", False),
        (7, "junk", "ignored: no entry and no section", False),
    ]


# What CANN's own code does, word for word.

ISSPACE = b" \t\n\v\f\r"


def cann(data: bytes) -> tuple[dict[bytes, bytes], dict[bytes, bytes]]:
    by_type: dict[bytes, bytes] = {}
    by_name: dict[bytes, bytes] = {}
    current = by_type
    lines = data.split(b"\n")
    if lines[-1] == b"":
        del lines[-1]
    for line in lines:
        if line == b"" or line[:1] == b"#":
            continue
        if b"=" not in line:
            if line.strip(ISSPACE) == b"[ByOpType]":
                current = by_type
            elif line.strip(ISSPACE) == b"[ByNodeName]":
                current = by_name
            continue
        key, _, value = line.partition(b"=")
        key, value = key.strip(ISSPACE), value.strip(ISSPACE)
        if key == b"" or value == b"" or value.decode("latin-1") not in IMPL_MODES:
            continue
        current.setdefault(key, value)
    return by_type, by_name


WELL_FORMED = [f"{key}={mode}" for key in ("Gelu", "a/b", "x_1") for mode in IMPL_MODES[:3]]
WELL_FORMED += ["Gelu = keep_fp16", "[ByOpType]", "[ByNodeName]", "# why", ""]
STRANGE = [*"=[]#;/,: \t\r\v\0\x85\u00a0\u2028\u3000\u200b\ufeff\udcff＝a_A9", "//", "keep_fp16"]

FILES = files(WELL_FORMED, STRANGE)


def in_bytes(effect: dict[str, str]) -> dict[bytes, bytes]:
    return {key.encode("utf-8", "surrogateescape"): mode.encode() for key, mode in effect.items()}


@given(FILES)
def test_the_reading_is_what_cann_does(data):
    reading = read(Source("file", data))
    effects = tuple(in_bytes(reading.effect(is_type)) for is_type in (True, False))
    assert effects == cann(data)


@given(FILES)
def test_nothing_is_found_in_a_file_without_facts(data):
    findings_come_of_facts(read(Source("file", data)))
