"""The commit hook, run by pre-commit itself as a user's repository would."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from conftest import ROOT

GOOD = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"


def git(folder, *arguments):
    identity = ("-c", "user.name=t", "-c", "user.email=t@localhost")
    return subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True
    )


@pytest.fixture(scope="module")
def hook_repository(tmp_path_factory):
    """This checkout as a repository of its own, with what is not committed yet."""
    folder = tmp_path_factory.mktemp("hook") / "cannlint"
    names = ("lint", "schemas", "grammars", "pyproject.toml", "README.md", "LICENSE")
    folder.mkdir()
    for name in (*names, ".pre-commit-hooks.yaml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "hook")
    return folder


@pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit works on git repositories")
def test_try_repo_refuses_a_bad_file_and_passes_a_good_one(hook_repository, tmp_path):
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    import sys

    (tmp_path / "model.txt").write_text("no config file\n")
    (tmp_path / "good.cfg").write_text(GOOD)
    (tmp_path / "bad.cfg").write_text(GOOD + "\n" + GOOD)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "cache"), "PYTHONPATH": ""}
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_repository), "cannlint"]

    def run(*files: str):
        return subprocess.run(
            [*command, "--verbose", "--files", *files],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
        )

    bad = run("bad.cfg", "good.cfg", "model.txt")
    assert bad.returncode == 1, bad.stdout + bad.stderr
    assert "error[CD002]" in bad.stdout and "bad.cfg:2:1" in bad.stdout
    good = run("good.cfg", "model.txt")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "CD0" not in good.stdout
