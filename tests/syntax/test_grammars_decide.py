"""The grammar files decide: a copy of the tool with another grammar says something else, or fails.

Each change of a grammar file is tried in a tree like an installed one, whose modules are imported
anew. What counts is what a reading says of some examples: the facts that rules are about, and what
CANN makes of each line or value.
"""

from __future__ import annotations

import importlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # it leaves out each part of a language in turn

GRAMMARS = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "grammars").iterdir())}

EXAMPLES = {
    "folder": ["/dump", "a", "/a b", " /dump", "/dump ", "/a\\n/b", " ", ""],
    "accelerate_train_mode": [
        *("fast|step", "fast1|step", "fast2|step", "slow|step", "fast|stop", "fast|loss", "fast"),
        *("fast|step|", "fast|loss|", "fast|step||", "fast|loss||", "fast||step", "|step", ""),
        *("fast|step|0.9", "fast|step|.25", "fast|step|00.3", "fast|step|0.1", "fast|step|0.95"),
        *("fast|step|0.90", "fast|step|1.2", "fast|step|0.90.9", "faststep", "fast|step0.9"),
        *("fast|loss|1.01", "fast|loss|1.5", "fast|loss|01.2", "fast|loss|1.50", "fast|loss|1.6"),
        *("fast|loss|1.0", "fast|loss|0.9", "fast|loss|1.21.2", "fast|loss1.2"),
    ],
    "aicore_num": ["24", "24|48", "|48", "24|", "2448", "24||48", "24|48|48", "a", ""],
    "dump_step": ["0", "0|3-5|10", "0|", "|0", "0||1", "0|1||", "01-|", "a", ""],
    "dynamic_dims": ["1", "20,20;40,40", "1;2;3", "1;", "1;;", ";1", "1;2;;3", "a", ""],
    "dynamic_inputs_shape_range": [
        "data:[1]",
        "data:[]",
        "getnext:[1 ,2~3],[2];data:[-1],[2],[3]",
        "data:[1];data:[1];getnext:[]",
        "data:[1],[2],[3]",
        "data:[1],",
        "data:[1],,[2]",
        "data:[1][2]",
        "data[1]",
        ":[1]",
        "data:",
        "data:[1];",
        "data:[1];:[1]",
        "data:[1];data[1]",
        "data:[1];data:",
        "data:[1]data:[1]",
        "data:[1];data:[1],",
        "data:[1];data:[1][1]",
        "data:[1];data:[1],[2]",
        "images:[1]",
        ",[1]",
        ";data:[1]",
        "data:[1];;",
        "data:[1];getnext:[1];;",
    ],
    "in_out_pair": [
        "[[['a'], ['b']]]",
        "[ [['a'], ['b', 'c']], [['d'], [\"e\"]] ]",
        "[[['a'],['b']],[['c'],['d']],[['e'],['f']]]",
        "[[['a'],['b']],]",
        "[[['a'],['b']]x[['c'],['d']]]",
        "[[['a'],['b']][['c'],['d']]]",
        "[['a'],['b']]",
        "[]",
        "[[['a'],['b']]",
        "[,[['a'],['b']]]",
    ],
    "input_shape": ["a:1,-1", "a:1;b:2;c:3", "a:1;", "a:1;;", ";a:1", "a:1;;b:2", "a", ""],
    "local_device_list": ["0", "0,1", "0,1,2", "0,", ",0", "0,,1", "a", ""],
    "memory_size": ["1", "26 * 1024*1024", "1*", "*1", "1**2", "12", "1 2", "a", ""],
    "optimization_switch": ["P:on", "P:on;Q:off;R:on", "P:on;", "P:on;;", "P:onQ:on", ";P:on", "P"],
    "optypelist_for_implmode": ["", "Gelu", "Gelu, Relu,A", ",", ",,", "Gelu,"],
    "output_type": [
        "FP16",
        "a:0:FP16",
        "a:0:FP16;b:1:FP32;c:0:INT8",
        "a:0:FP16;",
        "a:0:FP16;;",
        "a:0:FP16b:0:FP16",
        ";a:0:FP16",
        "FP16a:0:FP16",
        "FP16;",
        "x",
        "",
    ],
    "stream_max_parallel_num": [
        "a:1",
        "a:1,b:2,c:3",
        "a1",
        ":1",
        "a:",
        "a:1b:2",
        "a:1,b2",
        "a:1,:2",
        "a:1,b:",
        "a:1,",
        "1:1",
        ",b:2",
    ],
    "torchair_dump_layer": ["Mul_1 Add1", 'a/b\\\\c.d "', "Mul;Add", "Mul,", "", "x"],
    "torchair_dump_step": [
        "0||",
        "0",
        "0|3-5|10|",
        "1-23-4",
        "1-2-3",
        "|0",
        "0||1",
        "1-",
        "-1",
        "01a",
        "",
    ],
    "json": ['{"a": [1, "b", {}], "c": true}', '{"a" 1}', "[1, nul, 2.5e3]", "[1,]"],
    "prototext": [
        'a: "b" # c\n d { e: 1, f: -inf; }',
        "a: [1, {b: 2}, <c: x>]",
        "[a.b/c] <\td: 'e' 'f'\n>",
        "a: 1b [x] { }",
        "a { b: 1 > }",
    ],
}

