"""CANN's reading of customize_dtypes: examples row by row, then against a literal transcription.

The table is in manual/customize-dtypes.md. `cann` below says the same in CANN's own steps, on
bytes, and shares nothing with the product but the names of the dtypes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.cann.dtypes import DTYPES
from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.formats.customize_dtypes.faults import Refusal
from cannlint.formats.customize_dtypes.reading import (
    BLANK_LINE,
    COMMENT_LINE,
    LONG_LINE,
    CustomizeDtypes,
    read,
)
from cannlint.formats.customize_dtypes.shown import accounts
from cannlint.text.source import Source
from cannlint.text.span import apply_edits
from cases import decode
from strategies import examples


def reading_of(text: str) -> CustomizeDtypes:
    """The reading of a file in the notation of the rules' pages; no line feed at its end."""
    return read(Source("file", decode(text + "␄\n")))


def names(text: str) -> dict[str, dict[str, list[str]]]:
    reading = reading_of(text)
    assert reading.accepted
    return reading.effect(is_type=False)


def types(text: str) -> dict[str, dict[str, list[str]]]:
    reading = reading_of(text)
    assert reading.accepted
    return reading.effect(is_type=True)


def lists(text: str) -> tuple[list[str], list[str]]:
    """The lists of the only entry."""
    [entry] = [*names(text).values(), *types(text).values()]
    return entry["inputs"], entry["outputs"]


def codes(text: str) -> list[str]:
    reading = reading_of(text)
    assert not reading.accepted and not reading.crash
    assert reading.effect(True) == reading.effect(False) == {}
    return reading.codes


def crashes(text: str) -> bool:
    reading = reading_of(text)
    assert not (reading.crash and (reading.accepted or reading.codes))
    return reading.crash


# Reading: a buffer of 1024 bytes.


@pytest.mark.parametrize(
    "line", ["<pad 1004>:InputDtype:float16", "层<pad 1001>:InputDtype:float16"]
)
def test_a_line_of_1023_bytes_is_read(line):
    reading = reading_of(f"{line}\nb:InputDtype:int8")
    assert reading.cut_off is None
    assert len(reading.effect(False)) == 2


@pytest.mark.parametrize(
    "line",
    [
        "<pad 1005>:InputDtype:float16",
        "<pad 1004>:InputDtype:float16␍",
        "层<pad 1002>:InputDtype:float16",
        "<byte ff><pad 1004>:InputDtype:float16",
        "␀<pad 1023>",
        "<pad 1024>",
    ],
)
def test_a_line_of_1024_bytes_ends_the_file_without_an_error(line):
    reading = reading_of(f"a:InputDtype:int8\n{line}\nb:InputDtype:int8\n\nnonsense")
    assert reading.accepted
    assert list(reading.effect(False)) == ["a"]
    assert reading.parts_with(LONG_LINE) == [reading.cut_off] != [None]


@pytest.mark.parametrize(("characters", "is_cut"), [(255, False), (256, True)])
def test_a_character_may_have_four_bytes(characters, is_cut):
    reading = reading_of("\N{GRINNING FACE}" * characters + "\nb:InputDtype:int8")
    assert (reading.cut_off is not None) is is_cut


def test_the_line_feed_does_not_count():
    assert reading_of("<pad 1004>:InputDtype:float16\n").cut_off is None


def test_a_fault_before_the_long_line_comes_first():
    assert codes("nonsense\n<pad 2000>") == ["E20101"]


def test_the_last_line_needs_no_line_feed_and_an_empty_file_has_no_entries():
    assert list(names("a:InputDtype:int8")) == ["a"]
    assert names("") == types("") == {}
    assert codes("\n") == ["E20101"]


def test_carriage_returns_are_trimmed():
    text = "OpType::Relu:InputDtype:int8␍\na:OutputDtype:int8␍"
    assert types(text) == {"Relu": {"inputs": ["int8"], "outputs": []}}
    assert names(text) == {"a": {"inputs": [], "outputs": ["int8"]}}


def test_a_nul_byte_cuts_the_line():
    assert lists("a:InputDtype:int8␀,fp16") == (["int8"], [])
    assert lists("a:InputDtype:int8,␀") == (["int8", ""], [])
    assert codes("a␀:InputDtype:int8") == ["E20101"]
    assert codes("␀a:InputDtype:int8") == ["E20101"]
    assert crashes("a:InputDtype␀:int8")


# Type or name.


