"""The cache: it changes how long a run takes, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.cache import Cache, digest
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


def test_a_second_run_says_the_same(cannlint, many, tmp_path):
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
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert check(cannlint, many) == expected
    assert len(file.read_bytes()) == len(whole)


def test_where_nothing_can_be_written_nothing_is_kept(cannlint, many, tmp_path):
    (tmp_path / "file").write_text("")
    expected = check(cannlint, many, "--no-cache")
    assert check(cannlint, many, XDG_CACHE_HOME=str(tmp_path / "file")) == expected


@given(st.binary(max_size=200))
def test_any_bytes_are_no_reason_to_stop(tmp_path_factory, data):
    file = tmp_path_factory.mktemp("cache") / "x.json"
    file.write_bytes(data)
    assert Cache(str(file)).entries == {}


WRITER = """
import sys
sys.path.insert(0, {lint!r})
from cannlint.cache import Cache
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
