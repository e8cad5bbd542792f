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
    "syntax/customize_dtypes.py",
    "syntax/fusion_switch.py",
    "syntax/keep_dtype.py",
    "syntax/op_precision.py",
    "syntax/sides.py",
    "reading/customize_dtypes.py",
    "reading/dtype_line.py",
    "reading/fusion_lines.py",
    "reading/impl_mode.py",
    "reading/keep_dtype.py",
    "reading/op_precision.py",
]
LOOKS = {
    *("split", "rsplit", "splitlines", "partition", "rpartition", "find", "rfind", "index"),
    *("rindex", "startswith", "endswith", "strip", "lstrip", "rstrip", "replace"),
    *("removeprefix", "removesuffix", "isspace", "count", "match", "search", "fullmatch", "sub"),
    *("finditer", "findall", "compile", "trimmed"),
}
EXCEPTIONS = {
    ("syntax/customize_dtypes.py", "item_places", "finditer"): "the pattern is of the grammar",
    ("reading/keep_dtype.py", "", "compile"): "PASCAL_CASE of the grammar, for names in a graph",
    ("reading/impl_mode.py", "", "removesuffix"): "the name of a file",
    ("reading/impl_mode.py", "__init__", "startswith"): "the name of a file",
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
    allowed = {(function, call) for name, function, call in EXCEPTIONS if name == path}
    assert found == allowed


def test_a_look_at_a_line_is_noticed():
    code = "def read(line):\n    return line.strip() or ':' in line or re.compile('x').match(line)"
    calls = {call for _, call in looks(ast.parse(code))}
    assert calls == {"strip", "in", "compile", "match"}