def test_the_prefix_makes_a_type_at_column_1_only():
    assert list(types("OpType::Relu:InputDtype:int8")) == ["Relu"]
    assert list(names(" OpType::Relu:InputDtype:int8")) == ["OpType"]
    assert list(names("␉OpType::Relu:InputDtype:int8")) == ["OpType"]


@pytest.mark.parametrize("prefix", ["optype::", "OPTYPE::", "OpType:", "OpType: :"])
def test_another_prefix_is_a_name(prefix):
    assert list(names(f"{prefix}Relu:InputDtype:int8")) == [prefix.split(":")[0]]


def test_a_byte_order_mark_is_a_part_of_the_first_name():
    assert list(names("<BOM>OpType::Relu:InputDtype:int8")) == ["\ufeffOpType"]
    assert list(names("<BOM>a:InputDtype:int8")) == ["\ufeffa"]


# Key.


def test_the_key_is_not_trimmed_but_the_line_is():
    assert list(types("OpType:: Relu :InputDtype:int8")) == ["Relu "]
    assert list(names("  a ␉:InputDtype:int8  ")) == ["a \t"]
    assert list(names("x y::InputDtype:int8")) == ["x y"]


def test_only_ascii_blanks_are_trimmed():
    assert list(names("　a　:InputDtype:int8")) == ["　a　"]


@pytest.mark.parametrize("name", ["a:0", "a:b:c", "a::b", "a::"])
def test_a_name_ends_at_its_first_colon(name):
    assert list(names(f"{name}:InputDtype:int8")) == ["a"]


def test_a_dtype_before_the_keyword_is_passed_over():
    text = "OpType::Conv2D:int32,InputDtype:float16"
    assert types(text) == {"Conv2D": {"inputs": ["float16"], "outputs": []}}


def test_a_comment_is_a_name():
    assert list(names("# A:InputDtype:int8")) == ["# A"]


@pytest.mark.parametrize(
    "line",
    ["a", "OpType::", "OpType::Relu", ":InputDtype:int8", "OpType:::InputDtype:int8", "a:int8"],
)
def test_bad_structure(line):
    assert codes(line) == ["E20101"]


@pytest.mark.parametrize("line", ["", "␠␉␍", "# comment", "// comment", "　", "<BOM>"])
def test_blank_lines_and_comments(line):
    text = f"a:InputDtype:int8\n{line}\nb:InputDtype:int8"
    assert codes(text) == ["E20101"]
    assert {*reading_of(text).facts} & {BLANK_LINE, COMMENT_LINE}


def test_what_a_person_takes_for_blank_or_a_comment():
    records = reading_of("　\n<BOM>\n # x:InputDtype:fp16\n;").records
    assert [record.faults[0].refusal for record in records[:2]] == [Refusal.BLANK] * 2
    assert [record.is_comment for record in records] == [False, False, True, True]


# Keywords.


def test_the_first_keyword_anywhere_in_the_line_counts():
    assert names("InputDtype:float16") == {"InputDtype": {"inputs": ["float16"], "outputs": []}}
    assert types("OpType::ReluOutputDtype:int8") == {
        "ReluOutputDtype": {"inputs": [], "outputs": ["int8"]}
    }
    assert codes("xInputDtype::InputDtype:float16") == ["E20003", "E20101"]


def test_keywords_are_case_sensitive():
    assert codes("a:inputdtype:int8") == ["E20101"]
    assert lists("a:inputDtype:int8,OutputDtype:bool") == ([], ["bool"])
    assert codes("a:InputDtype:int8,outputDtype:bool") == ["E20003", "E20101"]


def test_the_inputs_come_first():
    assert codes("a:OutputDtype:int8,InputDtype:int8") == ["E20101"]
    assert codes("a:OutputDtype:fp16,InputDtype:int8") == ["E20101"]
    assert codes("a:OutputDtype:int8,InputDtype") == ["E20101"]
    assert codes("aOutputDtype::InputDtype:int8") == ["E20101"]


# Separator.


@pytest.mark.parametrize("separator", [":", "=", " ", ",", "x", "I", "<byte ff>"])
def test_one_byte_behind_a_keyword_is_skipped(separator):
    text = f"a:InputDtype{separator}int8,OutputDtype{separator}bool"
    assert lists(text) == (["int8", ""], ["bool"])


