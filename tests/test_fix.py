"""`cannlint check --fix` and `--diff` as a user runs them, and when something goes wrong."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys

import pytest

from conftest import ROOT

RELU = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
ABS = "OpType::Abs:InputDtype:float16,OutputDtype:float16\n"
BLANK = RELU + "\n" + ABS
UNSAFE = "OpType::Sqrt:InputDtype:fp16,OutputDtype:fp16\n"
SQRT = UNSAFE.replace("fp16", "float16")


def test_what_has_a_safe_fix_is_mended_and_said(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == RELU + ABS
    assert (result.status, result.out) == (0, "1 file checked: 1 fixed, 0 remaining\n")
    again = cannlint("check", "--fix", "a.cfg")
    assert again.out == "1 file checked, nothing to report\n"


def test_what_is_left_is_reported_and_decides_the_status(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK + UNSAFE)
    result = cannlint("check", "--fix", "a.cfg")
    assert result.status == 1
    assert "error[CD004]" in result.out and "CD002" not in result.out
    assert "a.cfg:3:25" in result.out  # where it stands now
    assert "1 fixed, 1 remaining" in result.out
    assert (tmp_path / "a.cfg").read_text() == RELU + ABS + UNSAFE


def test_unsafe_fixes_only_when_asked_for(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(UNSAFE)
    assert cannlint("check", "--unsafe-fixes", "a.cfg").status == 1
    assert (tmp_path / "a.cfg").read_text() == UNSAFE
    assert cannlint("check", "--fix", "--unsafe-fixes", "a.cfg").status == 0
    assert (tmp_path / "a.cfg").read_text() == SQRT


def test_json_counts_what_was_fixed(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK + UNSAFE)
    report = json.loads(cannlint("check", "--fix", "--format", "json", "a.cfg").out)
    assert report["summary"]["fixed"] == 1 and report["summary"]["error"] == 1


def test_several_rounds_mend_what_overlaps(cannlint, tmp_path):
    (tmp_path / "mixlist.json").write_text('{"black-list": {"to-add": ["Relu",,,]}}\n')
    assert cannlint("check", "--fix", "mixlist.json").status == 0
    assert (tmp_path / "mixlist.json").read_text() == '{"black-list": {"to-add": ["Relu"]}}\n'


def test_line_ends_byte_order_mark_and_strange_bytes_stay(cannlint, tmp_path):
    line = b"\xfe\x80/\xe8\x8a\x82:InputDtype:float16\r\n"
    (tmp_path / "a.cfg").write_bytes(line + b"\r\n" + b"x:InputDtype:int8\r\n")
    cannlint("check", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_bytes() == line + b"x:InputDtype:int8\r\n"
    text = '\ufeff{"black-list": {"to-add": ["Relu",]}}\r\n'.encode()
    (tmp_path / "mixlist.json").write_bytes(text)
    cannlint("check", "--fix", "mixlist.json")
    assert (tmp_path / "mixlist.json").read_bytes() == text.replace(b",]", b"]")


def test_mode_bits_and_links_stay(cannlint, tmp_path):
    real = tmp_path / "real" / "a.cfg"
    real.parent.mkdir()
    real.write_text(BLANK)
    real.chmod(0o640)
    (tmp_path / "a.cfg").symlink_to(real)
    assert cannlint("check", "--fix", "a.cfg").status == 0
    assert (tmp_path / "a.cfg").is_symlink()
    assert real.read_text() == RELU + ABS
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert os.listdir(real.parent) == ["a.cfg"]


def test_a_file_with_the_longest_possible_name_is_fixed(cannlint, tmp_path):
    name = 251 * "a" + ".cfg"
    (tmp_path / name).write_text(BLANK)
    assert cannlint("check", "--fix", name).status == 0
    assert (tmp_path / name).read_text() == RELU + ABS


def test_extended_attributes_stay(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    try:
        os.setxattr(tmp_path / "a.cfg", "user.origin", b"vendor")
    except (OSError, AttributeError):
        pytest.skip("the file system, or the system, has no extended attributes")
    cannlint("check", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == RELU + ABS
    assert os.getxattr(tmp_path / "a.cfg", "user.origin") == b"vendor"


def test_a_file_of_somebody_else_beside_it_stays(cannlint, tmp_path):
    """Temporary files have names of their own: in containers many processes have one number."""
    (tmp_path / "a.cfg").write_text(BLANK)
    others = [tmp_path / f"a.cfg.{number}.tmp" for number in (1, os.getpid())]
    for other in others:
        other.write_text("mine")
    cannlint("check", "--fix", "a.cfg")
    assert [other.read_text() for other in others] == ["mine", "mine"]
    assert len(os.listdir(tmp_path)) == 3


def test_a_file_without_fixes_is_not_touched(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(UNSAFE)
    before = (tmp_path / "a.cfg").stat()
    cannlint("check", "--fix", "a.cfg")
    after = (tmp_path / "a.cfg").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_diff_writes_nothing_and_can_be_applied(cannlint, tmp_path):
    data = "é\ufffd:InputDtype:float16\r\n\r\n".encode() + b"\xff:InputDtype:int8\r\n" + b"\n"
    (tmp_path / "a.cfg").write_bytes(data)
    (tmp_path / "b.cfg").write_text(RELU + RELU.strip())
    result = subprocess.run(
        [sys.executable, "-m", "cannlint", "check", "--diff", "a.cfg", "b.cfg"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
        capture_output=True,
    )
    assert result.returncode == 1
    assert result.stderr == b"3 would be fixed in 2 files\n"
    assert (tmp_path / "a.cfg").read_bytes() == data
    if shutil.which("patch"):
        subprocess.run(
            ["patch", "--binary", "-p0"],
            cwd=tmp_path, input=result.stdout, check=True, capture_output=True,
        )  # fmt: skip
        by_patch = [(tmp_path / name).read_bytes() for name in ("a.cfg", "b.cfg")]
        (tmp_path / "a.cfg").write_bytes(data)
        (tmp_path / "b.cfg").write_text(RELU + RELU.strip())
        cannlint("check", "--fix", "a.cfg", "b.cfg")
        assert by_patch == [(tmp_path / name).read_bytes() for name in ("a.cfg", "b.cfg")]


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (RELU, [], 0),
        (BLANK, [], 1),
        (BLANK, ["--exit-zero"], 0),
        (BLANK, ["--fix"], 1),
        (UNSAFE, [], 0),
        (UNSAFE, ["--unsafe-fixes"], 1),
        (BLANK, ["--select", "CD104"], 0),
    ],
)
def test_the_status_of_diff(cannlint, tmp_path, text, options, status):
    (tmp_path / "a.cfg").write_text(text)
    assert cannlint("check", "--diff", *options, "a.cfg").status == status
    assert (tmp_path / "a.cfg").read_text() == text


def test_a_difference_is_coloured_where_colours_are_wanted(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    assert "\x1b[" not in cannlint("check", "--diff", "a.cfg").out
    assert "\x1b[31m-" in cannlint("check", "--diff", "a.cfg", FORCE_COLOR="1").out


def test_standard_input_comes_back_mended(cannlint):
    result = cannlint("check", "--fix", "-", stdin=(BLANK + UNSAFE).encode())
    assert result.out == RELU + ABS + UNSAFE
    assert "CD004" in result.err and result.status == 1
    clean = cannlint("check", "--fix", "-q", "-", stdin=RELU.encode())
    assert (clean.status, clean.out, clean.err) == (0, RELU, "")
    unknown = cannlint("check", "--fix", "-", stdin=b"hello\n")
    assert (unknown.status, unknown.out) == (2, "hello\n")


def test_standard_input_is_not_taken_for_the_file_of_its_name(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    cannlint("check", "--fix", "--stdin-filename", "a.cfg", "-", stdin=BLANK.encode())
    assert (tmp_path / "a.cfg").read_text() == BLANK


def test_diff_of_standard_input(cannlint):
    result = cannlint("check", "--diff", "--stdin-filename", "a.cfg", "-", stdin=BLANK.encode())
    assert result.status == 1 and result.out.startswith("--- a.cfg\n+++ a.cfg\n@@ ")


def test_suppressed_findings_are_not_mended(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD104"]\n')
    (tmp_path / "a.cfg").write_text(RELU + RELU + "\n")
    cannlint("check", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == RELU + RELU
    cannlint("check", "--fix", "--ignore", "CD104", "--isolated", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == RELU + RELU


def test_nothing_is_mended_under_a_broken_configuration(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text("sok = 1\n")
    (tmp_path / "a.cfg").write_text(BLANK)
    for options in ([], ["--config", "cannlint.toml"]):
        assert cannlint("check", "--fix", *options, "a.cfg").status == 2
        assert (tmp_path / "a.cfg").read_text() == BLANK


def test_a_file_that_would_not_be_known_any_more_stays(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("# a :InputDtype:float16\n" * 2)
    before = (tmp_path / "a.cfg").read_text()
    result = cannlint("check", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == before
    assert "a.cfg: after the fixes nothing in it would tell what kind" in result.err
    assert "CD103" in result.out
    cannlint("check", "--fix", "--kind", "customize_dtypes", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == ""


def run_with(tmp_path, setup: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process that first does what `setup` says."""
    code = f"{setup}\nimport sys\nfrom cannlint.__main__ import script\nscript()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=120,
    )