TOTAL = ("op_precision", "fusion_switch", "customize_dtypes", "keep_dtype")
NESTED = ("json", "prototext")
DEPENDENT = ("cannlint.syntax", "cannlint.reading", "cannlint.jobs.syntaxes", "cannlint.graphs")
"""Modules that may remember what a grammar says."""


class Tree:
    """A tree like an installed one, whose grammars can be changed."""

    def __init__(self, path: Path) -> None:
        self.grammars = path / "grammars"
        self.grammars.mkdir()
        (path / "schemas").symlink_to(ROOT / "schemas")
        self.package = path / "lint" / "cannlint"
        self.package.mkdir(parents=True)
        for part in (ROOT / "lint" / "cannlint").iterdir():
            if part.name != "__pycache__":
                (self.package / part.name).symlink_to(part)
        for name, text in GRAMMARS.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        (self.grammars / f"{name}.lark").write_text(text, "utf-8")

    def verdict(self, name: str, text: str) -> object:
        """What is said of the examples where the grammar has this text, or how that fails."""
        self.write(name, text)
        for module in [module for module in sys.modules if module.startswith(DEPENDENT)]:
            del sys.modules[module]
        try:
            return _verdict(name, EXAMPLES[name])
        except Exception as error:
            if text == GRAMMARS[name]:
                raise
            return f"{type(error).__name__}: {error}"
        finally:
            self.write(name, GRAMMARS[name])


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Iterator[Tree]:
    """The tree, with its modules in place of those of this checkout."""
    made = Tree(tmp_path_factory.mktemp("tree"))
    ours = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith("cannlint")}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(made.package.parent))
        patch.setattr(sys, "dont_write_bytecode", False)
        patch.setattr(sys, "pycache_prefix", str(made.grammars.parent))
        yield made
    for name in [name for name in sys.modules if name.startswith("cannlint")]:
        del sys.modules[name]
    sys.modules.update(ours)


def _verdict(name: str, examples: list[str]) -> object:
    judge: Callable[[str, str], object] = _of_value
    if name in NESTED:
        judge = _of_json if name == "json" else _of_prototext
    return [judge(name, example) for example in examples]


def _of_value(name: str, text: str) -> object:
    return importlib.import_module("cannlint.jobs.syntaxes").follows(name, text)


def _of_json(_: str, text: str) -> object:
    document = importlib.import_module("cannlint.syntax.json_scanner").parse_json(text)
    importlib.import_module("cannlint.syntax.grammar").grammar("json")
    plain = document.root.plain if document.root is not None else None
    return plain, [(fault.slip, fault.span) for fault in document.faults]


def _of_prototext(_: str, text: str) -> object:
    module = importlib.import_module("cannlint.graphs.prototext")
    try:
        return list(module.parts("file", io.BytesIO(text.encode()), ()))
    except Exception as error:
        if type(error).__name__ != "CannlintError":
            raise
        return str(error)


# each line

TEXT_LINES = [
    (name, number)
    for name, text in GRAMMARS.items()
    if name not in TOTAL
    for number, line in enumerate(text.splitlines())
    if line.strip() and not line.startswith("//")
]


@pytest.mark.parametrize(("name", "number"), TEXT_LINES)
def test_no_line_of_a_grammar_can_be_left_out(tree, name, number):
    lines = GRAMMARS[name].splitlines()
    del lines[number]
    assert tree.verdict(name, "\n".join(lines)) != tree.verdict(name, GRAMMARS[name])


# each part of a definition

_TOKENS = re.compile(r'"[^"]+"|/(?:[^/\\]|\\.)+/|[A-Za-z_]+|[()\[\]|?*+]')


def mutants(name: str) -> Iterator[str]:
    """Grammars that differ in one token of one definition."""
    lines = GRAMMARS[name].splitlines()
    for at, line in enumerate(lines):
        head, colon, body = line.partition(":")
        if not colon or line.startswith("//"):
            continue
        is_terminal = head.strip("?").split(".")[0].isupper()
        if name in NESTED and not is_terminal:
            continue  # the nesting is in the code, which Lark judges (test_json, test_prototext)
        for token in _TOKENS.finditer(body):
            for other in _others(token[0]):
                changed = f"{head}:{body[: token.start()]}{other}{body[token.end() :]}"
                yield "\n".join([*lines[:at], changed, *lines[at + 1 :]])


def _others(token: str) -> list[str]:
    if token.startswith('"'):
        return ["", token[:-1] + 'x"']
    if token.startswith("/"):
        return ["", r"/(?!)/", r"/[\s\S]+/"]
    return {"?": ["", "*", "+"], "*": ["", "?", "+"], "+": ["", "?", "*"], "[": ["("]}.get(
        token, [""]
    )


THE_SAME = [r"TYPE: /[\s\S]+/"]
"""Of optypelist_for_implmode: any text is such a list."""


@pytest.mark.parametrize(
    "name", sorted(set(GRAMMARS) - {"op_precision", "fusion_switch", "customize_dtypes"})
)
def test_each_token_of_a_grammar_decides(tree, name):
    right = tree.verdict(name, GRAMMARS[name])
    same = [text for text in mutants(name) if tree.verdict(name, text) == right]
    lines = set(GRAMMARS[name].splitlines())
    changed = [line for text in same for line in text.splitlines() if line not in lines]
    assert changed == (THE_SAME if name == "optypelist_for_implmode" else [])
