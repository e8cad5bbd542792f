"""Files that are read after each edit: the reading is that of a file read for the first time."""

from __future__ import annotations

import random

import pytest

from cannlint.engine.read import read
from cannlint.facts import MOST
from cannlint.kinds import Kind
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
STRANGE = ("", "x", "\n", "\r", "\r\n", ":", "=", "[", "\0", "\ufeff", "x" * 1030)


def source_of(text: str) -> Source:
    return Source("file", text.encode("utf-8", "surrogateescape"))


def told(value: object) -> object:
    """Everything that a reading says, without the objects that say it."""
    if isinstance(value, Reading):
        slots = [name for base in type(value).__mro__ for name in getattr(base, "__slots__", ())]
        return {name: told(getattr(value, name)) for name in slots if name != "source"}
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
        found = told(reader.read(source_of(text)))
        assert found == told(read(source_of(text), kind)), before[-1]
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