def test_two_are_one_too_many():
    assert codes("a:InputDtype：int8") == ["E20003", "E20101"]
    assert codes("a:InputDtype：") == ["E20003", "E20101"]
    assert codes("a:InputDtype：OutputDtype:int8") == ["E20003", "E20101"]
    assert codes("a:InputDtype::int8") == ["E20003", "E20101"]
    assert codes("a:InputDtype :int8") == ["E20003", "E20101"]
    assert lists("a:InputDtype: int8") == (["int8"], [])


def test_between_the_lists():
    assert lists("a:InputDtype:int8,OutputDtype:bool") == (["int8", ""], ["bool"])
    assert lists("a:InputDtype:int8 OutputDtype:bool") == (["int8"], ["bool"])
    assert lists("a:InputDtype:int8OutputDtype:bool") == (["int8"], ["bool"])
    assert lists("a:InputDtype:int8,,OutputDtype:bool") == (["int8", "", ""], ["bool"])
    assert codes("a:InputDtype:int8;OutputDtype:bool") == ["E20003", "E20101"]


def test_a_keyword_right_behind_the_other():
    assert lists("a:InputDtype,OutputDtype:bool") == ([], ["bool"])
    reading = reading_of("a:InputDtypeOutputDtype:float16")
    assert reading.codes == ["E20003", "E20101"]
    [fault] = reading.records[0].faults
    assert reading.source.slice(fault.span) == "utputDtype:float16"


@pytest.mark.parametrize(
    "line",
    [
        "a:InputDtype",
        "a:OutputDtype",
        "a:InputDtype:int8,OutputDtype",
        "a:InputDtype:fp16,OutputDtype",
        "a:InputDtypeOutputDtype",
        "a:InputDtype ␍",
        "# a:InputDtype",
    ],
)
def test_nothing_behind_the_last_keyword_crashes(line):
    assert crashes(line)
    assert crashes(f"b:InputDtype:int8\n{line}\nnonsense")


@pytest.mark.parametrize("line", ["InputDtype", ":InputDtype", "OpType::InputDtype"])
def test_without_a_key_cann_crashes_all_the_same(line):
    assert crashes(line)


def test_without_a_key_a_wrong_dtype_is_named_all_the_same():
    assert codes(":InputDtype:fp16") == ["E20003", "E20101"]
    assert codes("InputDtype=fp16") == ["E20003", "E20101"]
    assert codes("OutputDtype:fp16,InputDtype:fp16") == ["E20101"]


# Items.


def test_dtypes_are_trimmed_and_in_any_case():
    assert lists("a:InputDtype: Float32 ,␉FLOAT,bfloat16,INT4") == (
        ["float", "float", "bf16", "int4"],
        [],
    )
    assert lists("a:OutputDtype:uint1,hifloat8,float8_e4m3fn") == (
        [],
        ["uint1", "hifloat8", "float8_e4m3fn"],
    )


def test_open_positions():
    assert lists("a:InputDtype:,OutputDtype:") == ([""] * 2, [])
    assert lists("a:InputDtype:OutputDtype:") == ([], [])
    assert lists("a:InputDtype: OutputDtype:") == ([""], [])
    assert lists("a:InputDtype:,int8,,") == (["", "int8", "", ""], [])


@pytest.mark.parametrize("dtype", ["fp16", "bf16", "half", "undefined", "DT_FLOAT16", "float 16"])
def test_an_unknown_dtype(dtype):
    assert codes(f"a:InputDtype:int8,{dtype}") == ["E20003", "E20101"]
    assert codes(f"a:InputDtype:int8,OutputDtype:{dtype}") == ["E20003", "E20101"]


def test_only_ascii_letters_are_folded():
    assert codes("a:InputDtype:ﬂoat16") == ["E20003", "E20101"]
    assert codes("a:InputDtype:\u0130nt8") == ["E20003", "E20101"]


# Duplicates.


def test_the_first_entry_counts():
    text = (
        "a:InputDtype:int8\nOpType::a:InputDtype:bool\na:InputDtype:int16\nOpType::a:InputDtype:x"
    )
    reading = reading_of(text.replace(":x", ":int64"))
    assert reading.effect(False)["a"]["inputs"] == ["int8"]
    assert reading.effect(True)["a"]["inputs"] == ["bool"]
    assert [record.first and record.first.number for record in reading.records] == [
        None,
        None,
        1,
        2,
    ]
    assert codes(text) == ["E20003", "E20101"]


