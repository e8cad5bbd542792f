"""`--baseline` and `--update-baseline` as a user runs them."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest

RELU = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
ABS = "OpType::Abs:InputDtype:float16,OutputDtype:float16\n"


@pytest.fixture
def update(cannlint, tmp_path):
    """Write everything that is found now into base.json, and give it."""

    def run(*arguments: str):
        result = cannlint("check", "--baseline", "base.json", "--update-baseline", *arguments)
        assert result.status == 0, result.err
        return json.loads((tmp_path / "base.json").read_text())

    return run


def test_old_findings_are_not_reported_and_new_ones_are(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 2)
    written = update("a.cfg")
    jsonschema.Draft202012Validator(json.loads(cannlint("schema", "baseline").out)).validate(
        written
    )
    assert written["findings"] == [
        {"rule": "CD104", "path": "a.cfg", "key": ["OpType", "Relu"],
         "values": {"name": "Relu"}, "count": 1}
    ]  # fmt: skip
    same = cannlint("check", "--baseline", "base.json", "a.cfg")
    assert same.out == "1 file checked, nothing to report (1 in the baseline)\n"
    chinese = cannlint("check", "--baseline", "base.json", "a.cfg", "--lang", "zh-CN")
    assert chinese.out == "已检查 1 个文件，没有问题（1 个在基线中）\n"
    (tmp_path / "a.cfg").write_text(RELU * 2 + ABS * 2)
    more = cannlint("check", "--baseline", "base.json", "--format", "concise", "a.cfg")
    assert [line.split()[2] for line in more.out.splitlines()[:-1]] == ["CD104"]
    assert "a.cfg:4:9" in more.out and "1 in the baseline" in more.out


def test_lines_may_move(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 2)
    update("a.cfg")
    (tmp_path / "a.cfg").write_text(ABS + "x:InputDtype:int8\n" + RELU * 2)
    assert "nothing to report" in cannlint("check", "--baseline", "base.json", "a.cfg").out


def test_alike_findings_are_counted(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 3)
    assert update("a.cfg")["findings"][0]["count"] == 2
    (tmp_path / "a.cfg").write_text(RELU * 4)
    out = cannlint("check", "--baseline", "base.json", "--format", "concise", "a.cfg").out
    assert out.count("CD104") == 1 and "2 in the baseline" in out


def test_one_in_and_one_out_does_not_cancel(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 2 + ABS)
    update("a.cfg")
    (tmp_path / "a.cfg").write_text(RELU + ABS * 2)
    result = cannlint("check", "--baseline", "base.json", "a.cfg")
    assert "duplicate entry for `Abs`" in result.out and "1 entry matches no finding" in result.err


def test_stale_entries_are_said_and_pruned(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 2)
    (tmp_path / "b.cfg").write_text(ABS * 2)
    update("a.cfg", "b.cfg")
    (tmp_path / "a.cfg").write_text(RELU)
    result = cannlint("check", "--baseline", "base.json", "--format", "json")
    assert result.err == (
        "cannlint: base.json: 1 entry matches no finding any more; --update-baseline takes it out\n"
    )
    report = json.loads(result.out)
    jsonschema.Draft202012Validator(json.loads(cannlint("schema", "report").out)).validate(report)
    [stale] = report["baseline"]["stale"]
    assert (stale["rule"], stale["path"]) == ("CD104", "a.cfg")
    assert (result.status, report["baseline"]["matched"]) == (0, 1)
    # only what was checked, by the rules that were asked for, can be gone
    for arguments in (["b.cfg"], ["--select", "CD002", "a.cfg"]):
        assert cannlint("check", "--baseline", "base.json", *arguments).err == ""
    assert [entry["path"] for entry in update("b.cfg")["findings"]] == ["a.cfg", "b.cfg"]
    assert [entry["path"] for entry in update("a.cfg")["findings"]] == ["b.cfg"]
    (tmp_path / "b.cfg").unlink()
    (tmp_path / "op_precision.ini").write_text("Gelu=high_precision\n")
    assert update("op_precision.ini")["findings"] == []


def test_paths_are_relative_to_the_baseline(cannlint, tmp_path, update):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.cfg").write_text(RELU * 2)
    assert update("sub/a.cfg")["findings"][0]["path"] == "sub/a.cfg"
    inside = cannlint("check", "--baseline", "../base.json", "a.cfg", cwd=tmp_path / "sub")
    assert "1 in the baseline" in inside.out


def test_an_update_keeps_what_it_wrote(tmp_path, update):
    (tmp_path / "mixlist.json").write_bytes(b'{"black-list": {"to-add": ["\xff", "A", "A",]}}\n')
    update("mixlist.json")
    first = (tmp_path / "base.json").read_bytes()
    update("mixlist.json")
    assert (tmp_path / "base.json").read_bytes() == first


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "the baseline cannot be read: no such file"),
        ("{", "the baseline is not JSON"),
        ("[" * 100_000, "the baseline is not JSON"),
        ("[]", "not a baseline: $ has to be an object"),
        ('{"schema": "cannlint/baseline/2", "findings": []}', "not a baseline: $.schema"),
        ('{"schema": "cannlint/baseline/1", "findings": [3]}', "not a baseline: $.findings[0]"),
    ],
)
def test_a_broken_baseline_ends_with_2_and_one_sentence(cannlint, tmp_path, text, words):
    (tmp_path / "a.cfg").write_text(RELU)
    if text is not None:
        (tmp_path / "base.json").write_text(text)
    result = cannlint("check", "--baseline", "base.json", "a.cfg")
    assert result.status == 2 and words in result.err and result.err.count("\n") == 1
    assert result.out == ""


@pytest.mark.parametrize("update", [(), ("--update-baseline",)])
@pytest.mark.parametrize(
    "text",
    [
        b"\0" * 9,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"schema": "cannlint/baseline/1", "findings": [',
        b'{"schema": "cannlint/baseline/1", "findings": [' + b"9" * 5000 + b"]}",
        b'{"schema": "cannlint/baseline/1", "findings": [' + b"0, " * 100_000 + b"0]}",
    ],
    ids=["nuls", "deep", "cut off", "digits", "many"],
)
def test_a_baseline_that_cannot_be_read_is_never_overwritten(cannlint, tmp_path, text, update):
    (tmp_path / "a.cfg").write_text(RELU)
    (tmp_path / "base.json").write_bytes(text)
    result = cannlint("check", "--baseline", "base.json", *update, "a.cfg")
    assert result.status == 2
    assert result.err.startswith("cannlint: base.json: ") and result.err.count("\n") == 1
    assert (tmp_path / "base.json").read_bytes() == text


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("no/where", path)])
def test_what_is_no_file_is_no_baseline(cannlint, tmp_path, make):
    (tmp_path / "a.cfg").write_text(RELU)
    make(tmp_path / "base.json")
    result = cannlint("check", "--baseline", "base.json", "--update-baseline", "a.cfg")
    assert result.status == 2
    assert result.err.startswith("cannlint: base.json: ") and result.err.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["a.cfg", "base.json"]


def test_a_path_that_is_no_text_is_known_again(cannlint, tmp_path, update):
    name = os.fsdecode(b"\xff.cfg")
    (tmp_path / name).write_text(RELU * 2)
    [entry] = update(name)["findings"]
    assert entry["path"] == name
    again = cannlint("check", "--baseline", "base.json", name)
    assert again.out == "1 file checked, nothing to report (1 in the baseline)\n"


def test_an_update_keeps_entries_of_half_characters(tmp_path, update):
    for name in ("a.cfg", "b.cfg"):
        (tmp_path / name).write_text(RELU)
    entry = {"rule": "CD104", "path": "b.cfg", "key": [], "values": {"name": "\ud800"}, "count": 1}
    text = json.dumps({"schema": "cannlint/baseline/1", "findings": [entry]})
    (tmp_path / "base.json").write_text(text)
    assert update("a.cfg")["findings"] == [entry]


def test_update_needs_a_baseline(cannlint):
    result = cannlint("check", "--update-baseline")
    assert result.status == 2 and "--update-baseline needs --baseline FILE" in result.err


def test_a_baseline_of_findings_that_are_errors(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU + "\n")
    update("a.cfg")
    assert cannlint("check", "--baseline", "base.json", "a.cfg").status == 0
    # what ends a run with status 2 cannot be put off
    assert cannlint("check", "--baseline", "base.json", "missing.cfg").status == 2


def test_fixes_come_before_the_baseline(cannlint, tmp_path, update):
    (tmp_path / "a.cfg").write_text(RELU * 2)
    update("a.cfg")
    result = cannlint("check", "--baseline", "base.json", "--fix", "a.cfg")
    assert (tmp_path / "a.cfg").read_text() == RELU
    assert result.out == "1 file checked: 1 fixed, 0 remaining\n"
    assert result.err.count("1 entry matches no finding any more") == 1


@pytest.mark.parametrize(("written", "read"), [("en", "zh-CN"), ("zh-CN", "en")])
def test_the_language_of_the_findings_does_not_matter(cannlint, tmp_path, update, written, read):
    (tmp_path / "fusion_switch.cfg").write_text('{"Switch": {"GraphFusion": []}}')
    found = update("fusion_switch.cfg", "--lang", written)["findings"]
    assert found[0]["values"] == {
        "name": "GraphFusion", "found": "an array", "expected": "an object"
    }  # fmt: skip
    again = cannlint("check", "--baseline", "base.json", "fusion_switch.cfg", "--lang", read)
    assert again.status == 0
    assert again.err == ""  # no entry is stale


def test_a_baseline_in_the_folder_is_no_config_file(cannlint, tmp_path, update):
    """It quotes the keys of the files that it is about."""
    (tmp_path / "mix.json").write_text('{"black_list": {"to-add": ["Relu"], "to-remove": []}}')
    update()
    again = cannlint("check", "--baseline", "base.json", "--show-files")
    assert again.status == 0, again.out
    assert "base.json  skipped: a document of cannlint, not a config file" in again.out
    assert "1 file checked, nothing to report (1 in the baseline)" in again.out