def test_a_full_disk_leaves_the_old_file(tmp_path):
    text = "\n".join(f"n{i}:InputDtype:float16" for i in range(500)) + "\n\n"
    (tmp_path / "a.cfg").write_text(text)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    assert resource.RLIMIT_FSIZE is not None
    result = run_with(tmp_path, limit, "check", "--fix", "a.cfg")
    assert result.returncode == 2
    assert b"a.cfg: file too large: not changed" in result.stderr
    assert b"CD002" in result.stdout  # it is still there
    assert (tmp_path / "a.cfg").read_text() == text
    assert os.listdir(tmp_path) == ["a.cfg"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_or_folder_is_left_alone(cannlint, tmp_path):
    folder = tmp_path / "conf"
    folder.mkdir()
    (folder / "a.cfg").write_text(BLANK)
    for path, mode in ((folder / "a.cfg", 0o444), (folder, 0o555)):
        path.chmod(mode)
        result = cannlint("check", "--fix", "conf/a.cfg")
        path.chmod(0o755)
        assert result.status == 2 and "permission" in result.err
        assert (folder / "a.cfg").read_text() == BLANK


def test_a_file_that_changes_meanwhile_is_left_alone(tmp_path):
    """Another process writes between reading and mending: simulated at the moment of writing."""
    for name, change, words in (
        ("a.cfg", "open('a.cfg', 'a').write('# mine\\n')", b"changed while it was checked"),
        ("b.cfg", "os.unlink('b.cfg')", b"no such file"),
    ):
        (tmp_path / name).write_text(BLANK)
        setup = (
            "import os, cannlint.text.writing as writing\n"
            "real = writing.replace_whole\n"
            f"def late(*args):\n    {change}\n    return real(*args)\n"
            "writing.replace_whole = late"
        )
        result = run_with(tmp_path, setup, "check", "--fix", name)
        assert result.returncode == 2
        assert words in result.stderr and b"not fixed" in result.stderr
    assert (tmp_path / "a.cfg").read_text() == BLANK + "# mine\n"
    assert not (tmp_path / "b.cfg").exists()


def test_an_interrupt_leaves_every_file_whole(tmp_path):
    """Ctrl-C while the new file is on its way to the disk."""
    (tmp_path / "a.cfg").write_text(BLANK)
    setup = (
        "import os, signal\n"
        "def interrupted(descriptor):\n    signal.raise_signal(signal.SIGINT)\n"
        "os.fsync = interrupted"
    )
    result = run_with(tmp_path, setup, "check", "--fix", "a.cfg")
    assert result.returncode == 128 + signal.SIGINT
    assert b"Traceback" not in result.stderr
    assert (tmp_path / "a.cfg").read_text() == BLANK
    assert os.listdir(tmp_path) == ["a.cfg"]


JOB = '[job.a]\nfront-end = "atc"\nsoc_version = "Ascend910B3"\nkeep_dtype = "conf/keep.cfg"\n'


def test_files_that_a_job_names_are_mended_as_the_job_uses_them(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(JOB)
    (tmp_path / "conf").mkdir()
    # on its own this could be anything
    (tmp_path / "conf" / "keep.cfg").write_text("conv1\nOpType:: Relu\n")
    result = cannlint("check", "--fix", "cannlint.toml")
    assert (tmp_path / "conf" / "keep.cfg").read_text() == "conv1\nOpType::Relu\n"
    assert "1 fixed, 1 remaining" in result.out  # KD302 is about the job
    (tmp_path / "conf" / "keep.cfg").write_text("conv1\nOpType:: Relu\n")
    cannlint("check", "--fix", "conf/keep.cfg")
    assert (tmp_path / "conf" / "keep.cfg").read_text() == "conv1\nOpType::Relu\n"


def test_a_file_that_jobs_use_in_two_ways_is_left_alone(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(JOB + 'op_precision_mode = "conf/keep.cfg"\n')
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "keep.cfg").write_text("# a\nconv1\n")
    result = cannlint("check", "--fix", "cannlint.toml")
    assert (tmp_path / "conf" / "keep.cfg").read_text() == "# a\nconv1\n"
    assert "KD101" in result.out


def test_a_file_outside_of_the_project_is_read_only(cannlint, tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "keep.cfg").write_text("OpType:: Relu\n")
    (tmp_path / "project" / "cannlint.toml").write_text(JOB.replace("conf/", "../"))
    result = cannlint("check", "--fix", "cannlint.toml", cwd=tmp_path / "project")
    assert (tmp_path / "keep.cfg").read_text() == "OpType:: Relu\n"
    assert "KD102" in result.out


def test_a_command_line_is_no_file_to_mend(cannlint, tmp_path):
    command = ["atc", "--model=a.onnx", "--framework=5", "--output=o", "--precesion_mode=fp16"]
    result = cannlint(
        "check", "--fix", "--unsafe-fixes", "--", *command, "--soc_version=Ascend910B"
    )
    assert result.status == 1 and "JB001" in result.out and result.err == ""
    assert os.listdir(tmp_path) == []


def test_comments_stay_that_keep_atc_from_looking_at_a_type(cannlint, tmp_path):
    """Without the ten comments ATC would come to `relu`, and stop (manual/keep-dtype.md#lines)."""
    text = "# why\n" * 10 + "OpType::relu\n"
    (tmp_path / "keep.cfg").write_text(text)
    cannlint("check", "--fix", "--kind", "keep_dtype", "keep.cfg")
    assert (tmp_path / "keep.cfg").read_text() == text
