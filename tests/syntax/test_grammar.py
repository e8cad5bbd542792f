"""Recognisers compiled from grammar files: what they accept is what Lark accepts."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from cannlint.formats.customize_dtypes.lines import DtypeEntry, OddLine, item_places, parse
from cannlint.syntax.grammar import (
    Grammar,
    Recogniser,
    grammar,
    line_reader,
    parsed,
    parser,
    recogniser,
)
from cannlint.syntax.grammar_file import GrammarError
from cannlint.text.source import Source
from conftest import ROOT
from strategies import mutated

LINES = {
    "op_precision": [
        "Gelu=high_precision",
        "a b/c \t=  keep_fp16",
        "# words",
        "[ByOpType]",
        "[ByNodeName]",
        "[ByOpType] #",
        " # words = x",
        "//a=b",
    ],
    "keep_dtype": ["OpType::Gelu", "encoder/layer_0/Gelu:0", "OpType:: Gelu", "a,b", "# a", ""],
    "yaml_line": [
        "context:",
        "  mode: 0 # c",
        "  a: 'it''s'",
        "  a: {b: 1}",
        "- x: 1",
        "<<: *a",
        "# a: b",
        "a: b c\r",
    ],
    "mslite_config": [
        "[ascend_context]",
        " precision_mode = enforce_fp32\r",
        "# a=b",
        " # a",
        "a=b=c",
        "a= ",
        "=b",
        "[a] # c",
    ],
    "fusion_switch": ["SoftmaxFusionPass:off", "A : on", "A:B:on", "#A:on", "A:ON", "{A:on}"],
}
SIGNS = [*"#;:/,= \t\r\v\0[]\u3000\ufeff\u200b：\"'a_A9", "//", "OpType::", "InputDtype:"]
SIGNS += ["OutputDtype", "[ByOpType]", "on", "off", ":on", "=keep_fp16", "ByOpType", "\u2018", "/*"]

TOTAL = ("op_precision", "fusion_switch", "keep_dtype", "mslite_config", "yaml_line")
DTYPE_LINES = [
    "OpType::Relu:InputDtype:float16,OutputDtype:float16",
    "OpType::MatMulV2:InputDtype: float16 ,,float32,OutputDtype:int8",
    "a/b_1::OutputDtype:float16,",
    "层:InputDtype:",
    "OpType::R:OutputDtype:bf16,InputDtype:int8",
    "OpTypeX:InputDtype:a",
    "# a:InputDtype:float16",
    "InputDtype:InputDtype:float16",
]
TOKENS = ("json", "prototext")
"""Grammars without rules: the tokens of what one pattern cannot say."""

VALUES = sorted(
    path.stem
    for path in (ROOT / "grammars").iterdir()
    if path.stem not in (*LINES, *TOKENS, "customize_dtypes")
)


def parts_of_lark(name: str, start: str, text: str) -> dict[str, tuple[int, str]] | None:
    """Every token of Lark's tree that a text has once at most."""
    try:
        tree = parser(name, start).parse(text)
    except UnexpectedInput:
        return None
    tokens = tree.scan_values(lambda value: isinstance(value, Token))
    found = {token.type: (token.start_pos, str(token)) for token in tokens}
    return {symbol: found[symbol] for symbol in recogniser(name, start).groups if symbol in found}


@pytest.mark.parametrize("name", TOTAL)
@given(data=st.data())
def test_each_line_is_one_alternative_and_the_quick_pattern_finds_the_same(name, data):
    pieces = st.lists(st.sampled_from(SIGNS), max_size=9).map("".join)
    line = mutated(data.draw, data.draw(st.sampled_from(LINES[name]) | pieces), SIGNS, cut=3)
    assert (line_reader(name).read(line),) == parsed(name, line, "line")


@pytest.mark.parametrize("name", TOTAL)
@given(line=st.text(st.characters(exclude_characters="\n")))
def test_a_line_of_any_text_is_an_alternative(name, line):
    assert line_reader(name).read(line)


