"""Sources in C++ as people write them, with what is found in each.

A comment `// JB002 error` at the end of a line is a finding in that line; nothing else is one.
"""

import re

import pytest

from cannlint.discovery.detect import kind_of
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.cpp.reader import MOST_TOKENS
from cannlint.jobs.cpp.tokens import tokens_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from conftest import ROOT
from work import grows_as_its_input

SOURCES = sorted((ROOT / "tests" / "jobs" / "cpp_sources").glob("*.cc.txt"))
_NOTED = re.compile(r"// ((?:,? ?JB\d{3} \w+)+)$", re.MULTILINE)


def reading_of(text):
    return read(Source("main.cc", text.encode()), Kind.CPP_SOURCE)


def findings_in(text):
    """Line, code and severity of each finding."""
    reading = reading_of(text)
    place = reading.source.position
    return sorted(
        f"{place(one.span.start)[0]} {one.code} {one.severity.value}"
        for one in check_reading(reading)
    )


def noted_in(text):
    """The same as the comments of a source say it."""
    lines = enumerate(text.split("\n"), 1)
    return sorted(
        f"{number} {one.strip()}"
        for number, line in lines
        for match in _NOTED.finditer(line)
        for one in match[1].split(",")
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_a_source(source):
    text = source.read_text("utf-8")
    assert kind_of("main.cc", text.encode()) is Kind.CPP_SOURCE
    assert findings_in(text) == noted_in(text)


def test_a_name_of_a_block_that_ended_is_another_name():
    text = """
#include "ge/ge_api.h"
using Options = std::map<ge::AscendString, ge::AscendString>;
void Start(const char *mode) {
  %s const char *mode = "no_mode"; %s
  std::map<ge::AscendString, ge::AscendString> options = {{"ge.exec.precision_mode", mode}};
  ge::GEInitialize(options);
}
"""
    assert findings_in(text % ("", "")) == ["5 JB002 error"]
    assert findings_in(text % ("{", "}")) == []


def test_another_source_is_none_of_ours():
    assert kind_of("main.h", b'std::map<A, B> options = {{"ge.exec.precision_mode", "x"}};') is None


def test_python_that_names_a_call_is_no_source():
    assert kind_of("a.py", b"import torch_npu\naclgrphBuildModel(options)") is not Kind.CPP_SOURCE


def test_a_test_asks_for_refusals_on_purpose():
    text = 'TEST_F(Ge, bad) { aclgrphBuildInitialize({{"ge.exec.precision_mode", "x"}}); }'
    assert reading_of(text).jobs == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"a\\"b" // "c"', ['a"b']),
        ('"a" /* "b" */ "c"', ["a", "c"]),
        ('R"(a"b)" R"x()")x"', ['a"b', ')"']),
        ("ge :: ir_option::X 'y' 1'000", ["ge::ir_option::X", "1'000"]),
        ('#define X "a\\\n" "b"\n"c"', ["c"]),
        ('#if 0\n"a"\n#if 1\n"b"\n#endif\n"c"\n#else\n"d"\n#endif\n"e"', ["d", "e"]),
    ],
)
def test_words(text, words):
    assert [token.text for token in tokens_of(text)] == words


@pytest.mark.parametrize(
    "part",
    [
        'R"(', "/*", '"', "'", "//\\\n", "{", "(", "options[", "std::map<", "a::", "#if 0\n",
        'aclSetCompileopt(ACL_X, ', "{{", 'std::string s = "', "GEInitialize({{",
    ],
)  # fmt: skip
def test_work_grows_with_the_size(part):
    text = "std::map<A, B> options;\n"
    assert grows_as_its_input(lambda size: reading_of(text + part * size), 300)


def test_a_longer_source_says_so():
    reading = reading_of("a " * (MOST_TOKENS + 1))
    assert reading.jobs == []
    assert [one.code for one in check_reading(reading)] == ["CL008"]
