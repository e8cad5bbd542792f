"""The same sources make the same wheel and the same source archive, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile

import pytest

from conftest import ROOT

pytest.importorskip("hatchling")
pytestmark = pytest.mark.slow  # two builds of the wheel

ODD = ("odd", {"TZ": "Asia/Shanghai", "LC_ALL": "C", "PYTHONHASHSEED": "7"}, 0o077)
USUAL = ("usual", {"TZ": "UTC", "LC_ALL": "C.UTF-8"}, 0o022)


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """The files of two builds, under other clocks, languages and rights."""
    found = []
    for name, variables, umask in (USUAL, ODD):
        folder = tmp_path_factory.mktemp(name)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-d", folder],
            cwd=ROOT,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **variables},
            umask=umask,
            check=True,
            capture_output=True,
        )
        found.append(sorted(folder.iterdir()))
    return found


def test_two_builds_are_the_same(builds):
    first, second = ([(file.name, file.read_bytes()) for file in build] for build in builds)
    assert len(first) == 2 and first == second


def test_a_wheel_has_the_package_its_licence_and_nothing_else(builds):
    [wheel] = [file for file in builds[0] if file.suffix == ".whl"]
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"cannlint"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert "cannlint/py.typed" in names
    assert not [name for name in names if "test" in name or name.endswith(".pyc")]


def test_the_source_archive_is_the_repository(builds):
    """So that whoever packages it can run the tests."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a repository of git")
    [archive] = [file for file in builds[0] if file.suffix == ".gz"]
    with tarfile.open(archive) as content:
        packed = {name.partition("/")[2] for name in content.getnames()}
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    assert {name for name in tracked - packed if not name.startswith(".ci/")} == set()