@given(data=st.data())
def test_a_line_of_customize_dtypes_is_an_alternative_of_key_and_one_of_lists(data):
    signs = [*SIGNS, "\0", "InputDtype", "OutputDtype:", "\udc80"]
    text = mutated(data.draw, data.draw(st.sampled_from(DTYPE_LINES)), signs, cut=3)
    clean = parts_of_lark("customize_dtypes", "clean", text)
    quick = recogniser("customize_dtypes", "clean").parts(text)
    [line] = parse(Source("file", text.encode("utf-8", "surrogateescape"))) if text else [None]
    assert isinstance(line, DtypeEntry) == (quick is not None)
    odd = OddLine((1, 0, len(text)), text)
    if quick is not None:
        assert clean == {name: quick[name] for name in quick if name.isupper()}
        assert (odd.key_sort, odd.lists_sort) == ("named", "no_keyword")  # nothing else takes it
    elif clean is not None:  # what begins so has a terminal of a higher priority
        assert odd.lists_sort in ("swallowed", "swapped", "cut")


@given(line=st.text(st.characters(exclude_characters="\n")))
def test_any_text_is_a_line_of_customize_dtypes(line):
    assert OddLine((1, 0, len(line)), line).key_sort


@given(text=st.text(st.sampled_from([*"a1, \t;:", "\u3000"])))
def test_the_items_of_a_list_are_those_that_lark_finds(text):
    tree = parser("customize_dtypes", "dtypes").parse(text)
    tokens = [(token.type, token.start_pos) for token in tree.scan_values(lambda _: True) if token]
    found = [(start, end) for start, end in item_places(text) if start < end]
    assert [at for sort, at in tokens if sort == "DTYPE"] == [start for start, _ in found]
    commas = sum(sort == "COMMA" for sort, _ in tokens)
    assert len(item_places(text)) == (commas + 1 if text else 0)


def test_a_line_that_no_alternative_takes_is_an_error_that_names_it():
    with pytest.raises(GrammarError, match=r"no alternative takes the line '#\\n;'"):
        line_reader("op_precision").read("#\n;")  # the reader does not give line feeds


def test_without_lark_an_odd_line_is_one_sentence(tmp_path):
    (tmp_path / "op_precision.ini").write_text("Gelu=keep_fp16\n ; a=keep_fp16\n")
    (tmp_path / "clean_op_precision.ini").write_text("Gelu=keep_fp16\n")
    call = "import sys; sys.modules['lark'] = None; from cannlint.__main__ import main; main()"
    said = {}
    for name in ("op_precision.ini", "clean_op_precision.ini"):
        command = [sys.executable, "-c", f"{call.replace(' main()', ' sys.exit(main())')}", "check"]
        run = subprocess.run([*command, name], cwd=tmp_path, capture_output=True, text=True)
        said[name] = run.returncode, run.stderr.strip()
    assert said["clean_op_precision.ini"] == (0, "")
    status, sentence = said["op_precision.ini"]
    assert status == 2
    assert re.fullmatch(
        r"cannlint: a file has a line that only .* run `pip install lark`", sentence
    )


@pytest.mark.parametrize("name", [*LINES, *VALUES, "customize_dtypes"])
def test_what_a_grammar_defines_is_used(name):
    text = re.sub(r"(?m)^//.*$", "", (ROOT / "grammars" / f"{name}.lark").read_text("utf-8"))
    first, *others = re.findall(r"(?m)^\??([A-Za-z_]\w*)(?:\.-?\d+)? *:", text)
    assert first in ("line", "value", "clean")
    for name in set(others) - {"key", "lists", "dtypes"}:  # where texts of their own begin
        assert len(re.findall(rf"\b{name}\b", text)) > 1, name


@pytest.mark.parametrize("name", VALUES)
@given(data=st.data())
def test_a_value_has_the_parts_that_lark_finds(name, data):
    signs = [*"0,;:|-~[]* x'", "FP16", "on", "getnext", "data"]
    value = "".join(data.draw(st.lists(st.sampled_from(signs), max_size=12)))
    assert recogniser(name, "value").parts(value) == parts_of_lark(name, "value", value)


