"""From the options of jobs to the files they name, as a user meets it: the real command."""

from __future__ import annotations

import json
import os

import pytest

KEEP = "OpType::Relu\n"
CUSTOM = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
JOB = """\
[job.net]
front-end = "atc"
precision_mode = "force_fp16"
keep_dtype = "conf/keep.lst"
customize_dtypes = "conf/dtypes.lst"
"""
SCRIPT = """\
from npu_bridge.npu_init import *
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
custom_op.parameter_map["modify_mixlist"].s = tf.compat.as_bytes("%s")
"""


@pytest.fixture
def report(cannlint, tmp_path):
    """Check, and give the JSON report."""

    def check(*arguments: str, cwd=tmp_path):
        result = cannlint("check", "--format", "json", *arguments, cwd=cwd)
        assert result.err == ""
        return json.loads(result.out)

    return check


@pytest.fixture
def project(tmp_path):
    """A cannlint.toml with a job, and its two files, whose names and suffixes say nothing."""
    (tmp_path / "conf").mkdir()
    (tmp_path / "cannlint.toml").write_text(JOB)
    (tmp_path / "conf" / "keep.lst").write_text(KEEP)
    (tmp_path / "conf" / "dtypes.lst").write_text(CUSTOM)
    return tmp_path


def places(report, *codes: str) -> list[tuple[str, str, int]]:
    """(file, rule, line) of the findings, or of those with one of some codes."""
    return [
        (found["file"], found["rule"], found["range"]["start"]["line"])
        for found in report["diagnostics"]
        if not codes or found["rule"] in codes
    ]


def test_the_files_of_a_job_are_checked_as_what_their_options_say(report, project):
    (project / "conf" / "dtypes.lst").write_text(CUSTOM + "\n")
    found = report()
    assert places(found, "CD002") == [("conf/dtypes.lst", "CD002", 2)]
    assert {entry["kind"] for entry in found["diagnostics"]} == {"customize_dtypes"}
    assert found["summary"]["files"] == 3


def test_a_finding_across_files_has_both_places(report, project):
    [found] = report()["diagnostics"]
    assert (found["file"], found["rule"], found["kind"]) == (
        "conf/dtypes.lst", "JB305", "customize_dtypes",
    )  # fmt: skip
    [related] = found["related"]
    assert related["file"] == "conf/keep.lst" and related["range"]["start"]["column"] == 9


def test_both_places_are_shown(cannlint, project):
    out = cannlint("check").out
    assert "conf/dtypes.lst:1:9" in out and "conf/keep.lst:1:9" in out


def test_each_file_is_checked_once(report, project):
    again = JOB.replace("job.net", "job.other").replace("conf/keep.lst", "./conf/../conf/keep.lst")
    (project / "cannlint.toml").write_text(JOB + again)
    (project / "conf" / "keep.lst").write_text(KEEP + KEEP)
    os.symlink("keep.lst", project / "conf" / "link.cfg")
    found = report("cannlint.toml", "conf")
    assert places(found, "KD104") == [("conf/keep.lst", "KD104", 2)]
    assert found["summary"]["files"] == 3


def test_the_job_says_the_kind_before_content_and_files(report, project):
    (project / "conf" / "keep.lst").write_text("OpType::relu:InputDtype:float16\n")
    (project / "cannlint.toml").write_text('[files]\n"conf/*" = "op_precision"\n' + JOB)
    kinds = {found["file"]: found["kind"] for found in report()["diagnostics"]}
    assert kinds["conf/keep.lst"] == "keep_dtype"
    named = report("conf/keep.lst")["diagnostics"]
    assert {found["kind"] for found in named} == {"keep_dtype"}
    [found] = report("--kind", "mixlist", "conf/keep.lst")["diagnostics"]
    assert found["kind"] == "mixlist"


def test_a_config_file_alone_knows_the_jobs_of_its_configuration(report, project):
    assert places(report("conf/dtypes.lst")) == [("conf/dtypes.lst", "CD301", 1)]
    assert places(report("--isolated", "--kind", "customize_dtypes", "conf/dtypes.lst")) == []


def test_a_missing_file_is_named_at_its_option(report, project):
    (project / "conf" / "keep.lst").unlink()
    [found] = report()["diagnostics"]
    assert found["rule"] == "JB004" and found["severity"] == "warning"
    assert found["file"] == "cannlint.toml" and found["range"]["start"] == {"line": 4, "column": 14}


def test_a_folder_a_pipe_and_a_file_that_is_too_large(cannlint, report, project):
    keep = project / "conf" / "keep.lst"
    keep.unlink()
    keep.mkdir()
    assert places(report()) == []
    keep.rmdir()
    os.mkfifo(keep)
    assert places(report()) == []
    keep.unlink()
    with keep.open("wb") as file:
        file.truncate((64 << 20) + 1)
    result = cannlint("check")
    assert result.status == 2 and "CL005" in result.out and "conf/keep.lst" in result.out


