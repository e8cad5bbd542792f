"""Paths that try to hang a run, to lead it in circles, or to speak to the terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess

import pytest

from cannlint.config.glob import path_pattern
from cannlint.text.source import SIZE_LIMIT
from regex_steps import RegexSteps
from work import grows_as_its_input

pytestmark = pytest.mark.slow  # it starts many programs

RELU = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
FAULTY = "OpType::Relu:InputDtype:fp16\n"
STRANGE = "a\n\x1b[31mb\r\x07\u202e.cfg"
FORMATS = (
    "full", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson",
)  # fmt: skip


@pytest.mark.parametrize("name", [".gitignore", "pyproject.toml", "customize.cfg"])
def test_a_pipe_is_not_waited_for(cannlint, tmp_path, name):
    os.mkfifo(tmp_path / name)
    (tmp_path / "a.cfg").write_text(RELU)
    assert cannlint("check", ".").status == 0


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_a_pipe_or_a_device_that_is_named_is_refused(cannlint, tmp_path, command):
    os.mkfifo(tmp_path / "pipe.cfg")
    for path in ("pipe.cfg", "/dev/zero"):
        result = cannlint(command, "--kind", "customize_dtypes", path)
        assert result.status == 2
        assert "pipe" in result.out + result.err or "regular file" in result.out + result.err


def test_a_configuration_that_is_a_pipe_is_refused(cannlint, tmp_path):
    os.mkfifo(tmp_path / "cannlint.toml")
    (tmp_path / "a.cfg").write_text(RELU)
    assert cannlint("check", "a.cfg").status == 2


def test_links_in_circles_come_to_an_end(cannlint, tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "c.cfg").symlink_to("c.cfg")
    assert cannlint("check", ".").status == 0
    assert cannlint("check", "c.cfg").status == 2


DEPTH = 1200


@pytest.fixture
def deep_folder(tmp_path):
    """A file below so many folders; taken away again, as pytest's own way to do so recurses."""
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(DEPTH):
            os.mkdir("d")
            os.chdir("d")
        with open("customize.cfg", "w") as file:
            file.write(FAULTY)
    finally:
        os.chdir(here)
    yield
    subprocess.run(["rm", "-rf", "d"], cwd=tmp_path, check=True)


def test_a_folder_a_thousand_folders_deep(cannlint, deep_folder):
    """Deeper than Python's calls may nest, and as deep as a path can be."""
    assert cannlint("check", ".").status == 1
    assert cannlint("check", "d/" * DEPTH + "customize.cfg").status == 1


@pytest.mark.parametrize("format", FORMATS)
def test_a_name_cannot_speak_to_the_terminal(cannlint, tmp_path, format):
    (tmp_path / STRANGE).write_text(FAULTY)
    result = cannlint("check", "--format", format, STRANGE)
    assert result.status == 1
    assert not set("\x1b\r\x07\u202e").intersection(result.out + result.err)
    if format == "json":
        assert json.loads(result.out)["diagnostics"][0]["file"]


@pytest.mark.parametrize("command", [("inspect",), ("check",), ("plan", "--model")])
def test_a_name_that_cannot_be_read_does_not_either(cannlint, command):
    result = cannlint(*command, "\x1b[31m\n.cfg")
    assert result.status == 2
    assert "\x1b" not in result.out + result.err


def test_standard_input_without_an_end(cannlint):
    result = cannlint("check", "-", stdin=b"\0" * (SIZE_LIMIT + 1))
    assert result.status == 2 and "larger than 67,108,864 bytes" in result.err


@pytest.mark.parametrize(
    ("pattern", "piece"),
    [
        ("**/a/" * 30 + "b", "a/"),
        ("**/*a*/" * 30 + "b", "aa/"),
        ("**/[ab]*/**/" * 10 + "c", "b/a/"),
    ],
)
def test_a_pattern_does_not_try_every_way_through_the_folders(pattern, piece):
    def match(count):
        assert not path_pattern(pattern).match(piece * count)
        assert not path_pattern(pattern).match(piece * count + "x")

    assert grows_as_its_input(match, 100)