# Expressions as a grammar may combine them, each beside Lark.

EXPRESSIONS = {
    "A B | C": ["ab", "c", "abc", "a", ""],
    "A [B] C?": ["a", "ab", "ac", "abc", "b"],
    "(A | B)+ C": ["abac", "c", "bc", "ab"],
    "A (B | C)* [A]": ["a", "abca", "abcb", "aa", "aaa"],
    "(A | pair) C": ["ac", "bbc", "bc", "bbcc"],
    "pair [C pair]": ["bb", "bbcbb", "bbc"],
    '"[" A "]" "." [B]': ["[a].", "[a].b", "[a]xb", "a"],
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_mean_what_they_mean_to_lark(expression):
    from lark import Lark

    # definitions of their own only where they are used: others are an error
    names = set(re.findall(r"\w+", expression))
    names |= {"B"} if "pair" in names else set()
    lines = [f"line: {expression}", *(["pair: B B"] if "pair" in names else [])]
    lines += [f'{name}: "{name.lower()}"' for name in "AC" if name in names]
    lines += ["B: LETTER", "LETTER: /b/"] if "B" in names else []
    text = "\n".join(lines)
    accepts = Recogniser(Grammar("test", text), "line").match
    judge = Lark(text, parser="lalr", start="line")

    def lark_accepts(value: str) -> bool:
        try:
            return isinstance(judge.parse(value), Tree)
        except UnexpectedInput:
            return False

    for value in EXPRESSIONS[expression]:
        assert bool(accepts(value)) == lark_accepts(value), value


def test_a_symbol_that_may_come_more_than_once_is_no_part():
    text = "line: A B* (C | A D) e\ne: D\n" + "\n".join(f'{name}: "{name}"' for name in "ABCD")
    found = Recogniser(Grammar("test", text), "line")
    assert found.parts("ACD") == {"C": (1, "C"), "e": (2, "D")}
    assert list(found.groups) == ["C", "e"]


def test_a_part_is_found_in_whichever_place_of_the_grammar_it_stands():
    found = Recogniser(Grammar("test", 'line: "<" A | "[" A\nA: /a+/'), "line")
    assert found.parts("<aa") == found.parts("[aa") == {"A": (1, "aa")}


@pytest.mark.parametrize(
    "text",
    [
        "line: A",
        "line: A line\nA: /a/",
        "line: a\na: B [a]\nB: /b/",
        "line: A~2\nA: /a/",
        "line: A -> alias\nA: /a/",
        "line: pair{A}\nA: /a/",
        "line: A\n    | B\nA: /a/\nB: /b/",
        "line: (A\nA: /a/",
        "line: A |\nA: /a/",
        "line: A\nA: /(a)b/",
        'line: A\nA: "a"i',
        r'line: A' + "\n" + r'A: "\n"',
        "line: A\nA: /a/x",
        "line: A\nA: b\nb: /b/",
        "!line: A\nA: /a/",
        "%import common.WS\nline: A\nA: /a/",
        "line: A\nA: /a/\nWS: / /\n%ignore WS",
        "line: A\nA: /a/\nA: /b/",
    ],
)  # fmt: skip
def test_what_is_not_known_is_an_error(text):
    with pytest.raises(GrammarError):
        Recogniser(Grammar("test", text), "line")


def test_the_text_of_a_string_and_no_other_terminal():
    assert grammar("keep_dtype").literal("TYPE_PREFIX") == "OpType::"
    with pytest.raises(GrammarError):
        grammar("keep_dtype").literal("PASCAL_CASE")


def test_flags_hold_for_their_own_regular_expression():
    found = Recogniser(Grammar("test", "line: A B\nA: /a/i\nB: /b/"), "line")
    assert found.match("Ab") and not found.match("AB")
