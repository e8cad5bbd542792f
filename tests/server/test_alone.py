"""A file that is open alone has the findings that `check` of its project reports for it."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol.types import PositionEncodingKind

from cannlint.server.closed_files import LARGEST, MOST_BYTES, ClosedFiles
from cannlint.server.documents import Document
from cannlint.server.open_files import OpenFiles, OpenScope
from cannlint.server.session import Session
from server.client import Editor
from work import work_of

_FOLDER = Path(__file__).parent.parent / "trees"
TREES = sorted(tree for tree in _FOLDER.iterdir() if tree.is_dir() and tree.name[0] != "_")
FOLDED = ("JB006", "JB313")
"""Advice that a report says once for a project, and an editor at each place."""


SCRIPT = """\
cd ..
atc --model=net.onnx --framework=5 --output=out --soc_version=Ascend910B3 \\
    --customize_dtypes=conf/dtypes.cfg --keep_dtype=conf/keep.lst --precision_mode=force_fp16
"""
FILES = {
    "scripts/build.sh": SCRIPT,
    "conf/dtypes.cfg": "OpType::Relu:InputDtype:float16,OutputDtype:float16\n\n",
    "conf/keep.lst": "OpType::Relu\nOpType::NoSuchOperator\n",
    "conf/lists.json": '{"black-list": {"to-add": ["Relu"], "to_add": []}}\n',
    "net.onnx": "",
    "cannlint.toml": '[job.net]\nsoc_version = "Ascend910B3"\nmodify_mixlist = "conf/lists.json"\n',
}


@pytest.fixture
def project(tmp_path):
    (tmp_path / ".git").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def compare_with_check(cannlint, root, started_in="."):
    """Open each file of a folder alone; all that is published is what `check` reports."""
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    expected = Counter(
        (place["file"], place["range"]["start"]["line"], each["rule"])
        for each in report["diagnostics"]
        if each["rule"] not in FOLDED
        for place in (each, *also_here(each))
    )
    numbers = Counter((each["file"], each["severity"]) for each in report["diagnostics"])
    summaries: set[tuple[str, str, str]] = set()
    found: Counter[tuple[str, int, str]] = Counter()
    with Editor(root / started_in) as editor:
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            name = str(path.relative_to(root))
            for each in editor.open(path.as_uri(), path.read_text()):
                if "code" not in each:
                    summaries.add((name, *summary(each, root)))
                    continue
                line = each["range"]["start"]["line"] + 1
                found[name, line, each["code"]] += each["code"] not in FOLDED
            editor.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    assert +found == expected
    for _, target, counts in summaries:
        assert counts == counted(numbers, target)
    return expected, {(name, target) for name, target, _ in summaries}


def also_here(finding):
    """The other places of advice that a report says once for a file, and an editor at each."""
    return (place for place in finding["related"] if place["message"] == "also here")


def summary(shown, root):
    """The file that a summary is about, and its numbers."""
    counts, _, shown_path = shown["message"].partition(" in ")
    target = Path(shown["relatedInformation"][0]["location"]["uri"].removeprefix("file://"))
    assert target.name == Path(shown_path).name
    return str(target.relative_to(root)), counts


def counted(numbers, file):
    """`2 errors, 1 warning`: what `check` reports for a file."""
    found = [(level, numbers[file, level]) for level in ("error", "warning", "info")]
    return ", ".join(f"{number} {level}{'s'[: number > 1]}" for level, number in found if number)


@pytest.mark.slow
@pytest.mark.parametrize("tree", TREES, ids=[tree.name for tree in TREES])
def test_each_file_of_a_tree_has_what_check_of_the_folder_reports(cannlint, tmp_path, tree):
    shutil.copytree(tree, tmp_path, dirs_exist_ok=True)
    (tmp_path / ".git").mkdir()
    compare_with_check(cannlint, tmp_path)


@pytest.mark.parametrize("started_in", [".", "conf"])
def test_each_file_has_what_closed_files_cause_in_it(cannlint, project, started_in):
    expected, summaries = compare_with_check(cannlint, project, started_in)
    assert {name for name, _, _ in expected} >= {"conf/dtypes.cfg", "conf/keep.lst"}
    assert expected["conf/dtypes.cfg", 1, "JB305"] == 1  # keep_dtype has the operator, too
    assert summaries == {
        ("scripts/build.sh", "conf/dtypes.cfg"),
        ("scripts/build.sh", "conf/keep.lst"),
        ("cannlint.toml", "conf/lists.json"),
    }


def test_a_script_that_was_changed_on_disk_is_read_again(project):
    file = (project / "conf/dtypes.cfg").as_uri()
    with Editor(project) as editor:
        editor.open(file, FILES["conf/dtypes.cfg"])
        editor.wait_for(file, ["JB305", "CD002"])
        script = project / "scripts/build.sh"
        script.write_text(SCRIPT.replace("--keep_dtype=conf/keep.lst", ""))
        change = {"uri": script.as_uri(), "type": 2}
        editor.tell("workspace/didChangeWatchedFiles", {"changes": [change]})
        editor.wait_for(file, ["CD002"])


def test_an_edit_does_not_search_the_project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session, text = Session(), "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"

    def edit_among(files: int) -> int:
        for number in range(files):
            (tmp_path / f"run{number}.sh").write_text("atc --model=net.onnx\n")
        document = Document(
            (tmp_path / "customize.cfg").as_uri(), text, 1, PositionEncodingKind.Utf16
        )
        session.open(document, None)
        session.check(document)
        document.change(text * 2, None)
        session.check(document)
        document.change(text, None)
        work = work_of(lambda: session.check(document))
        session.close(document.uri)
        return work

    (tmp_path / "customize.cfg").write_text(text)
    edit_among(0)
    assert edit_among(0) == edit_among(100)


def test_programs_and_much_data_are_not_searched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "keep.cfg"
    (tmp_path / "a_program").write_bytes(b"keep.cfg" + bytes(LARGEST))
    (tmp_path / "b.sh").write_text("atc --keep_dtype=keep.cfg\n")
    scope = OpenScope(OpenFiles())
    assert ClosedFiles().naming(str(config), scope) == ("b.sh",)
    for number in range(MOST_BYTES // LARGEST):
        (tmp_path / f"a{number}.sh").write_bytes(bytes(LARGEST))
    assert ClosedFiles().naming(str(config), scope) == ()
