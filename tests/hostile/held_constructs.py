"""Constructs of files that hold code, and of config files of front ends, as in constructs.py."""

from __future__ import annotations

import json

from cannlint.kinds import Kind
from hostile.constructs import (
    AT_SHELL,
    ATC,
    PYTHON,
    PYTHON_END,
    PYTHON_HEAD,
    SHELL,
    Language,
    repeated,
)

CPP = {
    **repeated(
        'aclSetCompileopt(ACL_PRECISION_MODE, "a@");\n', "int a@ = 1;\n", "a@ = b;\n",
        "f(a, b@);\n",
        'options["ge.x@"] = "y";\n', 'options.insert({"ge.x@", "y"});\n', "if (a) { b@(); }\n",
        'std::string s@ = "x" + s;\n', "// a\n", "/* a */", "#define A@ 1\n", "#include <a>\n",
        '"a" ', "'a' ", 'R"(a)"', "\\\n", "{", "(", "[", "<", "}", ")", '"', "::", "a::", "->b",
        'std::map<std::string, std::string> m@ = {{"ge.x", "y"}};\n', "a ? b : ",
        "ge::Session s(m);\n", "case @: break;\n", "template <typename T> class A@ {};\n",
        "L\"x\" ", "@", "0x1F, ",
    ),
    "entries": ("std::map<AscendString, AscendString> o = {", '{"ge.x@", "y"},', "};\n"),
    "a text": ('auto s = "', "a@ ", '";\n'),
    "texts": ("auto s = ", '"a" ', ";\n"),
    "a sum": ('auto s = "a"', ' + "b@"', ";\n"),
    "arguments": ("f(", "a@, ", "0);\n"),
}  # fmt: skip
CPP_HEAD = '#include "acl/acl.h"\n#include "ge/ge_ir_build.h"\n'
CPP_END = 'aclSetCompileopt(ACL_PRECISION_MODE, "x");\nge::aclgrphBuildInitialize(options);\n'
INI = {
    **repeated("a@=b\n", "[a@]\nb=c\n", "[ge_session_options]\nge.x@=y\n",
               "[acl_option_cfg_param]\n",
               "precision_mode=x@\n", "#a\n", "=\n", "a", "[", "]", "\n", " \t", '"', "a = b # c\n",
               "input_shape=a@:1,2;b:-1\n", "dynamic_dims=[1~4],[@]\n"),
    "gears": ("dynamic_dims=", "[1,2],", "\n"),
    "shapes": ("input_shape=", "a@:1,2;", "b:1\n"),
}  # fmt: skip
YAML = {
    **repeated("  a@: 1\n", "  ascend_config:\n    precision_mode: x@\n", "  - a\n",
               "a@:\n  b: c\n",
               "    precision_mode: x@\n", "# a\n", "\n", "  a: |\n    b\n", "  a: [\n",
               "  a: &b c\n",
               "  a: 'b'\n", '  a: "\\n"\n', "---\n", "  ? a\n", " ", "\t", ":", "- ", "'",
               "  <<: *a\n"),
    "a flow": ("  a: ", "{b: ", "1\n"),
    "a list": ("  a: [", "b@, ", "c]\n"),
    "deeper and deeper": ("  a:\n", "                      b@:\n", ""),
}  # fmt: skip


def _cell(text: str) -> str:
    """The text of a cell, between its quotes."""
    return json.dumps(text)[1:-1]


def _added(text: str) -> str:
    return "".join(f"+{line}" for line in text.splitlines(keepends=True))


def _recipe(text: str) -> str:
    return "".join(f"\t{line}" for line in text.splitlines(keepends=True))


def _quoted(text: str) -> str:
    return "".join(f"> {line}" for line in text.splitlines(keepends=True))


def _indented(text: str) -> str:
    return "".join(f"        {line}" for line in text.splitlines(keepends=True))


def _prompted(text: str) -> str:
    return "".join(f"    >>> {line}" for line in text.splitlines(keepends=True))


_CELL = '{"cells": [{"cell_type": "code", "source": "', '"}]}'
_CELLS = {
    **repeated('{"cell_type": "code", "source": "!a@\\n"},', '{"cell_type": "code"},', "{},", "1,",
               '{"source": ["a@"], "cell_type": "code"},', '{"cell_type": "markdown"},'),
    "lines": ('{"cell_type": "code", "source": [', '"!a@\\n", ', '"b"]},'),
    "escapes": ('{"cell_type": "code", "source": "', "\\u0021a\\n", '"},'),
    "magic": ('{"cell_type": "code", "source": "', "%a b@\\n", '"},'),
    "continued": ('{"cell_type": "code", "source": "!a', " \\\\\\n", '"},'),
}  # fmt: skip
_SET = "import torch_npu\ntorch_npu.npu.set_option({'ACL_PRECISION_MODE': 'x'})\n"
_HUNK = "--- a/{0}\n+++ b/{0}\n@@ -1,9 +1,9 @@\n"
_PYTHON = {"python": (PYTHON_HEAD, f"\n{PYTHON_END}")}
_SHELL = {name: AT_SHELL[name] for name in ("a script", "a function")}

