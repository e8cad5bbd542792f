"""Files that are read after each edit: the reading is that of a file read for the first time."""

from __future__ import annotations

import random

import pytest

from cannlint.engine.read import read
from cannlint.facts import MOST, Fact
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.lookup import look_up
from cannlint.reading.base import Reading
from cannlint.reading.edited_kinds import EDITED
from cannlint.text.changed_lines import ChangedLines, lines_in
from cannlint.text.source import Source

LINES = {
    Kind.CUSTOMIZE_DTYPES: (
        "a::InputDtype:float16",
        "a::InputDtype:float32",
        "b:InputDtype:float16,,OutputDtype:float16",
        "OpType::Relu:InputDtype:fp16",
        "OpType::Relu:InputDtype:float16,OutputDtype:float16",
        "OpType::Sub:InputDtype:float16,float32,,,OutputDtype:float32,",
        "OpType::NoSuch:InputDtype:float16",
        "net/Sub_1:InputDtype:float16,float32,OutputDtype:float32",
        "Relu:InputDtype:float16",
        "OutputDtype:float16,InputDtype:float16",
        "b::InputDtype",
        "# c::InputDtype:float16",
        "# only words",
        "层:InputDtype:float16\r",
        "optype::Relu:InputDtype:float16",
        "'a' :OutputDtype:",
    ),
    Kind.OP_PRECISION: (
        "Gelu=high_precision",
        "Gelu = high_performance",
        "Tanh=fast",
        "NoSuch=high_precision",
        "net/Gelu_1=enable_hi_float_32_execution",
        "; Tanh=high_precision",
        "# words",
        "[ByNodeName]",
        "[ByOpType]",
        "[by_op_name]",
        "=high_precision",
        "层=",
        "words\r",
        "'a'=keep_fp16",
        "\ufeffGelu=high_precision",
    ),
    Kind.KEEP_DTYPE: (
        "OpType::Gelu",
        "OpType:: Gelu",
        "Gelu",
        "encoder/layer_0/Gelu",
        "encoder/layer_0/Gelu # why",
        "op_type::Gelu",
        "'a', b",
        "层\r",
        " ",
    ),
}
SOCS = ((), (), ("Ascend910B3",), ("Ascend310P3", "Ascend310"))
STRANGE = ("", "x", "\n", "\r", "\r\n", ":", "=", "[", "\0", "\ufeff", "x" * 1030)


def source_of(text: str) -> Source:
    return Source("file", text.encode("utf-8", "surrogateescape"))


