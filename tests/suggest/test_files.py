"""Entries are written so that CANN reads them: after what the file has, in its form."""

from __future__ import annotations

import pytest

from suggest.written import errors_in_folder, graph_file, job_folder, planned, suggested, written

FORCED = {"precision_mode": "force_fp16"}
MIXED = {"precision_mode": "allow_mix_precision"}


def way(found, option, by="name"):
    """The confirmed way of an option."""
    ways = found.found[0].ways
    return next(w for w in ways if w.way.option == option and str(w.way.by) == by)


def text_after(folder, option, want, before, options, by="name"):
    """The file of an option after a way was written; the plan has what was wanted."""
    graph_file(folder)
    job_folder(folder, options, {option: before})
    found = suggested(want)
    written(way(found, option, by))
    assert errors_in_folder() == []
    assert [one.status for one in suggested(want).found] == ["already so"]
    return (folder / f"{option}.txt").read_bytes().decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "softmax\n"),
        ("gelu", "gelu\nsoftmax\n"),
        ("gelu\n", "gelu\nsoftmax\n"),
        ("gelu\r\n", "gelu\r\nsoftmax\r\n"),
    ],
)
def test_keep_dtype(folder, before, after):
    assert text_after(folder, "keep_dtype", "softmax=float32", before, FORCED) == after


ENTRY = "softmax:InputDtype:float32,OutputDtype:float32"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{ENTRY}\n"),
        ("gelu:InputDtype:float16", f"gelu:InputDtype:float16\n{ENTRY}\n"),
        # the first entry counts: a second one for the node would not
        ("softmax:InputDtype:float16\n", f"{ENTRY}\n"),
        (
            "softmax:InputDtype:float16\nsoftmax:InputDtype:float32\n",
            f"{ENTRY}\nsoftmax:InputDtype:float32\n",
        ),
        # as many colons behind a name as the file has
        (
            "gelu::InputDtype:float16\n",
            f"gelu::InputDtype:float16\n{ENTRY.replace(':', '::', 1)}\n",
        ),
        ("softmax::InputDtype:float16\n", f"{ENTRY.replace(':', '::', 1)}\n"),
        ("OpType::Gelu:InputDtype:float16\r\n", f"OpType::Gelu:InputDtype:float16\r\n{ENTRY}\r\n"),
    ],
)
def test_customize_dtypes(folder, before, after):
    assert text_after(folder, "customize_dtypes", "softmax=float32", before, FORCED) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[ByNodeName]\nsoftmax=high_precision\n"),
        (
            "[ByNodeName]\ngelu=high_precision\n[ByOpType]\nRelu=high_precision\n",
            "[ByNodeName]\ngelu=high_precision\nsoftmax=high_precision\n"
            "[ByOpType]\nRelu=high_precision\n",
        ),
        (
            "Gelu=high_precision",
            "Gelu=high_precision\n[ByNodeName]\nsoftmax=high_precision\n",
        ),
        (
            "# modes\n[ByNodeName]\nsoftmax = high_performance\n",
            "# modes\n[ByNodeName]\nsoftmax = high_precision\n",
        ),
    ],
)
def test_op_precision_mode(folder, before, after):
    want = "softmax=high_precision"
    assert text_after(folder, "op_precision_mode", want, before, FORCED) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"black-list": {"to-add": ["Gelu"]}}',
            '{"black-list": {"to-add": ["Gelu"]}, "white-list": {"to-add": ["SoftmaxV2"]}, '
            '"gray-list": {"to-remove": ["SoftmaxV2"]}}',
        ),
        (
            '{\n    "white-list": {\n        "to-add": [\n            "Add"\n        ]\n    },\n'
            '    "gray-list": {"to-remove": ["Add"]}\n}\n',
            '{\n    "white-list": {\n        "to-add": [\n            "Add",\n'
            '            "SoftmaxV2"\n        ]\n    },\n'
            '    "gray-list": {"to-remove": ["Add", "SoftmaxV2"]}\n}\n',
        ),
        (
            '{"black-list": {"to-add": ["SoftmaxV2"]}}',
            '{\n  "white-list": {\n    "to-add": ["SoftmaxV2"]\n  },\n'
            '  "gray-list": {\n    "to-remove": ["SoftmaxV2"]\n  }\n}\n',
        ),
    ],
)
def test_modify_mixlist(folder, before, after):
    """SoftmaxV2 is gray in the library: it leaves that list for the white one."""
    want = "softmax=float16"
    assert text_after(folder, "modify_mixlist", want, before, MIXED, by="type") == after


def test_an_entry_behind_a_line_that_ends_the_file_for_cann_is_no_way(folder):
    """CANN reads nothing from a line of 1,024 characters on."""
    graph_file(folder)
    long = "x" * 1100 + ":InputDtype:float16\n"
    job_folder(folder, FORCED, {"customize_dtypes": long})
    found = suggested("softmax=float32").found[0]
    [tried] = [w for w in found.tried if w.way.option == "customize_dtypes" and w.way.by == "name"]
    assert "cannot be written" in str(tried.reason)


def test_a_name_with_a_colon_cannot_be_written_into_customize_dtypes(folder):
    """CANN cuts the name at the first colon; keep_dtype takes it whole."""
    graph_file(folder, {"x": ("Data", []), "a:b": ("SoftmaxV2", ["x"])})
    job_folder(folder, FORCED)
    found = suggested("a:b=float32").found[0]
    assert found.ways[0].draft.files["keep_dtype"].lines == ["a:b"]
    [tried] = [w for w in found.tried if w.way.option == "customize_dtypes" and w.way.by == "name"]
    assert "cannot be written" in str(tried.reason)


def test_a_new_file_takes_no_name_that_is_there(folder):
    graph_file(folder)
    job_folder(folder, FORCED)
    (folder / "keep_dtype.cfg").write_text("of another job\n")
    [outcome] = suggested("softmax=float32").chosen
    assert written(outcome) == ["keep_dtype_2.cfg", "cannlint.toml"]
    assert (folder / "keep_dtype.cfg").read_text() == "of another job\n"
    assert planned()["softmax"].startswith("float32 -> float32")


def test_a_file_outside_of_the_project_is_not_changed(folder, monkeypatch):
    (folder / "keep.cfg").write_text("gelu\n")
    project = folder / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    graph_file(project)
    job_folder(project, {**FORCED, "keep_dtype": "../keep.cfg"})
    found = suggested("softmax=float32").found[0]
    reasons = [str(one.reason) for one in found.tried if one.way.option == "keep_dtype"]
    assert reasons and all("outside of the project" in reason for reason in reasons)