HELD = {
    "C++": Language(
        "a.cc", Kind.CPP_SOURCE,
        {"a file": (CPP_HEAD, CPP_END), "a function": (f"{CPP_HEAD}int f() {{\n", f"{CPP_END}}}\n"),
         "a namespace": (f"{CPP_HEAD}namespace a {{\n", f"{CPP_END}}}\n"),
         "arguments": (f"{CPP_HEAD}int f() {{ ge::aclgrphBuildInitialize(", f");\n{CPP_END}}}\n")},
        CPP,
    ),
    "mslite": Language(
        "a.ini", Kind.MSLITE_CONFIG,
        {"a file": ("", "\n"), "a section": ("[ascend_context]\n", "\n"),
         "keys of GE": ("[ge_graph_options]\n", "\n[ascend_context]\na=b\n")},
        INI,
    ),
    "mindformers": Language(
        "a.yaml", Kind.MINDFORMERS_YAML,
        {"a file": ("run_mode: train\n", "\ncontext:\n  mode: 0\n"),
         "context": ("context:\n", "\nrun_mode: train\n"),
         "ascend_config": ("context:\n  ascend_config:\n", "")},
        YAML,
    ),
    "a notebook": Language(
        "a.ipynb", Kind.ATC_COMMANDS, {"cells": ('{"cells": [', "1]}")}, _CELLS
    ),
    "shell in a notebook": Language(
        "a.ipynb", Kind.ATC_COMMANDS,
        {"a cell": (f"{_CELL[0]}%%bash\\n", f"\\n{ATC}{_CELL[1]}")}, SHELL, _cell,
    ),
    "python in a notebook": Language(
        "a.ipynb", Kind.ATC_COMMANDS,
        {"a cell": (_CELL[0] + _cell(PYTHON_HEAD), _cell(f"\n{PYTHON_END}") + _CELL[1])},
        PYTHON, _cell,
    ),
    "python on pages": Language(
        "a.md", Kind.ATC_COMMANDS,
        {"a fence": (f"NPU\n\n```python\n{PYTHON_HEAD}", f"\n{PYTHON_END}```\n")}, PYTHON,
    ),
    "python at prompts": Language(
        "a.rst", Kind.ATC_COMMANDS,
        {"a block": ("NPU::\n\n" + _prompted(_SET), "\n" + _prompted(PYTHON_END))},
        PYTHON, _prompted,
    ),
    "a quotation": Language(
        "a.md", Kind.ATC_COMMANDS,
        {"a fence": ("> ```bash\n", f"\n> {ATC}\n> ```\n")}, SHELL, _quoted,
    ),
    "shell in YAML": Language(
        "a.yml", Kind.ATC_COMMANDS,
        {"a block": ("    - run: |\n", f"\n        {ATC}\n"),
         "folded": ("    - run: >\n", f"\n        {ATC}\n")},
        SHELL, _indented,
    ),
    "shell in a makefile": Language(
        "Makefile", Kind.ATC_COMMANDS, {"a recipe": ("a:\n", f"\n\t{ATC}\n")}, SHELL, _recipe
    ),
    "shell in a patch": Language(
        "a.patch", Kind.ATC_COMMANDS,
        {"a hunk": (_HUNK.format("a.sh"), f"\n+{ATC}\n")}, SHELL, _added,
    ),
    "python in a patch": Language(
        "a.patch", Kind.ATC_COMMANDS,
        {"a hunk": (_HUNK.format("a.py") + _added(PYTHON_HEAD), "\n" + _added(PYTHON_END))},
        PYTHON, _added,
    ),
    "hunks": Language(
        "a.patch", Kind.ATC_COMMANDS,
        {"a file": (_HUNK.format("a.sh"), f"\n+{ATC}\n")},
        repeated("@@ -1 +1 @@\n", "+a@\n", "-a\n", " a\n", "+++ b/a@.sh\n", "diff a b\n", "+a \\\n",
                 f"@@ -1 +1 @@\n+{ATC}\n", "+", "\n", "\\ No newline\n"),
    ),
}  # fmt: skip