def told(value: object) -> object:
    """Everything that a reading says, without the objects that say it."""
    if isinstance(value, Reading):
        slots = [name for base in type(value).__mro__ for name in getattr(base, "__slots__", ())]
        return {name: told(getattr(value, name)) for name in slots if name not in _OTHERS}
    if isinstance(value, dict):
        return {name: told(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [told(item) for item in value]
    if hasattr(value, "parts"):
        return told(value.parts())
    if hasattr(value, "faults"):
        of_fault = [(fault.refusal, fault.span) for fault in value.faults]
        at = (value.number, value.line)
        return [*at, of_fault, told(value.entry), told_first(value), value.is_comment]
    if hasattr(value, "line"):
        fate = (getattr(value, "fate", None), getattr(value, "is_type", None))
        return [told(value.line), fate, told_first(value)]
    return value


_OTHERS = ("source", "looked_up")


def told_of_lookups(reading: Reading, socs: tuple[str, ...]) -> object:
    """What the library says about a file, line by line."""
    return {
        fact: [told_of_part(part) for part in parts]
        for fact, parts in look_up(reading, operators(socs)).facts.items()
    }


def told_of_part(part: object) -> object:
    of_line = told(getattr(part, "record", part)) if not hasattr(part, "part") else []
    names = ("part", "name", "missing", "elsewhere", "side", "position", "commas", "modes")
    found = {name: getattr(part, name) for name in names if hasattr(part, name)}
    found["part"] = told_of_part(found["part"]) if "part" in found else None
    return [of_line, found, [*getattr(part, "operators", ())]]


def told_first(record: object) -> object:
    first = record.first
    line = getattr(first, "node", None) or getattr(first, "line", None)
    return (line.number, line.start, line.end) if first is not None else None


def edited(text: str, lines: tuple[str, ...], chance: random.Random) -> str:
    """A text after an edit: a character, some lines more, some lines fewer, other line ends."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 1, 5, 60, 400)))
    several = "\n".join(chance.choices((*lines, ""), k=chance.randint(1, 6))) + "\n"
    added = chance.choice((*STRANGE, chance.choice(lines), several))
    return text[:start] + added + text[end:]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", EDITED)
def test_after_each_edit_the_reading_is_that_of_the_whole_file(kind, seed):
    chance = random.Random(seed)
    text = "\n".join(chance.choices(LINES[kind], k=chance.randint(0, 30)))
    reader, before = EDITED[kind](), [text]
    for _ in range(60):
        now, anew = reader.read(source_of(text)), read(source_of(text), kind)
        assert told(now) == told(anew), before[-1]
        socs = chance.choice(SOCS)
        assert told_of_lookups(now, socs) == told_of_lookups(anew, socs), before[-1]
        before.append(text)
        undoes = chance.random() < 0.2
        text = chance.choice(before) if undoes else edited(text, LINES[kind], chance)


@pytest.mark.parametrize("kind", EDITED)
def test_a_line_is_read_and_the_others_stay(kind):
    line = {
        Kind.CUSTOMIZE_DTYPES: "node{}::InputDtype:float16",
        Kind.OP_PRECISION: "Type{}=high_precision",
        Kind.KEEP_DTYPE: "encoder/layer_{}/Gelu",
    }[kind]
    lines = [line.format(at) for at in range(100)]
    reader = EDITED[kind]()
    first = reader.read(source_of("\n".join(lines))).records
    lines[40:41] = [line.format("a"), line.format("b")]
    again = reader.read(source_of("\n".join(lines))).records
    assert again[:40] == first[:40] and again[42:] == first[41:] and len(again) == 101


@pytest.mark.parametrize("kind", EDITED)
def test_a_line_is_looked_up_once(kind):
    line = {
        Kind.CUSTOMIZE_DTYPES: "OpType::NoSuch{}:InputDtype:float16",
        Kind.OP_PRECISION: "NoSuch{}=high_precision",
        Kind.KEEP_DTYPE: "OpType::NoSuch{}",
    }[kind]
    lines = [line.format(at) for at in range(20)]
    reader, of_library = EDITED[kind](), operators()

    def unknown_types() -> list[object]:
        reading = reader.read(source_of("\n".join(lines)))
        return look_up(reading, of_library).parts_with(Fact.UNKNOWN_TYPE)

    first = unknown_types()
    lines[10:11] = [line.format("A"), "", line.format("B")]
    again = unknown_types()
    assert again[:10] == first[:10] and again[12:] == first[11:]
    assert [unknown.name for unknown in again[10:12]] == ["NoSuchA", "NoSuchB"]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (Kind.CUSTOMIZE_DTYPES, "OpType::NoSuch{}:InputDtype:float16"),
        (Kind.OP_PRECISION, "NoSuch{}=high_precision"),
        (Kind.KEEP_DTYPE, "OpType::NoSuch{}"),
    ],
)
def test_types_that_were_too_many_are_looked_up_when_others_are_gone(kind, line):
    lines = [line.format(at) for at in range(MOST + 20)]
    reader = EDITED[kind]()
    for now in (lines, lines[15:], lines[30:]):
        reading = reader.read(source_of("\n".join(now)))
        unknown = look_up(reading, operators()).parts_with(Fact.UNKNOWN_TYPE)
        assert len(unknown) == min(len(now), MOST)
        assert unknown[-1].name == f"NoSuch{lines.index(now[0]) + len(unknown) - 1}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", EDITED)
@pytest.mark.parametrize("line", ["", "#", "a", "Gelu=high_precision", "a::InputDtype:int8"])
def test_where_lines_are_left_out_all_are_read(kind, line):
    text = f"{line}\n" * (MOST + 2) + "b\n"
    reader = EDITED[kind]()
    for now in (text, text[len(line) + 1 :], text[3 * len(line) + 3 :], text):
        assert told(reader.read(source_of(now))) == told(read(source_of(now), kind))


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("a\nb\nc\n", "a\nx\nc\n", ("b\n", "x\n")),
        ("a\nb", "a\nb\n", ("b", "b\n")),
        ("", "a\n", ("", "a\n")),
        ("a\n", "", ("a\n", "")),
        ("a\na\na\n", "a\na\n", ("a\n", "")),
        ("b\nc\n", "a\nb\nc\n", ("", "a\n")),
        ("a\nb\nc\n", "b\nc\n", ("a\n", "")),
        ("same", "same", ("", "")),
    ],
)
def test_the_lines_that_differ(before, after, lines):
    change = ChangedLines(before, after)
    assert before[change.start : change.before_end] == lines[0]
    assert after[change.start : change.after_end] == lines[1]


def test_a_line_counts_where_it_begins():
    texts = {"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n\n": 2}
    assert {text: lines_in(text, 0, len(text)) for text in texts} == texts
