"""No code looks into a line of a format that has a grammar: its alternative and terminals say it.

Read are the syntax trees of the modules between the grammar and what a line means.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from conftest import ROOT

PACKAGE = ROOT / "lint" / "cannlint"
READERS = [
    "syntax/sides.py",
    "formats/customize_dtypes/faults.py",
    "formats/customize_dtypes/lines.py",
    "formats/customize_dtypes/reading.py",
    "formats/fusion_switch/lines.py",
    "formats/impl_mode/reading.py",
    "formats/keep_dtype/lines.py",
    "formats/keep_dtype/reading.py",
    "formats/op_precision/lines.py",
    "formats/op_precision/reading.py",
]
LOOKS = {
    *("split", "rsplit", "splitlines", "partition", "rpartition", "find", "rfind", "index"),
    *("rindex", "startswith", "endswith", "strip", "lstrip", "rstrip", "replace"),
    *("removeprefix", "removesuffix", "isspace", "count", "match", "search", "fullmatch", "sub"),
    *("finditer", "findall", "compile", "trimmed"),
}
EXCEPTIONS = {
    ("customize_dtypes/lines.py", "item_places", "finditer"): "the pattern is of the grammar",
    ("keep_dtype/reading.py", "", "compile"): "of the grammar, for types in a graph",
    ("impl_mode/reading.py", "", "removesuffix"): "the name of a file",
    ("impl_mode/reading.py", "__init__", "startswith"): "the name of a file",
}


def looks(tree: ast.AST, function: str = "") -> Iterator[tuple[str, str]]:
    """The function and the call, for each call that looks into a text."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef) else function
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in LOOKS:
                yield inside, name
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In) for op in node.ops):
            left = node.left
            if isinstance(left, ast.Constant) and not str(left.value).replace("_", "").isalpha():
                yield inside, "in"  # a sign in a text, not a terminal in a line
        yield from looks(node, inside)


@pytest.mark.parametrize("path", READERS)
def test_a_reader_takes_what_the_grammar_says(path):
    found = set(looks(ast.parse((PACKAGE / path).read_text("utf-8"))))
    allowed = {(function, call) for name, function, call in EXCEPTIONS if path.endswith(name)}
    assert found == allowed


def test_a_look_at_a_line_is_noticed():
    code = "def read(line):\n    return line.strip() or ':' in line or re.compile('x').match(line)"
    calls = {call for _, call in looks(ast.parse(code))}
    assert calls == {"strip", "in", "compile", "match"}