@pytest.mark.parametrize(("pattern", "piece"), [("*a" * 30 + "b", "a"), ("[ab]*" * 30 + "c", "ab")])
def test_a_pattern_does_not_try_every_way_through_a_name(pattern, piece):
    def steps(count):
        [_, step] = path_pattern(pattern)._parts
        counted = RegexSteps(re.compile(step, re.DOTALL))
        assert counted.fullmatch(piece * count) is None
        return counted.steps

    assert steps(400) <= 5 * steps(100)


@pytest.mark.parametrize(
    ("pattern", "fits", "does_not"),
    [
        ("*.cfg", ("a.cfg", "x/a.cfg"), ("a.cfgs",)),
        ("/*.cfg", ("a.cfg",), ("x/a.cfg",)),
        ("a/**", ("a/b", "a/b/c"), ("a",)),
        ("**/a", ("a", "x/y/a"), ("b/ab",)),
        ("a/**/b", ("a/b", "a/x/y/b"), ("a/x/y/c", "ab")),
        ("a**b", ("ab", "axb"), ("a/b",)),
        ("[!a]?", ("bx",), ("ax", "b/")),
        ("*a*b*", ("ab", "xaxbx"), ("ba",)),
    ],
)
def test_what_patterns_mean(pattern, fits, does_not):
    assert all(path_pattern(pattern).match(path) for path in fits)
    assert not any(path_pattern(pattern).match(path) for path in does_not)


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 100_000) + " = 1\n",
        "[" + ".".join(['"a"'] * 100_000) + "]\n",
        "soc = " + "9" * 100_000 + "\n",
        "a = " + "[" * 100_000,
        "a = " + "{a=" * 100_000,
        'soc = "\0"\n',
        "soc = 1\nignore = 3\njob = 'x'\nfiles = 1\nextra-ops = {}\n",
    ],
    ids=["dotted", "table", "digits", "arrays", "inline", "nul", "types"],
)
def test_a_configuration_made_to_take_long_is_refused(cannlint, tmp_path, text):
    (tmp_path / "cannlint.toml").write_text(text)
    (tmp_path / "a.cfg").write_text(RELU)
    for path in ("a.cfg", "cannlint.toml"):
        result = cannlint("check", "--format", "concise", path)
        assert result.status == 2 and "CL001" in result.out


def test_comments_that_accept_findings_by_the_thousand(cannlint, tmp_path):
    """Each is held against each finding, so there is an end to them."""
    (tmp_path / "a.ini").write_text("# cannlint: ignore[OP101]\n" * 20_000 + "Relu=none\n")
    result = cannlint("check", "--kind", "op_precision", "--format", "json", "a.ini")
    assert json.loads(result.out)["summary"]["suppressed"] == 1


@pytest.mark.parametrize(
    ("name", "text", "arguments"),
    [
        ("run.sh", b"atc --model=a --\x1b[31mx\x80=1\n",
         ("plan", "--soc", "Ascend910B3", "run.sh")),
        ("cannlint.toml", b'[job."\\u001b[31m"]\nkeep_dtype = ""\n',
         ("plan", "--soc", "Ascend910B3", "--op", "Relu", "\x1b[31m")),
        ("a.cfg", b"conv1:InputDtype:\x1b[31m\x80\n",
         ("inspect", "--kind", "customize_dtypes", "a.cfg")),
    ],
)  # fmt: skip
def test_a_word_cannot_speak_to_the_terminal(cannlint, tmp_path, name, text, arguments):
    (tmp_path / name).write_bytes(text)
    result = cannlint(*arguments, PYTHONIOENCODING="utf-8:strict")
    assert "\\x1b" in result.out
    assert "\x1b" not in result.out + result.err


@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="only Linux has /proc")
def test_a_graph_that_is_a_file_of_the_system_is_a_sentence(cannlint, tmp_path):
    """Its size is 0, and yet it has text."""
    (tmp_path / "cannlint.toml").write_text(
        '[job.a]\nprecision_mode = "force_fp16"\ngraph = "/proc/self/environ"\n'
    )
    result = cannlint("plan", "a", "--soc", "Ascend910B3")
    assert (result.status, result.err) == (2, "cannlint: /proc/self/environ: an empty file\n")
