"""The text form of protobuf: the fast reader takes what Lark takes, and as the same."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark import Lark, Tree
from lark.exceptions import LarkError

from cannlint.data import read_data
from cannlint.errors import CannlintError
from cannlint.graphs.prototext import parts

DUMP = rb"""name: "m"  # a comment
graph {
  name: "g" op { name: "\344\270\255\n" 'b'
    "c"; input: ["x:0", 'y:1',] shape < dim: -1 ;f: -inf, f: 1.5e-3 > [a.b/c] { k: true } }
  op: {}
  list: [{a: 1}, <a: 2>] none: []
}
"""


def read(text: str | bytes, *streamed: str):
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    return list(parts("f", io.BytesIO(data), streamed))


def fault(text: str | bytes) -> str:
    with pytest.raises(CannlintError) as raised:
        read(text)
    return str(raised.value)


def test_a_message_maps_each_field_to_its_values():
    assert read(DUMP) == [
        (
            "",
            {
                "name": ["m"],
                "graph": [
                    {
                        "name": ["g"],
                        "op": [
                            {
                                "name": ["中\nbc"],
                                "input": ["x:0", "y:1"],
                                "shape": [{"dim": ["-1"], "f": ["-inf", "1.5e-3"]}],
                                "[a.b/c]": [{"k": ["true"]}],
                            },
                            {},
                        ],
                        "list": [{"a": ["1"]}, {"a": ["2"]}],
                        "none": [],
                    }
                ],
            },
        )
    ]


def test_what_is_streamed_is_handed_out_when_it_ends_and_not_kept():
    places = [(place, sorted(message)) for place, message in read(DUMP, "graph.op", "graph")]
    assert places == [
        ("graph.op", ["[a.b/c]", "input", "name", "shape"]),
        ("graph.op", []),
        ("graph", ["list", "name", "none"]),
        ("", ["name"]),
    ]


def test_the_same_field_elsewhere_is_not_streamed():
    assert [place for place, _ in read("op { graph { op {} } } graph { op {} }", "graph.op")] == [
        "graph.op",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: }", "f:1:4: not the text of a protobuf message: expected a value"),
        ("a {\n >", "f:2:2: not the text of a protobuf message: expected a field or `}`"),
        ("\n# c\n  b { c @ }", "f:3:9: not the text of a protobuf message: expected `:` or `{`"),
        ("a: [1 2]", "f:1:7: not the text of a protobuf message: expected `,` or `]`"),
        ("a: [,]", "f:1:5: not the text of a protobuf message: expected a value or `]`"),
        ('a: 1 "x"', "f:1:6: not the text of a protobuf message: expected a field"),
        ("1: 1", "f:1:1: not the text of a protobuf message: expected a field"),
        ("a {\nb: 1\n", "f:3: the file ends too early"),
        (
            "a {" * 101,
            "f:1:303: not the text of a protobuf message: messages are nested more than 100 deep",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(text, sentence):
    assert fault(text) == sentence


def test_a_byte_order_mark_and_bytes_that_are_not_utf_8_do_no_harm():
    assert read(b'\xef\xbb\xbfa: "\xff"') == [("", {"a": ["\udcff"]})]


def test_lines_may_be_longer_than_a_chunk(monkeypatch):
    text = 'a: "' + "x" * 3_000_000 + '"\nb: 1\n'
    [(_, message)] = read(text)
    assert (len(message["a"][0]), message["b"]) == (3_000_000, ["1"])
    monkeypatch.setattr("cannlint.graphs.prototext.LONGEST_LINE", 1000)
    assert fault(text).startswith("f: a line has more than 1,000 characters; ")


def test_a_message_that_is_never_handed_out_may_not_be_endless(monkeypatch):
    monkeypatch.setattr("cannlint.graphs.prototext.LONGEST_PART", 1000)
    many = "a: 1\n" * 1000
    assert fault(many).startswith("f: a message has more than 1,000 characters; ")


def test_many_messages_that_are_handed_out_may_be_of_any_size_together(monkeypatch):
    monkeypatch.setattr("cannlint.graphs.prototext._CHUNK", 100)
    monkeypatch.setattr("cannlint.graphs.prototext.LONGEST_PART", 1000)
    monkeypatch.setattr("cannlint.graphs.prototext.LONGEST_LINE", 200)
    assert len(read("op { a: 1 }\n" * 1000, "op")) == 1001


def test_a_text_in_many_pieces_takes_time_by_its_length():
    [(_, message)] = read('a: "x"' + ' "y"' * 300_000)
    assert len(message["a"][0]) == 300_001


# what protobuf writes, written again


def written(message, depth=0) -> str:
    blanks = "  " * depth
    lines = []
    for name, values in message.items():
        for value in values:
            if isinstance(value, dict):
                inner = written(value, depth + 1)
                lines.append(f"{blanks}{name} {{\n{inner}{blanks}}}\n")
            else:
                lines.append(f"{blanks}{name}: {quoted(value)}\n")
    return "".join(lines)


def quoted(text: str) -> str:
    escapes = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\n"): "\\n"}
    data = text.translate(escapes).encode("utf-8", "surrogateescape")
    return '"' + "".join(chr(byte) if byte < 0x80 else f"\\{byte:03o}" for byte in data) + '"'


_field_names = st.from_regex(r"[a-z][a-z_]{0,5}", fullmatch=True)
_messages = st.recursive(
    st.just({}),
    lambda inner: st.dictionaries(
        _field_names, st.lists(st.text(max_size=5) | inner, min_size=1, max_size=3), max_size=3
    ),
    max_leaves=8,
)


@given(_messages)
def test_what_was_written_is_read_again(message):
    assert read(written(message)) == [("", message)]


# the form as a whole, of the tokens of the grammar; the reader is fast

FORM = """
start: _fields
_fields: (field | "," | ";")*
field: NAME _value_of | EXTENSION _value_of
_value_of: ":" (scalar | message | list) | message | list
message: "{" _fields "}" | "<" _fields ">"
list: "[" [_item ("," _item)* [","]] "]"
_item: scalar | message
scalar: STRING+ | NUMBER | WORD
%ignore BLANKS
%ignore COMMENT
"""
JUDGE = Lark(FORM + read_data("grammars", "prototext.lark"), parser="lalr")

_pieces = st.sampled_from(
    [
        *("a", "b_1", ":", "{", "}", "<", ">", "[", "]", ",", ";", "[x.y]", "\\", "é"),
        *('"s"', "'t'", '"', "-1", "1.5e-3", "-inf", " ", "\n", "# c\n"),
        *("a: 1\n", "b {\n", 'c: "d"\n', "}\n"),
    ]
)


def from_tree(tree: Tree):
    message: dict[str, list[object]] = {}
    for field in tree.children:
        name, value = field.children
        values = message.setdefault(str(name), [])
        if value.data == "list":
            values.extend(value_of(item) for item in value.children if item is not None)
        else:
            values.append(value_of(value))
    return message


def value_of(tree: Tree):
    if tree.data == "message":
        return from_tree(tree)
    texts = [str(token) for token in tree.children]
    is_text = tree.children[0].type == "STRING"
    return "".join(text[1:-1] for text in texts) if is_text else texts[0]


@given(st.lists(_pieces, max_size=12).map("".join))
@example("a: [1,] b: [x]")
@example("a: 1\n, ;b {}, c: 's' ; 't'")
@example("a [{}] [x.y]: [x.y]")
def test_the_reader_takes_what_lark_takes(text):
    try:
        expected = from_tree(JUDGE.parse(text))
    except LarkError:
        fault(text)
    else:
        assert read(text) == [("", expected)]


@given(st.binary(max_size=80) | st.lists(_pieces, max_size=30).map(lambda x: "".join(x).encode()))
def test_any_bytes_are_read_or_refused(data):
    try:
        read(data, "a", "a.b")
    except CannlintError as error:
        assert str(error).startswith("f:") and "\n" not in str(error)