def test_keys_are_compared_byte_by_byte():
    assert len(names("a:InputDtype:int8\nA:InputDtype:int8\na :InputDtype:int8")) == 3


# The first fault decides.


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (["a:InputDtype:fp16", "nonsense", "a:InputDtype"], ["E20003", "E20101"]),
        (["nonsense", "a:InputDtype:fp16", "a:InputDtype"], ["E20101"]),
        ([":InputDtype:int8", "a:InputDtype:fp16"], ["E20101"]),
    ],
)
def test_of_several_lines(lines, due):
    assert codes("\n".join(lines)) == due
    assert len([record for record in reading_of("\n".join(lines)).records if record.faults]) == len(
        lines
    )


def test_entries_of_no_operator_do_not_repeat_each_other():
    records = reading_of(":InputDtype:int8\n:InputDtype:int8\na:InputDtype:int8\n" * 2).records
    assert [record.first is not None for record in records] == [False] * 5 + [True]


def test_every_fault_of_a_line_is_kept_in_order():
    [record] = reading_of(":InputDtype:fp16,int8,half").records
    assert [fault.refusal for fault in record.faults] == [
        Refusal.EMPTY_KEY,
        Refusal.UNKNOWN_DTYPE,
        Refusal.UNKNOWN_DTYPE,
    ]


def test_the_account_of_each_line():
    text = "a:InputDtype:int8\na:InputDtype:bool\n# b\nc:InputDtype:fp16\nd:InputDtype\n<pad 1024>"
    rows = list(accounts(reading_of(text)))
    assert [(row.line, row.outcome) for row in rows] == [
        (1, "counts, by node name"),
        (2, "ignored: line 1 came first"),
        (3, "refused: a comment"),
        (4, "not reached, else refused: no such dtype: fp16"),
        (5, "not reached, else CANN crashes: nothing after the keyword"),
        (6, "not read, nor what follows: 1024 bytes or more"),
    ]
    assert [row.line for row in rows if row.counts] == [1]


# CANN's algorithm, step by step.

BLANKS = b" \t\n\v\f\r"
KEYWORDS = (b"InputDtype", b"OutputDtype")


class Refused(Exception):  # noqa: N818, as CANN has no errors
    """CANN returns FAILED, with codes; none where it throws."""


@dataclass
class Outcome:
    accepted: bool = True
    crash: bool = False
    codes: list[str] = field(default_factory=list)
    types: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    names: dict[str, dict[str, list[str]]] = field(default_factory=dict)


def cann(data: bytes) -> Outcome:
    outcome = Outcome()
    while data:
        line, _, data = data.partition(b"\n")
        if len(line) >= 1024:  # getline sets failbit
            return outcome
        try:
            is_type, key, entry = cann_line(line.split(b"\0")[0])
        except Refused as refused:
            return Outcome(False, not refused.args, list(refused.args))
        (outcome.types if is_type else outcome.names).setdefault(key, entry)
    return outcome


def cann_line(line: bytes) -> tuple[bool, str, dict[str, list[str]]]:
    """The code splits the key, then the lists, then looks up dtypes; it asks at the end."""
    is_type = line.startswith(b"OpType::")
    rest = (line[8:] if is_type else line).strip(BLANKS)
    colon = rest.find(b":")
    at, to = (rest.find(keyword) for keyword in KEYWORDS)
    failed = colon <= 0
    inputs = outputs = b""
    if (at < 0 and to < 0) or at > to >= 0:
        failed = True
    else:
        if at >= 0:
            begin = at + len(KEYWORDS[0]) + 1
            inputs = substr(rest, begin, to - begin if to >= 0 else -1)
        if to >= 0:
            outputs = substr(rest, to + len(KEYWORDS[1]) + 1)
    entry = {"inputs": cann_dtypes(inputs), "outputs": cann_dtypes(outputs)}
    if failed:
        raise Refused("E20101")
    return is_type, rest[:colon].decode("utf-8", "surrogateescape"), entry


def substr(text: bytes, begin: int, length: int = -1) -> bytes:
    """std::string::substr; a negative length is a huge one."""
    if begin > len(text):
        raise Refused
    return text[begin:] if length < 0 else text[begin : begin + length]


def cann_dtypes(text: bytes) -> list[str]:
    found = []
    for item in text.split(b",") if text else []:
        name = item.strip(BLANKS).lower().decode("utf-8", "surrogateescape")
        if name and name not in DTYPES:
            raise Refused("E20003", "E20101")
        found.append(DTYPES[name] if name else "")
    return found


