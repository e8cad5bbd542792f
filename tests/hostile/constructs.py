"""The constructs of each language that is text, and the places where they may stand.

A construct is a beginning, a piece that is repeated (`@` is its number) and an end; an end that
begins with `*` closes each piece.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cannlint.kinds import Kind

Parts = tuple[str, str, str]
Place = tuple[str, str]

ATC = "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3"


@dataclass(frozen=True)
class Language:
    """Texts of a kind, in a file of a name; a graph has no kind.

    `written` is how a construct is written in such a file, where that is not as it is.
    """

    file: str
    kind: Kind | None
    places: dict[str, Place]
    constructs: dict[str, Parts]
    written: Callable[[str], str] = str


def repeated(*pieces: str) -> dict[str, Parts]:
    """Constructs that are just repeated."""
    return {piece.strip(): ("", piece, "") for piece in pieces}


SHELL = {
    **repeated(
        "A@=1\n", "A=$A:x\n", "A+=x\n", "A+=(--x)\n", "A=(a b@)\n", "A[@]=x\n", "export A@=1\n",
        "local A@=1\n", "declare -A A@\n", "readonly A@=x\n", "unset A@\n", "read A@\n",
        "if a; then A=@; fi\n", 'if [ -z "$A@" ]; then A@=x; fi\n', "while a; do A=@; done\n",
        "for i in a b; do A=$i; done\n", "for i in $A; do B@=$i; done\n", "until a; do b; done\n",
        "case $A in a) B=@;; *) C=@;; esac\n", "f@() { A=$1; }\nf@ x\n", "f() { A=@; }\n", "f x\n",
        "(A=@)\n", "{ A=@; }\n", "A=$(a $B)\n", "A=`a`\n", 'a "$(b)"\n', "[[ $A == @ ]] && B=x\n",
        "[ a ] || exit @\n", "a && b || c\n", "a | b\n", "a & \n", "a; ", "cat <<E\nx$A\nE\n",
        "cat <<'E'\nx\nE\n", "a <<< $B\n", "a < <(b)\n", "A=${B:-$C}\n", "A=${B#x}\n",
        "A=${B[@]}\n", "A=${B:=@}\n", "echo $A@\n", "echo $((A+@))\n", "let A=@\n", "((A=@))\n",
        "set -- a b\n", 'set -- "$@" x\n', "shift\n", "eval $A\n", "eval 'A=@'\n", "bash -c 'a'\n",
        "ssh h a\n", "sudo a\n", "xargs a\n", "source a@.sh\n", ". ./a\n", "cd a@\n", "pushd a\n",
        "echo a | sh\n", "sed -i 's/a/b/' a.py\n", "cp a b@\n", "trap a EXIT\n", "alias a@=b\n",
        "getopts a B\n", "# a\n", "a \\\n", "'", '"', "`", "$(", "${", "<<E\n", "\\", "{a,b}", "*",
        "~", "x)", "return\n", "break\n", "exit\n", "test a\n", f"{ATC} --log=l@\n",
        f"A@='{ATC}'\n", "$A\n", "timeout 1 ", "env A=b ", "nohup ", "time ", "! ",
    ),
    "if in if": ("", "if a; then\n", "*fi\n"),
    "else if": ("if a; then b\n", "elif c; then A=@\n", "fi\n"),
    "while in while": ("", "while a; do\n", "*done\n"),
    "for in for": ("", "for i in a b; do\n", "*done\n"),
    "case in case": ("", "case $A in a)\n", "*;; esac\n"),
    "arms": ("case $A in\n", "a@) B@=x;;\n", "esac\n"),
    "subshells": ("", "(", "*)"),
    "groups": ("", "{ ", "*; }"),
    "substitutions": ("", "a $(", "*)"),
    "defaults in defaults": ("a ", "${A:-", "*}"),
    "words": ("a", " b@", "\n"),
    "flags": (ATC, " --a@=b", "\n"),
    "options": (ATC, " --log=l@", "\n"),
    "shapes": (f"{ATC} --input_shape='", "a@:1;", "b:1'\n"),
    "an array": ("A=(", "a@ ", ")\n"),
    "a text": ("A='", "a@ ", "'\n"),
    "a chain": ("a", " && A@=b", "\n"),
    "a pipe": ("a", " | b", "\n"),
    "names to read": ("read", " A@", "\n"),
    "ssh in ssh": ("", "ssh h ", f"{ATC}\n"),
    "eval in eval": ("", "eval ", f"{ATC}\n"),
}  # fmt: skip
AT_SHELL = {
    "a script": ("", f"\n{ATC}\n"),
    "the end": (f"{ATC}\n", ""),
    "a function": ("f() {\n", f"\n{ATC}\n}}\nf a b\n"),
    "if": ("if a; then\n", f"\nfi\n{ATC}\n"),
    "else": ("if a; then b; else\n", f"\nfi\n{ATC}\n"),
    "case": ("case $1 in\na)\n", f"\n;;\nesac\n{ATC}\n"),
    "while": ("while a; do\n", f"\ndone\n{ATC}\n"),
    "for": ("for i in a b c; do\n", f"\n{ATC} --log=$i\ndone\n"),
    "a subshell": ("(\n", f"\n)\n{ATC}\n"),
    "a substitution": ("A=$(\n", f"\n)\n{ATC} --log=$A\n"),
    "an errexit script": ("set -e\n", f"\n{ATC}\n"),
    "a here-document of sh": ("bash <<E\n", f"\n{ATC}\nE\n"),
}

PYTHON = {
    **repeated(
        "a@ = 1\n", "a = a + 1\n", "a += 'x'\n", "a@ = {'k': 1}\n", "d['k@'] = 1\n",
        "d.update({'k@': 1})\n", "d.update(k=@)\n", "a@ = [1, 2]\n", "a@ = f'{a}x'\n",
        "a@ = 'x' + a\n", "a@ = 'x %s' % a\n", "a@ = 'x {}'.format(a)\n", "if a:\n    b = @\n",
        "for i in [1, 2]:\n    b = i\n", "while a:\n    b = @\n", "def f@(a):\n    return a\n",
        "f@ = lambda a: a\n", "class A@:\n    a = 1\n", "with a as b:\n    c = @\n",
        "try:\n    a = @\nexcept E:\n    pass\n", "import a@\n", "from a import b@\n", "del a@\n",
        "global a\n", "a = b if c else @\n", "a = [b for b in c]\n", "a.b@ = 1\n", "a = b.c.d\n",
        "f(a, b=@)\n", "f(*a, **b)\n", "@a\ndef f@(): pass\n", "assert a\n", "a, b = b, a\n",
        "(a := @)\n", "# a\n", "'''a'''\n", "print(a)\n", "if a == @: b['k'] = 1\n",
        f"os.system('{ATC} --log=l@')\n", f"os.system(f'{ATC} --log={{a}}')\n",
        "subprocess.run(['atc', '--model=a', '--log=@'])\n", "args.append('--x=@')\n",
        "torch_npu.npu.set_option({'ACL_PRECISION_MODE': 'a@'})\n", "torch_npu.npu.set_option(d)\n",
        "npu.global_options().precision_mode = 'a@'\n",
        "c.parameter_map['precision_mode'].s = b'a@'\n", "ms.set_context(ascend_config=d)\n",
        "os.environ['A@'] = 'x'\n", "config = tng.CompilerConfig()\n",
    ),
    "lists": ("a = ", "[", "*]\n"),
    "dicts": ("a = ", "{'k': ", "1*}"),
    "calls": ("a = ", "f(", "*)"),
    "a sum": ("a = 'x'", " + 'y'", "\n"),
    "keys": ("d = {", "'k@': 1, ", "}\n"),
    "items": ("a = [", "'x@', ", "]\n"),
    "arguments": ("f(", "a@=1, ", ")\n"),
    "attributes": ("a = b", ".c", "\n"),
    "elif": ("if a: pass\n", "elif b == @: d['k'] = 1\n", "\n"),
    "targets": ("", "a@ = ", "1\n"),
    "names": ("a = b", " and c@", "\n"),
}  # fmt: skip
PYTHON_HEAD = "import os, subprocess, torch_npu, npu_device as npu, mindspore as ms\nd = {}\n"
PYTHON_END = "torch_npu.npu.set_option(d)\n"


def indented(constructs: dict[str, Parts]) -> dict[str, Parts]:
    """The same, one level deeper."""

    def deeper(text: str) -> str:
        return "".join(f"    {line}" for line in text.splitlines(keepends=True))

    return {
        name: (deeper(head), deeper(piece), deeper(tail))
        for name, (head, piece, tail) in constructs.items()
        if not head and not tail
    }


VALUES = {
    **repeated('"a@",', "1,", "[],", "{},", '{"a@":1},', "null,", '"\\u0041",', "1e9,", "//x\n"),
    "lists": ("", "[", "*]"),
    "objects": ("", '{"a":', "1"),
    "a text": ('"', "a@", '"'),
    "escapes": ('"', "\\u12e4", '"'),
    "a number": ("", "9", ""),
    "blanks": ("", " \n", "1"),
    "keys": ("{", '"k@":1,', '"k":1}'),
    "equal keys": ("{", '"k":"on",', '"k":1}'),
    "open": ("", '"', ""),
}
MODES = {
    **repeated("Relu=high_precision\n", "T@=high_precision\n", "[ByNodeName]\n", "n@=x\n", "\n",
               "#a\n", "=\n", "a", "OpType::T@\n", "OpType::T@:InputDtype:float16\n", ":", ",",
               "n@:InputDtype:half,OutputDtype:x\n", "OpType:: ", "P@:on\n", "P@ : off\n", "\t"),
}  # fmt: skip
TABLES = {
    **repeated("a@ = 1\n", "[a@]\n", "[[a@]]\n", "[job.j@]\nlog = 'x'\n", "a.b@ = 1\n", "# a\n",
               "[[ignore]]\nrules = ['CD001']\n", "[[policy]]\nforbid = 'log'\nvalues = ['x']\n",
               "exclude = ['a@']\n", "[", "'", '"', "=", "\n"),
    "lists": ("a = ", "[", "*]"),
    "inline tables": ("a = ", "{b = ", "1"),
    "keys": ("a", ".b", " = 1\n"),
    "items": ("soc = [", "'a@', ", "]\n"),
    "a text": ("a = '", "b", "'\n"),
}  # fmt: skip
MARKS = {
    **repeated("```\n", "```bash\na\n```\n", f"```bash\n{ATC}\n```\n", f"    {ATC}\n", "> a\n",
               "* a\n", "# a\n", "`a` ", "~~~\n", "| a | b |\n", "<a>\n", "[a](b)\n", "\n", "    ",
               f"`{ATC}`\n", "1. a\n", "> ", "- ", "```python\nimport torch_npu\n```\n", "cd a@\n",
               "$ a\n", ".. code::\n\n   a\n", "\\", "&&", "<!-- a -->\n"),
}  # fmt: skip
LAYERS = repeated(
    'layer { name: "r@" type: "ReLU" bottom: "d" top: "d" }\n', "layer { ", "a: 1\n", "a: 'x' ",
    "# a\n", "a { b: 1 }\n", "a: [1] ", "\n", "}\n", '"x"\n', "a: -1e9 ",
    'op { name: "n@" type: "Relu" input: "n0:0" }\n', "attr { key: 'k@' value { i: 1 } }\n",
    'node { name: "n@" op_type: "ge:Relu" input: "n0:0" output: "n@:0" }\n',
)  # fmt: skip
LINES = repeated(
    f"- run: {ATC}\n", f"  - |\n    {ATC}\n", "- a: b\n", "a@: b\n", "a: &a@ b\n", "b: *a\n", "- ",
    "[", "{", "a: ", "'", '"', "# a\n", "---\n", "a: >\n  b\n", "? a\n", "!!x a\n", "\t",
    "<<: *a\n",
    "RUN a && \\\n", f"RUN {ATC}\n", "ENV A@=b\n", "a@: b\n\tc\n", "A@ := $(A)b\n", f"\t{ATC}\n",
    f"+{ATC}\n", "@@ -1 +1 @@\n", "+++ b/a.sh\n", f"set A=%A%x\n{ATC}\n", "if a (\n", "^\n",
)  # fmt: skip


LANGUAGES = {
    "shell": Language("a.sh", Kind.ATC_COMMANDS, AT_SHELL, SHELL),
    "python": Language(
        "a.py",
        Kind.TORCH_MINDSPORE_SCRIPT,
        {"a module": (PYTHON_HEAD, f"\n{PYTHON_END}"),
         "brackets": (f"{PYTHON_HEAD}if d:\n    pass\n", f"\nif d:\n    {PYTHON_END}")},
        PYTHON,
    ),
    "python blocks": Language(
        "a.py",
        Kind.TORCH_MINDSPORE_SCRIPT,
        {name: (f"{PYTHON_HEAD}{head}:\n    pass\n", f"\n    {PYTHON_END}")
         for name, head in (("a function", "def g(a)"), ("a class", "class C"), ("if", "if a"),
                            ("for", "for i in [1, 2]"), ("while", "while a"), ("with", "with a"))},
        indented(PYTHON),
    ),
    "markdown": Language(
        "a.md",
        Kind.ATC_COMMANDS,
        {"a page": ("", f"\n```bash\n{ATC}\n```\n"), "a fence": ("```bash\n", f"\n{ATC}\n```\n"),
         "an open fence": (f"```\n{ATC}\n", ""), "a quote": ("> a\n\n", f"\n    {ATC}\n")},
        MARKS,
    ),
    "shell on pages": Language(
        "a.md", Kind.ATC_COMMANDS, {"a fence": ("```bash\n", f"\n{ATC}\n```\n")}, SHELL
    ),
    "mixlist": Language(
        "a.json",
        Kind.MIXLIST,
        {"a list": ('{"black-list":{"to-add":[', "]}}"), "a key": ('{"a":', "}"),
         "a file": ("", "")},
        VALUES,
    ),
    "fusion_switch": Language(
        "a.cfg",
        Kind.FUSION_SWITCH,
        {"a group": ('{"Switch":{"GraphFusion":', "}}"), "a switch": ('{"Switch":', "}"),
         "a file": ("", ""), "a name": ('{"Switch":{"UBFusion":{"A":', "}}}")},
        VALUES,
    ),
    "ops_info": Language(
        "a.json",
        Kind.OPS_INFO,
        {"an operator": ('{"Relu":', "}"), "a tensor": ('{"Relu":{"input0":', "}}"),
         "a file": ("", ""), "dtypes": ('{"Relu":{"input0":{"dtype":', "}}}")},
        VALUES,
    ),
    "graph": Language(
        "a.json",
        None,
        {
            "nodes": ('{"schema": "cannlint/graph/1", "nodes": [', "]}"),
            "a node": ('{"schema": "cannlint/graph/1", "nodes": [{"name": "a", "type": ', "}]}"),
            "atc": ('{"graph": [{"name": "g", "op": [', "]}]}"),
            "attributes": ('{"graph": [{"name": "g", "op": [{"name": "a", "attr": ', "}]}]}"),
        },
        VALUES,
    ),
    **{
        f"lines of {kind}": Language(f"a.{kind}", kind, {"a file": ("", "\n")}, MODES)
        for kind in (Kind.CUSTOMIZE_DTYPES, Kind.OP_PRECISION, Kind.KEEP_DTYPE, Kind.FUSION_SWITCH,
                     Kind.IMPL_MODE)
    },
    "toml": Language(
        "cannlint.toml",
        Kind.JOB,
        {"a file": ("", "\n"), "a job": ("[job.a]\nlog = 'x'\n", "\n"),
         "ignore": ("[[ignore]]\nrules = ['CD001']\n", "\n")},
        TABLES,
    ),
    "caffe": Language(
        "a.prototxt",
        None,
        {"a net": ('name: "n"\ninput: "d"\ninput_dim: 1\nlayer { name: "a" }\n', ""),
         "a layer": ('input: "d"\nlayer {\n', "\n}\n")},
        LAYERS,
    ),
    "ge dumps": Language(
        "ge.txt",
        None,
        {"a graph": ('graph {\n  name: "g"\n', "\n}\n"),
         "an operator": ('graph {\n op {\n  name: "a" type: "Relu"\n', "\n }\n}\n"),
         "an ONNX dump": ('graph {\n node { op_type: "ge:Data" name: "n0" }\n', "\n}\n")},
        LAYERS,
    ),
    **{
        name: Language(
            file, Kind.ATC_COMMANDS,
            {"a file": ("", f"\n{ATC}\n"), "the end": (f"{head}{ATC}\n", "")}, LINES,
        )
        for name, file, head in (
            ("yaml", "a.yaml", "- run: "), ("a Dockerfile", "Dockerfile", "RUN "),
            ("a makefile", "Makefile", "a:\n\t"), ("a batch file", "a.bat", ""),
            ("a patch", "a.patch", "+"),
        )
    },
}  # fmt: skip
