"""Where a comment that accepts a finding is put, and that it does."""

from __future__ import annotations

import pytest

from cannlint.kinds import Kind
from cannlint.syntax.new_ignore_comment import new_ignore_comment
from cannlint.text.source import Source
from cannlint.text.span import apply_edits

SHELL = "set -e\natc --model=a \\\n  --framework=5 \\\n  --output=HERE\n"
PAGE = "# Guide\n\n```sh\natc --model=HERE\n```\n"
RST = """\
Guide

Convert like
this::

    cd x

    atc --model=HERE \\
        --framework=5

and so on
"""
RUN = 'import subprocess\nsubprocess.run(\n    ["atc",\n     "--model=HERE"]\n)\n'
PYTHON = 'if npu:\n    config = Config(\n        mode="HERE",\n    )\n'


@pytest.mark.parametrize(
    ("kind", "path", "text", "line", "comment"),
    [
        (Kind.ATC_COMMANDS, "a.sh", SHELL, 2, "# cannlint: ignore[AA001]"),
        (Kind.ATC_COMMANDS, "a.md", PAGE, 3, "<!-- cannlint: ignore[AA001] -->"),
        (Kind.TORCH_MINDSPORE_SCRIPT, "a.py", PYTHON, 3, "        # cannlint: ignore[AA001]"),
        (Kind.ATC_COMMANDS, "A.MD", PAGE, 3, "<!-- cannlint: ignore[AA001] -->"),
        (Kind.ATC_COMMANDS, "a.rst", RST, 3, ".. cannlint: ignore[AA001]\n"),
        (Kind.ATC_COMMANDS, "a.py", RUN, 4, "     # cannlint: ignore[AA001]"),
        (Kind.OP_PRECISION, "a.ini", "x=y\n  HERE=z\n", 2, "# cannlint: ignore[AA001]"),
        (Kind.JOB, "cannlint.toml", '[job.a]\nb = "HERE"\n', 2, "# cannlint: ignore[AA001]"),
    ],
)
def test_above_what_the_place_belongs_to(kind, path, text, line, comment):
    source = Source(path, text.encode())
    edit = new_ignore_comment(source, kind, "AA001", text.index("HERE"))
    lines = text.splitlines()
    lines[line - 1 : line - 1] = comment.split("\n")
    assert apply_edits(text, [edit]).splitlines() == lines


@pytest.mark.parametrize(
    ("kind", "path", "text"),
    [
        (Kind.CUSTOMIZE_DTYPES, "a.cfg", "HERE::InputDtype:float\n"),  # has no comments
        (Kind.FUSION_SWITCH, "a.json", '{"HERE": 1}'),
        (Kind.TORCH_MINDSPORE_SCRIPT, "a.py", '"""\nHERE\n'),  # within a text
    ],
)
def test_none_where_no_comment_would_do(kind, path, text):
    source = Source(path, text.encode())
    assert new_ignore_comment(source, kind, "AA001", text.index("HERE")) is None