# Random files: well-formed lines, damaged in up to three places.

SCRAPS = [
    *":,= \t\r\0\v#;/：，　\ufeff\u200b\xa0\udcffxI0é",
    *("::", ",,", "//", "OpType::", "optype::", "OpType", "InputDtype", "OutputDtype"),
    *("InputDtype:", ",OutputDtype:", "inputdtype", "fp16", "int8", "float32", "层", "\n", "\n\n"),
    *("x" * 990, "层" * 330, "k\u212a"),
]
KEYS = ["Relu", "MatMulV2", "conv1/Relu", "节点/加法", "a", "b", "model:0", "x y", "/up.2/Mul", "_"]
ITEMS = ["float16", "FLOAT32", "bfloat16", "int8", "", " ", "bool ", "\tuint1", "fp16"]
item_lists = st.lists(st.sampled_from(ITEMS), max_size=4).map(",".join)


@st.composite
def well_formed_lines(draw: st.DrawFn) -> str:
    prefix = draw(st.sampled_from(["OpType::", ""]))
    key = draw(st.sampled_from(KEYS)) + draw(st.sampled_from([":", "::"]))
    parts = [f"InputDtype:{draw(item_lists)}", f"OutputDtype:{draw(item_lists)}"]
    chosen = draw(st.sampled_from([parts, parts, parts[:1], parts[1:]]))
    return prefix + key + draw(st.sampled_from([",", " "])).join(chosen)


@st.composite
def lines(draw: st.DrawFn) -> str:
    line = draw(well_formed_lines())
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 1, 2, 3]))):
        begin = draw(st.integers(0, len(line)))
        end = min(len(line), begin + draw(st.sampled_from([0, 0, 1, 2, 7, 11, 40])))
        scrap = draw(st.sampled_from(["", line[:begin], *SCRAPS]))
        line = line[:begin] + scrap + line[end:]
    return line


@st.composite
def files(draw: st.DrawFn) -> bytes:
    text = draw(st.sampled_from(["", "", "", "\ufeff"]))
    ends = draw(st.sampled_from(["\n", "\r\n"]))
    text += ends.join(draw(st.lists(lines(), max_size=5))) + draw(st.sampled_from(["", ends]))
    return text.encode("utf-8", "surrogateescape")


def outcome_of(reading: CustomizeDtypes) -> Outcome:
    return Outcome(
        reading.accepted,
        reading.crash,
        reading.codes,
        reading.effect(is_type=True),
        reading.effect(is_type=False),
    )


@examples(300)
@given(files())
def test_the_reading_is_cann_s(data):
    assert outcome_of(read(Source("file", data))) == cann(data)


# What the rules promise, on the same files.

REFUSE_LATER = {"CD007"}
"""Errors in a file that CANN reads, and whose compile then fails."""


@examples(300)
@given(files())
@example(b"\xffRelu:InputDtype:float16,OutputDtype:")  # regular for CANN, yet not UTF-8: CL004
def test_an_error_is_what_cann_refuses(data):
    reading = read(Source("file", data))
    has_facts = bool(reading.facts)
    findings = check_reading(reading)
    errors = {finding.code for finding in findings if finding.severity is Severity.ERROR}
    assert bool(errors - REFUSE_LATER) is not cann(data).accepted
    assert has_facts or not findings
    if reading.codes:
        first = next(record for record in reading.records if record.faults)
        assert reading.codes[0] in {
            finding.cann_code
            for finding in findings
            if first.line.start <= finding.span.start <= first.line.end
        }


@examples(300)
@given(files())
def test_safe_fixes_leave_what_counts_alone(data):
    """A file that CANN accepts stays one, and every other entry keeps its dtypes."""
    source = Source("file", data)
    reading, before = read(source), cann(data)
    safe = [finding for finding in check_reading(reading) if finding.fix and finding.fix.is_safe]
    for finding in safe if before.accepted else ():
        mended = source.position(finding.span.start)[0]
        after = cann(apply_edits(source.text, finding.fix.edits).encode("utf-8", "surrogateescape"))
        assert after.accepted
        [record] = [record for record in reading.records if record.number == mended]
        changed = {record.entry.name} if record.counts else set()
        for old, new in ((before.types, after.types), (before.names, after.names)):
            kept = old.keys() - changed
            assert {key: new.get(key) for key in kept} == {key: old[key] for key in kept}
