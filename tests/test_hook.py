"""The commit hook, run by pre-commit itself as a user's repository would."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

GOOD = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
BAD = GOOD + "\n" + GOOD


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


@pytest.fixture(scope="module")
def environments(tmp_path_factory):
    """Where pre-commit keeps the environment it builds for the hooks: once for all tests."""
    home = tmp_path_factory.mktemp("pre-commit")
    return {**os.environ, "PRE_COMMIT_HOME": str(home), "PYTHONPATH": ""}


needs_git = pytest.mark.skipif(
    shutil.which("git") is None, reason="pre-commit works on git repositories"
)


def pre_commit(folder, environment, *arguments: str):
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


@needs_git
@pytest.mark.slow  # an environment of pre-commit is built
def test_try_repo_refuses_a_bad_file_and_passes_a_good_one(hook_repository, environments, tmp_path):
    (tmp_path / "model.txt").write_text("no config file\n")
    (tmp_path / "good.cfg").write_text(GOOD)
    (tmp_path / "bad.cfg").write_text(BAD)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")

    def run(*files: str):
        command = ["try-repo", str(hook_repository), "cannlint", "--verbose", "--files", *files]
        return pre_commit(tmp_path, environments, *command)

    bad = run("bad.cfg", "good.cfg", "model.txt")
    assert bad.returncode == 1, bad.stdout + bad.stderr
    assert "error[CD002]" in bad.stdout and "bad.cfg:2:1" in bad.stdout
    good = run("good.cfg", "model.txt")
    assert good.returncode == 0, good.stdout + good.stderr
    assert "CD0" not in good.stdout


@needs_git
@pytest.mark.slow  # an environment of pre-commit is built
def test_a_file_that_is_named_like_an_option_is_a_file(hook_repository, environments, tmp_path):
    (tmp_path / "--exit-zero").write_text(BAD)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    command = ("try-repo", str(hook_repository), "cannlint", "--all-files", "--verbose")
    refused = pre_commit(tmp_path, environments, *command)
    assert refused.returncode == 1 and "error[CD002]" in refused.stdout, refused.stdout


HOSTILE = ("--exit-zero", "--output-file=json:victim.cfg", "--fix", "-", "--config=x.toml")


def documented_hooks() -> list[dict[str, object]]:
    """The hooks of the repository, and those that the documents show, as a user has them."""
    yaml = pytest.importorskip("yaml")
    ours = {one["id"]: one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    found = [*ours.values()]
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for block in re.findall(r"```yaml\n(repos:\n.*?)```", page.read_text(), re.DOTALL):
            repositories = yaml.safe_load(block)["repos"]
            found += [ours[one["id"]] | one for repo in repositories for one in repo["hooks"]]
    assert len(found) > len(ours)
    return found


def test_no_hook_takes_the_name_of_a_file_for_an_option(cannlint, tmp_path, monkeypatch):
    """A hook is its entry, its `args` and the names of files, in this order."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "victim.cfg").write_text(BAD)
    for name in HOSTILE:
        (tmp_path / name).write_text(BAD)
    for hook in documented_hooks():
        program, *arguments = shlex.split(str(hook["entry"])) + list(hook.get("args", ()))
        assert program == "cannlint"
        if hook.get("pass_filenames", True) and "--fix" not in arguments:
            for name in HOSTILE:
                path = f"./{name}" if name == "-" else name
                result = cannlint(*arguments, path)
                assert result.status == 1, f"{hook['entry']} {name}: {result.out}{result.err}"
                assert "error[CD002]" in result.out
            assert (tmp_path / "victim.cfg").read_text() == BAD
        elif hook.get("pass_filenames", True):
            assert arguments[-1] == "--"


@needs_git
@pytest.mark.slow  # an environment of pre-commit is built
def test_a_commit_of_a_bad_file_is_refused_and_mended(hook_repository, environments, tmp_path):
    """As a user has it: a configuration, `pre-commit install`, `git commit`."""
    revision = git(hook_repository, "rev-parse", "HEAD").stdout.decode().strip()

    def use(hook: str):
        (tmp_path / ".pre-commit-config.yaml").write_text(
            f"repos:\n- repo: {hook_repository}\n  rev: {revision}\n  hooks:\n  - id: {hook}\n"
        )
        git(tmp_path, "add", "-A")

    def commit():
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-m", "x"]
        return subprocess.run(
            command, cwd=tmp_path, env=environments, capture_output=True, text=True, timeout=600
        )

    git(tmp_path, "init", "-q")
    (tmp_path / "a.cfg").write_text(BAD)
    use("cannlint")
    installed = pre_commit(tmp_path, environments, "install")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    refused = commit()
    assert refused.returncode == 1 and "error[CD002]" in refused.stderr
    assert (tmp_path / "a.cfg").read_text() == BAD
    use("cannlint-fix")
    refused = commit()
    assert refused.returncode == 1 and "files were modified by this hook" in refused.stderr
    assert (tmp_path / "a.cfg").read_text() == GOOD
    git(tmp_path, "add", "-A")
    accepted = commit()
    assert accepted.returncode == 0, accepted.stderr


@needs_git
@pytest.mark.slow  # an environment of pre-commit is built
def test_the_hook_of_jobs_reads_the_whole_project(hook_repository, environments, tmp_path):
    """Only one of two files that are at odds is part of the commit."""
    (tmp_path / "cannlint.toml").write_text(
        '[job.net]\nprecision_mode = "force_fp16"\nmodify_mixlist = "lists.json"\n'
    )
    (tmp_path / "lists.json").write_text('{"black-list": {"to-add": ["Add"]}}\n')
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")

    def run():
        command = ("try-repo", str(hook_repository), "cannlint-jobs", "--files", "lists.json")
        return pre_commit(tmp_path, environments, *command)

    refused = run()
    assert refused.returncode == 1, refused.stdout + refused.stderr
    assert "error[JB303]" in refused.stdout and "cannlint.toml:3:1" in refused.stdout
    (tmp_path / "cannlint.toml").write_text(
        '[job.net]\nprecision_mode = "allow_mix_precision"\nmodify_mixlist = "lists.json"\n'
    )
    git(tmp_path, "add", "-A")
    accepted = run()
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
