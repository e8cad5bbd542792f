"""Where a script is run from nobody says: its files may lie in any folder that is told."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from work import grows_as_its_input

KEEP = "OpType::SoftmaxV2\n"
COMMAND = (
    "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"
    " --precision_mode=force_fp16 --keep_dtype={}\n"
)


@pytest.fixture
def tree(tmp_path):
    """Write files of a project with a repository around it."""

    def write(**files):
        (tmp_path / ".git").mkdir()
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return write


def missing(cannlint, path="."):
    report = json.loads(cannlint("check", "--format", "json", path).out)
    return [each for each in report["diagnostics"] if each["rule"] == "JB004"]


SCRIPT = "models/resnet/scripts/convert.sh"

FOUND = {
    "beside the script": {
        SCRIPT: COMMAND.format("keep.cfg"),
        "models/resnet/scripts/keep.cfg": KEEP,
    },
    "the folder above": {
        SCRIPT: COMMAND.format("conf/keep.cfg"),
        "models/resnet/conf/keep.cfg": KEEP,
    },
    "a folder between": {SCRIPT: COMMAND.format("conf/keep.cfg"), "models/conf/keep.cfg": KEEP},
    "the root": {SCRIPT: COMMAND.format("conf/keep.cfg"), "conf/keep.cfg": KEEP},
    "cd": {
        SCRIPT: "cd ../onnx\n" + COMMAND.format("keep.cfg"),
        "models/resnet/onnx/keep.cfg": KEEP,
    },
    "cd to the folder of the script": {
        SCRIPT: 'cd "$(dirname "$0")"/../conf || exit 1\n' + COMMAND.format("keep.cfg"),
        "models/resnet/conf/keep.cfg": KEEP,
    },
    "two changes": {
        SCRIPT: "cd ..\ncd onnx && " + COMMAND.format("keep.cfg"),
        "models/resnet/onnx/keep.cfg": KEEP,
    },
    "README": {
        SCRIPT: COMMAND.format("keep.cfg"),
        "README.md": "# 模型转换\n\n```\ncd models/resnet/onnx\nbash ../scripts/convert.sh\n```\n",
        "models/resnet/onnx/keep.cfg": KEEP,
    },
    "README with a place of its own": {
        SCRIPT: COMMAND.format("keep.cfg"),
        "models/README_zh.md": "    cd $HOME/samples/models/resnet/onnx\n",
        "models/resnet/onnx/keep.cfg": KEEP,
    },
    "another script": {
        SCRIPT: COMMAND.format("keep.cfg"),
        "run_all.sh": "cd models/resnet/onnx\nbash ../scripts/convert.sh\n",
        "models/resnet/onnx/keep.cfg": KEEP,
    },
}  # fmt: skip


@pytest.mark.parametrize("case", FOUND)
def test_a_file_that_is_there_is_not_missing(cannlint, tree, case):
    tree(**FOUND[case])
    assert missing(cannlint) == []


@pytest.mark.parametrize("case", FOUND)
def test_the_file_that_is_found_is_read_as_what_the_option_says(cannlint, tree, case):
    tree(**{name: text.replace(KEEP, KEEP + KEEP) for name, text in FOUND[case].items()})
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    assert "KD104" in [each["rule"] for each in report["diagnostics"]]


@pytest.mark.parametrize("case", FOUND)
def test_it_is_missing_when_it_is_taken_away(cannlint, tree, case):
    tree(**{name: text for name, text in FOUND[case].items() if text != KEEP})
    [finding] = missing(cannlint)
    for folder in ("models/resnet/scripts", "models/resnet", "models", "."):
        assert folder in finding["help"]


@pytest.mark.parametrize(
    "extra",
    ["cd $WORK\n", "cd\n", "cd /home/HwHiAiUser/onnx\n", "pushd ~/onnx\n", "cp $1 conf/keep.cfg\n"],
)
def test_nothing_is_said_where_the_folder_is_not_known(cannlint, tree, extra):
    tree(**{SCRIPT: extra + COMMAND.format("conf/keep.cfg")})
    assert missing(cannlint) == []


@pytest.mark.parametrize("extra", ["# cd $WORK\n", "cd -\n", "cd ..\n", "echo abcd $WORK\n"])
def test_a_change_that_leads_to_a_known_folder_hides_nothing(cannlint, tree, extra):
    tree(**{SCRIPT: extra + COMMAND.format("conf/keep.cfg")})
    assert len(missing(cannlint)) == 1


@pytest.mark.parametrize(("folder", "count"), [('"../onnx"', 0), ("target", 0), ('"nowhere"', 1)])
def test_a_program_may_be_started_in_another_folder(cannlint, tree, folder, count):
    command = COMMAND.format("keep.cfg").strip()
    script = f'import subprocess\nsubprocess.run("{command}", shell=True, cwd={folder})\n'
    tree(**{"models/scripts/run.py": script, "models/onnx/keep.cfg": KEEP})
    assert len(missing(cannlint)) == count


def test_a_variable_of_the_shell_is_no_change(cannlint, tree):
    tree(**{SCRIPT: "cwd=$(pwd)\n" + COMMAND.format("conf/keep.cfg")})
    assert len(missing(cannlint)) == 1


def test_after_many_changes_the_folder_is_not_known(cannlint, tree):
    changes = "".join(f"cd folder{number}\n" for number in range(30))
    tree(**{SCRIPT: changes + COMMAND.format("keep.cfg")})
    assert missing(cannlint) == []


def test_another_script_may_write_the_file(cannlint, tree):
    generator = 'with open("keep.cfg", "w") as file:\n    file.write("OpType::Add")\n'
    tree(**{SCRIPT: COMMAND.format("keep.cfg"), "models/resnet/scripts/generate.py": generator})
    assert missing(cannlint) == []


def test_the_checked_folder_is_the_root_where_there_is_no_repository(cannlint, tmp_path):
    inner = tmp_path / "work" / "deep" / "scripts"
    inner.mkdir(parents=True)
    (inner / "a.sh").write_text(COMMAND.format("conf/keep.cfg"))
    (tmp_path / "work" / "conf").mkdir()
    (tmp_path / "work" / "conf" / "keep.cfg").write_text(KEEP)
    other = tmp_path / "elsewhere"
    other.mkdir()
    found = cannlint("check", "--format", "json", str(tmp_path / "work"), cwd=other).out
    assert "JB004" not in found and '"files": 2' in found.replace("\n", " ")


def test_another_project_of_the_same_folder_is_not_searched(cannlint, tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "keep.cfg").write_text(KEEP)
    inner = tmp_path / "project"
    (inner / ".git").mkdir(parents=True)
    (inner / "a.sh").write_text(COMMAND.format("conf/keep.cfg"))
    report = json.loads(cannlint("check", "--format", "json", ".", cwd=inner).out)
    assert [each["rule"] for each in report["diagnostics"]] == ["JB004"]


def test_the_files_around_many_scripts_are_read_once(tmp_path):
    """A README is not read again for each script of its folder that names a missing file."""

    def check(count):
        folder = tmp_path / str(count)
        if not folder.exists():
            folder.mkdir()
            (folder / "README.md").write_text("cd here\n" * 500)
            for number in range(count):
                (folder / f"{number}.sh").write_text(COMMAND.format(f"{number}.cfg"))
        assert len(check_paths([str(folder)], Options()).findings) == count

    assert grows_as_its_input(check, 10)
