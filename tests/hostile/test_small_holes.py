"""Single states and inputs that once did harm: each is made here, and does none."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import time

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.pipeline import check_library, check_paths
from cannlint.engine.read import read
from cannlint.engine.run import Options
from cannlint.kinds import Kind
from cannlint.text.source import Source
from conftest import ROOT
from installs import built_in, entry
from work import grows_as_its_input, work_of

BAD = "OpType::Relu:InputDtype:float16\n\nOpType::Add:InputDtype:float16\n"


@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
@pytest.mark.parametrize("command", [("--help",), ("check", "a.cfg"), ("library", "list")])
def test_a_terminal_of_any_size(cannlint, tmp_path, name, command):
    (tmp_path / "a.cfg").write_text(BAD)
    result = cannlint(*command, **{name: "9" * 20})
    assert result.status in (0, 1) and not result.err


def test_what_a_killed_fix_left_is_removed_when_it_is_old(cannlint, tmp_path):
    names = (".cannlint-abcdefgh", ".cannlint-12345678", ".cannlint-other", "x.cannlint-abcdefgh")
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - 7200,) * 2)
    os.utime(tmp_path / names[1])
    (tmp_path / ".cannlint-linked00").symlink_to(tmp_path / names[2])
    (tmp_path / "a.cfg").write_text(BAD)
    assert cannlint("check", "--fix", "a.cfg").status == 0
    left = {path.name for path in tmp_path.iterdir()}
    assert left >= {*names[1:], ".cannlint-linked00"} and names[0] not in left


def test_no_line_of_a_file_that_a_link_in_a_library_leads_to(cannlint, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("hunter2: [,\nhunter3\n")
    opp = tmp_path / "opp"
    library = built_in(opp, Relu=entry())
    (library.parent / "aic-ascend910b-ops-info-2.json").symlink_to(secret)
    for form in ("full", "json", "sarif", "gitlab"):
        result = cannlint("library", "check", "--format", form, "opp")
        assert "hunter" not in result.out + result.err
    findings = check_library(str(opp), Options()).findings
    assert any(finding.source.is_outside for finding in findings)


@pytest.mark.parametrize(
    ("prefix", "is_safe"),
    [
        ("optype::", True),
        ("OPTYPE::", True),
        ("O\x85pType::", False),
        ("O\u200bpType::", False),
        ("ÓpType::", False),
    ],
)
def test_a_word_with_characters_that_nobody_sees_is_not_mended_unasked(prefix, is_safe):
    text = f"{prefix}Relu:InputDtype:float16,OutputDtype:float16\n"
    found = check_reading(read(Source("a.cfg", text.encode()), Kind.CUSTOMIZE_DTYPES))
    assert [(one.code, one.fix and one.fix.is_safe) for one in found] == [("CD108", is_safe)]


REPEATED = {
    "mixlist": (Kind.MIXLIST, '{"black-list":{', '"to-add":["A"],', '"to-add":["A"]}}'),
    "names": (Kind.MIXLIST, '{"black-list":{"to-add":[', '"A",', '"A"]}}'),
    "switches": (Kind.FUSION_SWITCH, '{"Switch":{"GraphFusion":{', '"A":"on",', '"A":"on"}}}'),
    "operators": (Kind.OPS_INFO, "{", '"A":{"input0":{"name":"x"}},', '"A":{}}'),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", REPEATED)
def test_equal_keys(what):
    kind, head, piece, tail = REPEATED[what]

    def run(times):
        text = head + piece * times + tail
        check_reading(read(Source("a.json", text.encode()), kind))

    assert grows_as_its_input(run, 300)


@pytest.mark.slow
def test_folders_within_each_other(tmp_path, monkeypatch):
    """A page and a script in each: no more than so many folders above are asked for files.

    Each file still asks all folders above it for a repository, which is little.
    """
    command = "atc --model=a.onnx --framework=5 --output=o --keep_dtype=k.cfg\n"
    options = Options()
    options.jobs = 1

    def run(times):
        home = tmp_path / f"{times}"
        shutil.rmtree(home, ignore_errors=True)
        folder = home
        for _ in range(times):
            folder.mkdir()
            (folder / "run.sh").write_text(command)
            (folder / "README.md").write_text(f"```bash\ncd a\n{command}```\n")
            folder /= "a"
        (home / ".git").mkdir()
        check_paths([str(home)], options)

    run(4)
    assert work_of(lambda: run(128)) <= 7 * work_of(lambda: run(32))


class Stream(io.BytesIO):
    most = 0

    def read(self, count=-1):
        self.most = max(self.most, count)
        return super().read(count)


def lines_of(data: bytes) -> tuple[list[bytes], int]:
    """What the server reads of a stream without the bodies, and the most bytes at once."""
    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    from cannlint.server.input import Input

    stream = Stream(data)
    reading, found = Input(stream), []
    while line := reading.readline():
        found.append(line)
    return found, stream.most


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
@pytest.mark.parametrize("name", [b"Content-Length", b"content-length"])
def test_a_header_in_any_way_to_write_it(end, name):
    lines, _ = lines_of(name + b": 2" + end + b"Content-Type: x" + end + end)
    assert lines[0] == b"Content-Length: 2\r\n" and lines[-1] == b"\r\n"


def test_a_message_that_is_too_long_is_passed_over():
    size = (1 << 28) + 1
    head = b"Content-Length: %d\r\nX: y\r\n\r\n" % size
    lines, most = lines_of(head + b"x" * size + b"Content-Length: 2\r\n\r\n")
    assert lines == [b"Content-Length: 2\r\n", b"\r\n"]
    assert most <= 1 << 20
    for size in ("99999999999", "9" * 23, "9" * 4000):
        assert lines_of(f"Content-Length: {size}\n\n{{}}".encode())[0] == []


@pytest.mark.parametrize("length", [b"-5", b"abc", b"", b"1e3", b"2 2"])
def test_behind_a_message_of_no_length_the_next_one_is_read(length):
    lines, _ = lines_of(b"Content-Length: " + length + b"\r\n\r\n{}Content-Length: 2\r\n\r\n")
    assert lines[-2:] == [b"Content-Length: 2\r\n", b"\r\n"]


def script_of_the_action() -> str:
    text = (ROOT / "action.yml").read_text()
    script = text.partition("        home=$(")[2].partition("        status=0\n")[0]
    return "home=$(" + script


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_action_removes_nothing_outside_of_the_workspace(tmp_path):
    workspace, outside = tmp_path / "workspace", tmp_path / "outside"
    for folder in (workspace, outside):
        folder.mkdir()
        (folder / "report.sarif").write_text("mine")
    (workspace / "link").symlink_to(outside)
    for name, status in (("link/report.sarif", 2), ("../outside/report.sarif", 2),
                         ("report.sarif", 0)):  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", f"set -e\n{script_of_the_action()}"],
            cwd=workspace, env={**os.environ, "GITHUB_WORKSPACE": str(workspace),
                                "SARIF_FILE": name}, check=False,
        )  # fmt: skip
        assert done.returncode == status
    assert (outside / "report.sarif").read_text() == "mine"
    assert not (workspace / "report.sarif").exists()


def test_what_the_action_uses_is_named_by_a_commit():
    used = [line.split("@")[1] for line in (ROOT / "action.yml").read_text().split("\n")
            if line.strip().startswith("uses:")]  # fmt: skip
    assert len(used) == 2
    assert all(len(name.split()[0]) == 40 for name in used)