def test_excluded_files_are_read_but_not_checked(report, project):
    (project / "cannlint.toml").write_text('exclude = ["conf"]\n' + JOB)
    (project / "conf" / "keep.lst").write_text(KEEP + KEEP)
    assert places(report()) == [("conf/dtypes.lst", "JB305", 1)]


def test_a_file_outside_of_the_project_gets_no_fix(report, tmp_path):
    inside, outside = tmp_path / "project", tmp_path / "elsewhere"
    inside.mkdir()
    outside.mkdir()
    (outside / "keep.cfg").write_text(KEEP + KEEP)
    path = outside / "keep.cfg"
    (inside / "cannlint.toml").write_text(
        f'[job.net]\nprecision_mode = "force_fp16"\nkeep_dtype = {json.dumps(str(path))}\n'
    )
    [found] = report("cannlint.toml", cwd=inside)["diagnostics"]
    assert found["rule"] == "KD104" and found["file"] == str(path) and found["fix"] is None
    assert report("--kind", "keep_dtype", str(path))["diagnostics"][0]["fix"] is not None


def test_a_relative_path_of_a_script_has_several_bases(report, tmp_path):
    (tmp_path / ".git").mkdir()
    for folder in ("train/deep", "work"):
        (tmp_path / folder).mkdir(parents=True)
    script = tmp_path / "train" / "deep" / "run.py"
    for path, base in (("beside.json", script.parent), ("up.json", tmp_path), ("here.json", None)):
        script.write_text(SCRIPT % path)
        target = (base or tmp_path / "work") / path
        target.write_text('{"black-list": {"to-add": ["Add"]}, "white-list": {"to-ad": ["Mul"]}}')
        found = report(str(script), cwd=tmp_path / "work")["diagnostics"]
        assert [entry["rule"] for entry in found if entry["kind"] == "mixlist"] == ["MX004"]
        target.unlink()
    script.write_text(SCRIPT % "nowhere.json")
    assert "JB004" in [found["rule"] for found in report(str(script))["diagnostics"]]


@pytest.mark.parametrize(
    "extra",
    ['os.chdir("/data")\n', 'open("nowhere.json", "w").write(text)\n', "os.system('cd $CONF')\n"],
)
def test_nothing_is_missing_from_a_script_that_may_write_it(report, tmp_path, extra):
    (tmp_path / "run.py").write_text(SCRIPT % "nowhere.json" + extra)
    assert places(report("run.py"), "JB004") == []


def test_absolute_paths_live_on_other_machines(report, tmp_path):
    (tmp_path / "run.py").write_text(SCRIPT % "/data/nowhere.json")
    assert places(report("run.py"), "JB004") == []


def test_the_soc_of_the_job_holds_for_its_files(report, project):
    text = "OpType::Tanh:InputDtype:bfloat16,OutputDtype:bfloat16\n"
    (project / "conf" / "dtypes.lst").write_text(text)
    assert places(report(), "CD204") == []
    (project / "cannlint.toml").write_text(JOB + 'soc_version = "Ascend910A"\n')
    assert places(report(), "CD204") == [("conf/dtypes.lst", "CD204", 1)]
    assert places(report("--soc", "Ascend910B3"), "CD204") == [("conf/dtypes.lst", "CD204", 1)]


def test_jobs_of_pyproject(report, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "x"\n\n[tool.cannlint.job.net]\nfront-end = "atc"\n'
        'op_select_implmode = "high_precision"\nop_precision_mode = "net.ini"\n'
    )
    (tmp_path / "net.ini").write_text("Gelu=high_precision\n")
    assert places(report()) == [("pyproject.toml", "JB301", 6)]
    assert places(report("pyproject.toml")) == [("pyproject.toml", "JB301", 6)]


def test_a_configuration_without_jobs_is_no_file_of_the_walk(report, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert report()["summary"]["files"] == 0
    assert report("cannlint.toml")["summary"]["files"] == 1


def test_findings_in_a_file_obey_its_own_configuration(report, project):
    ignore = '[[ignore]]\nrules = ["JB305"]\npaths = ["conf/dtypes.lst"]\n'
    (project / "cannlint.toml").write_text(JOB + ignore)
    found = report()
    assert places(found) == [] and found["summary"]["suppressed"] == 1


def test_hostile_paths(report, tmp_path):
    for path in ("\\u0000", "a" * 5000, "../" * 2000 + "x", "conf\\n.cfg", "~/x", "NUL:"):
        (tmp_path / "cannlint.toml").write_text(
            f'[job.net]\nprecision_mode = "force_fp16"\nkeep_dtype = "{path}"\n'
        )
        assert {rule for _, rule, _ in places(report("cannlint.toml"))} <= {"JB004", "JB005"}
