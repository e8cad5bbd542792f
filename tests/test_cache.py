"""The cache: it changes how long a run takes, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.parallel.cache import Cache, digest
from conftest import ROOT
from many import GOOD, make_many


@pytest.fixture
def many(tmp_path):
    return make_many(tmp_path / "project", 30)


def cache_of(tmp_path: Path) -> Path:
    [file] = (tmp_path / ".cache" / "cannlint").glob("*.json")
    return file


def check(cannlint, many, *options: str, **environment: str):
    result = cannlint("check", "--format", "json", *options, cwd=many, **environment)
    return result.status, result.out, result.err


def grow_old() -> None:
    """Wait until files are so old that they are known by their times."""
    time.sleep(2.1)


def test_a_second_run_says_the_same(cannlint, many, tmp_path):
    grow_old()
    without = check(cannlint, many, "--no-cache")
    assert not (tmp_path / ".cache").exists()
    assert check(cannlint, many) == without
    before = cache_of(tmp_path).read_bytes()
    assert check(cannlint, many) == without
    assert check(cannlint, many, "--jobs", "2") == without
    assert cache_of(tmp_path).read_bytes() == before
    assert {path.name for path in cache_of(tmp_path).parent.iterdir()} == {
        ".gitignore", "CACHEDIR.TAG", cache_of(tmp_path).name,
    }  # fmt: skip


def test_what_is_remembered_is_used(cannlint, many, tmp_path):
    """An entry that is made to say something else is believed: so it is read at all."""
    check(cannlint, many)
    file = cache_of(tmp_path)
    body = file.read_bytes().partition(b"\n")[2].replace(b"CD002", b"CD999")
    header = json.loads(file.read_bytes().partition(b"\n")[0])
    header["checksum"] = digest(body)
    file.write_bytes(json.dumps(header).encode() + b"\n" + body)
    assert "CD999" in check(cannlint, many)[1]


@pytest.mark.parametrize(
    "option",
    [("--library", "9.1"), ("--soc", "Ascend310P3"), ("--kind", "keep_dtype"), ("--isolated",),
     ("--select", "CD"), ("--no-ignores",)],
    ids=" ".join,
)  # fmt: skip
def test_other_settings_are_other_results(cannlint, many, option):
    check(cannlint, many)
    assert check(cannlint, many, *option) == check(cannlint, many, "--no-cache", *option)


def test_a_changed_file_and_a_changed_configuration_are_seen(cannlint, many):
    check(cannlint, many)
    (many / "bad1.cfg").write_text(GOOD)
    (many / "c2.cfg").write_text("\n" + GOOD)
    (many / "cannlint.toml").write_text('extra-ops = ["Relux"]\n[files]\n"keep*" = "keep_dtype"\n')
    after = check(cannlint, many)
    assert after == check(cannlint, many, "--no-cache")
    assert '"c2.cfg"' in after[1] and '"bad1.cfg"' not in after[1]


def remembered(tmp_path: Path) -> set[str]:
    """The clean files that are known by their states."""
    content = json.loads(cache_of(tmp_path).read_bytes().partition(b"\n")[2])
    return {path for rows in content["clean"].values() for path in rows}


def test_a_clean_file_is_known_until_it_changes(cannlint, many, tmp_path):
    grow_old()
    check(cannlint, many)
    assert {"c1.cfg", "notes1.txt"} <= remembered(tmp_path)
    assert not {"bad1.cfg", "ok1.ini", "cannlint.toml"} & remembered(tmp_path)
    times = os.stat(many / "c1.cfg")
    (many / "c1.cfg").write_text(GOOD.replace("Input", "Inptu"))  # of the same size
    os.utime(many / "c1.cfg", ns=(times.st_atime_ns, times.st_mtime_ns))
    (many / "c3.cfg").rename(many / "c2.cfg")
    after = check(cannlint, many)
    assert after == check(cannlint, many, "--no-cache")
    assert '"c1.cfg"' in after[1] and "c3.cfg" not in after[1]


def test_a_file_that_was_just_written_is_not_known_by_its_times(cannlint, many, tmp_path):
    check(cannlint, many)
    (many / "c1.cfg").write_text(GOOD)
    check(cannlint, many)
    assert "c1.cfg" not in remembered(tmp_path)


def test_other_settings_are_other_clean_files(cannlint, many):
    grow_old()
    check(cannlint, many)
    for option in (("--kind", "keep_dtype"), ("--isolated",), ("--library", "9.1")):
        assert check(cannlint, many, *option) == check(cannlint, many, "--no-cache", *option)
    (many / "cannlint.toml").write_text('[files]\n"c1.cfg" = "keep_dtype"\n')
    assert check(cannlint, many) == check(cannlint, many, "--no-cache")


def test_few_files_leave_no_cache(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(GOOD * 2)
    assert cannlint("check", ".").status == 0 and cannlint("check", "a.cfg").status == 0
    assert not (tmp_path / ".cache").exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"CD002", b"CD003"),
        lambda data: b"",
        lambda data: b"\x80\x04N.",
        lambda data: b"[" * 100_000,
        lambda data: data.replace(b'"tool": "', b'"tool": "0'),
    ],
    ids=["cut", "changed", "empty", "pickle", "deep", "other tool"],
)
def test_a_spoiled_cache_is_ignored_and_written_anew(cannlint, many, tmp_path, spoil):
    expected = check(cannlint, many)
    file = cache_of(tmp_path)
    whole = Cache(str(file)).entries
    file.write_bytes(spoil(file.read_bytes()))
    assert check(cannlint, many) == expected
    assert whole and Cache(str(file)).entries == whole


def test_where_nothing_can_be_written_nothing_is_kept(cannlint, many, tmp_path):
    (tmp_path / "file").write_text("")
    expected = check(cannlint, many, "--no-cache")
    assert check(cannlint, many, XDG_CACHE_HOME=str(tmp_path / "file")) == expected


@given(st.binary(max_size=200))
def test_any_bytes_are_no_reason_to_stop(tmp_path_factory, data):
    file = tmp_path_factory.mktemp("cache") / "x.json"
    file.write_bytes(data)
    assert Cache(str(file)).entries == Cache(str(file)).clean == {}


WRITER = """
import sys
sys.path.insert(0, {lint!r})
from cannlint.parallel.cache import Cache
for turn in range(20):
    cache = Cache(sys.argv[1])
    cache.used = {{sys.argv[2] + str(turn): {{"kind": None, "text": "x" * 10_000}}}}
    cache.save()
"""


def test_runs_that_share_a_cache_never_see_half_of_it(tmp_path):
    path = str(tmp_path / "c" / "x.json")
    code = WRITER.format(lint=str(ROOT / "lint"))
    writers = [subprocess.Popen([sys.executable, "-c", code, path, name]) for name in "ab"]
    seen = 0
    while any(writer.poll() is None for writer in writers):
        entries = Cache(path).entries
        assert entries or not seen
        seen = len(entries)
    assert [writer.returncode for writer in writers] == [0, 0]
    entries = Cache(path).entries
    assert entries.keys() & {"a19", "b19"} and len(entries) >= 20
