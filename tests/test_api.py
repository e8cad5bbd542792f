"""cannlint from Python; the examples of docs/api.md run here."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import cannlint
from cannlint.errors import CannlintError
from cases import blocks
from conftest import ROOT
from documents import must_be_valid
from installs import built_in, entry


def test_the_examples_of_the_documentation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    found = list(blocks((ROOT / "docs" / "api.md").read_text(encoding="utf-8")))
    assert [info for info, _ in found].count("python") >= 3
    for info, text in found:
        if info == "python":
            exec(compile(text, "docs/api.md", "exec"), names)
        elif info == "op_precision":
            (tmp_path / "op_precision.ini").write_text(text)


def test_start_up_pays_nothing_for_it():
    code = "import sys, cannlint; print(sorted(m for m in sys.modules if m.startswith('cannlint')))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={"PYTHONPATH": str(ROOT / "lint")}
    )
    assert process.stdout.decode().strip() == "['cannlint']"


def test_check_gives_the_report_of_the_command(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op_precision.ini").write_text("Gelu=fast\n")
    printed = json.loads(cannlint_command("check", "--format", "json", "op_precision.ini").out)
    assert cannlint.check("op_precision.ini") == printed
    assert cannlint.check(["op_precision.ini"], ignore=["OP"])["summary"]["warning"] == 0


def test_inspect_gives_one_file_of_the_inspection(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cfg").write_text("a::InputDtype:half\n")
    printed = json.loads(cannlint_command("inspect", "--format", "json", "a.cfg").out)
    assert [cannlint.inspect("a.cfg")] == printed["files"]


def test_plan_gives_what_the_command_prints(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ("--soc", "Ascend910B3", "--op", "Gelu", "-O", "precision_mode=force_fp16")
    printed = json.loads(cannlint_command("plan", "--format", "json", *arguments).out)
    made = cannlint.plan(options={"precision_mode": "force_fp16"}, ops=["Gelu"], soc="Ascend910B3")
    assert made == printed


def types_in(value):
    """The types of all values in a document."""
    inner = [*value.items()] if isinstance(value, dict) else value
    found = {type(value)} if not isinstance(value, tuple) else set()
    return found.union(*map(types_in, inner)) if isinstance(inner, (list, tuple)) else found


def test_results_have_plain_values_only(here):
    """No text of a subclass, no tuple, no member of an Enum: `repr` and pickle show them, too."""
    (here / "kept.cfg").write_text("OpType::Relu\nlost/node\n")
    (here / "cannlint.toml").write_text('[job.a]\nprecision_mode = "force_fp16"\n')
    options = {"precision_mode": "force_fp16", "keep_dtype": "kept.cfg", "op_select_implmode": ""}
    plan = cannlint.plan(options=options, ops=["Gelu", "TopK", "Xlog1py"], soc="Ascend910B3")
    for document in (cannlint.check("."), cannlint.inspect("kept.cfg"), plan):
        must_be_valid(document)
        assert types_in(document) <= {dict, list, str, int, float, bool, type(None)}
    assert {option["status"] for option in plan["job"]["options"]} >= {"effective"}


def checked(*arguments, **options):
    """The rules of the findings of a check."""
    return [found["rule"] for found in cannlint.check(*arguments, **options)["diagnostics"]]


def test_each_call_sees_the_configuration_as_it_is_then(here):
    (here / "op_precision.ini").write_text("Gelu=fast\n")
    config = here / "cannlint.toml"
    assert checked() == ["OP101"]
    config.write_text('[[ignore]]\nrules = ["OP101"]\n')
    assert checked() == []
    config.write_text('[[ignore]]\nrules = ["OP105"]\n')
    assert checked() == ["OP101", "CL002"] or checked() == ["CL002", "OP101"]
    config.unlink()
    assert checked() == ["OP101"]


def test_a_plan_and_an_inspection_see_it_too(here):
    (here / "x.lst").write_text("conv1\n")
    config = here / "cannlint.toml"
    for soc, kind in (("Ascend910B3", "keep_dtype"), ("Ascend310P3", "op_precision")):
        config.write_text(f'soc = "{soc}"\n[files]\n"x.lst" = "{kind}"\n')
        assert cannlint.plan(ops="Gelu")["library"]["soc"] == soc
        assert cannlint.inspect("x.lst")["kind"] == kind


def test_each_call_sees_the_library_as_it_is_then(here, monkeypatch):
    """Another one that the environment names, and operators that it has gained."""
    (here / "op_precision.ini").write_text("MyOp=high_precision\n")
    assert checked("op_precision.ini") == ["OP201"]
    built_in(here / "opp", Gelu=entry())
    monkeypatch.setenv("ASCEND_OPP_PATH", str(here / "opp"))
    report = cannlint.check("op_precision.ini")
    assert report["library"]["origin"] == "install"
    assert [found["rule"] for found in report["diagnostics"]] == ["OP201"]
    built_in(here / "opp", Gelu=entry(), MyOp=entry())
    assert checked("op_precision.ini") == []


def test_inspect_is_told_the_same_by_the_configuration_as_the_command(here, cannlint_command):
    """The kind of a file, and the library whose passes they are; or that there is none."""
    (here / "fusion.lst").write_text('{"Switch": {"GraphFusion": {"ALL": "off"}}}')
    files = '[files]\n"fusion.lst" = "fusion_switch"\n'
    for name, release in (("cannlint.toml", "9.0.0"), ("other.toml", "8.1.RC1")):
        (here / name).write_text(f'library = "{release}"\n{files}')
    found = []
    for options, arguments in (({}, ()), ({"config": "other.toml"}, ("--config", "other.toml"))):
        command = ("inspect", "--format", "json", "fusion.lst", *arguments)
        printed = json.loads(cannlint_command(*command).out)
        found.append(cannlint.inspect("fusion.lst", **options))
        assert [found[-1]] == printed["files"]
    assert found[0] != found[1]  # 9.0.0 has other built-in switches
    (here / "names.lst").write_text("conv1\n")
    (here / "other.toml").write_text('[files]\n"*.lst" = "keep_dtype"\n')
    assert cannlint.inspect("names.lst", config="other.toml")["names"] == ["conv1"]
    with pytest.raises(CannlintError, match="cannot tell what kind of file this is"):
        cannlint.inspect("names.lst", config="other.toml", isolated=True)


def test_a_configuration_that_cannot_be_used_is_one_sentence(here):
    (here / "cannlint.toml").write_text("socs = 1\n")
    (here / "a.cfg").write_text("OpType::Relu:InputDtype:float16\n")
    for call in (lambda: cannlint.plan("bert"), lambda: cannlint.inspect("a.cfg")):
        with pytest.raises(CannlintError, match=r"^cannlint.toml: cannot be used as conf\w+$"):
            call()
    report = cannlint.check("a.cfg")
    assert [found["rule"] for found in report["diagnostics"]] == ["CL001"]
    assert report["complete"] is False


def test_a_text_or_a_path_is_one_wherever_there_may_be_several(here):
    file = here / "op_precision.ini"
    file.write_text("Gelu=fast\nTanh=high_precision\nTanh=high_performance\n")
    assert checked(file) == checked([file]) == checked(str(file)) == ["OP101", "OP105"]
    assert checked(file, select="OP105") == checked(file, ignore="OP101") == ["OP105"]
    assert checked(file, select=iter(["OP105"])) == ["OP105"]
    assert cannlint.inspect(file)["by_type"] == {"Tanh": "high_precision"}
    options = {"op_precision_mode": file}
    planned = cannlint.plan(options=options, ops="Tanh", soc="Ascend910B3", config=None)
    [op] = planned["ops"]
    assert (op["type"], op["impl_mode"]["value"]) == ("Tanh", "high_precision")
    (here / "own.json").write_text(json.dumps({"MyOp": entry("float16")}))
    [op] = cannlint.plan(ops_info=here / "own.json", ops="MyOp", soc="Ascend910B3")["ops"]
    assert op["dtypes"]["inputs"] == ["float16"]


def test_a_command_line_is_words_or_a_line_as_for_a_shell(here):
    words = ["atc", "--soc_version=Ascend910B3", f"--model={here / 'm m.onnx'}"]
    line = f"atc --soc_version=Ascend910B3 '--model={here / 'm m.onnx'}'"
    plan = cannlint.plan(command=line, ops=["Gelu"])
    assert plan == cannlint.plan(command=words, ops=["Gelu"])
    assert plan["library"]["soc"] == "Ascend910B3"


def test_a_soc_is_one_that_some_library_knows(here):
    """Ascend910_9363 is of 9.1: 8.1.RC1 has no operators of it."""
    (here / "op_precision.ini").write_text("Gelu=high_precision\n")
    calls = (
        lambda soc: cannlint.check(soc=soc),
        lambda soc: cannlint.plan(soc=soc, ops="Gelu"),
    )
    for call in calls:
        with pytest.raises(CannlintError, match="did you mean Ascend910B3"):
            call("910B3")
    [complaint] = cannlint.check(soc="Ascend910_9363")["complaints"]
    assert complaint.startswith("CANN 8.1.RC1 has no operators for Ascend910_9363")
    (here / "cannlint.toml").write_text('library = "9.1.0"\n')
    for call in calls:
        assert call("Ascend910_9363")["library"]["soc"] == "Ascend910_9363"


MANY = """
import json, sys
forks = []
sys.addaudithook(lambda event, _: forks.append(event) if event == "os.fork" else None)
import cannlint
if __name__ == "__main__":
    report = cannlint.check(**json.loads(sys.argv[1]))
    print(json.dumps([report["summary"]["files"], report["summary"]["error"], forks]))
"""


@pytest.mark.parametrize("options", [{}, {"jobs": 2}], ids=str)
def test_many_files_fork_no_process_and_nothing_is_written(tmp_path, options):
    """The host may have threads, whose locks a forked process would wait for."""
    project = tmp_path / "project"
    project.mkdir()
    for number in range(220):
        (project / f"{number}.cfg").write_text("OpType::Relu:InputDtype:half\n")
    (tmp_path / "host.py").write_text(MANY)
    process = subprocess.run(
        [sys.executable, str(tmp_path / "host.py"), json.dumps(options)],
        cwd=project,
        capture_output=True,
        check=True,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "lint"),
            "HOME": str(tmp_path / "home"),
        },
    )
    assert json.loads(process.stdout) == [220, 220, []]
    assert {path.name for path in tmp_path.iterdir()} == {"project", "host.py"}


def test_what_could_not_be_done_is_in_the_report(here, cannlint_command):
    """As the command says it on standard error; what was found is there as well."""
    (here / "op_precision.ini").write_text("Gelu=fast\n")
    (here / "notes.txt").write_text("hello\n")
    arguments = ("check", "--format", "json", "--model", "gone.onnx", ".", "notes.txt")
    result = cannlint_command(*arguments)
    report = cannlint.check([".", "notes.txt"], model="gone.onnx")
    assert report == json.loads(result.out)
    assert [found["rule"] for found in report["diagnostics"]] == ["OP101"]
    assert report["complete"] is False and result.status == 2
    said = [line.removeprefix("cannlint: ") for line in result.err.splitlines()]
    assert report["complaints"] == said and len(said) == 2
    whole = cannlint.check("op_precision.ini")
    assert (whole["complete"], whole["complaints"]) == (True, [])


def test_a_path_that_is_not_there_is_a_finding(here):
    report = cannlint.check("gone.cfg")
    assert [found["rule"] for found in report["diagnostics"]] == ["CL005"]
    assert report["complete"] is False


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cannlint.check(select=["XX999"]), "no rule has the code 'XX999'"),
        (lambda: cannlint.inspect("nope.cfg"), "nope.cfg: no such file"),
        (lambda: cannlint.inspect("nope.cfg", kind="mixlst"), "unknown kind 'mixlst'"),
        (lambda: cannlint.plan(ops=["Gelu"], isolated=True), "no SoC given"),
        (lambda: cannlint.plan(front_end="at"), "unknown front end 'at': expected one of atc, ge"),
        (lambda: cannlint.plan(original="int8", soc="Ascend910B3"), "unknown dtype 'int8'"),
        (lambda: cannlint.check(soc="Ascned910B3"), "unknown SoC version 'Ascned910B3'; did you"),
        (lambda: cannlint.plan(ops="Gelu", soc="Ascned910B3"), "unknown SoC version 'Ascned910B3'"),
        (lambda: cannlint.check(soc=""), "a SoC version is empty"),
        (lambda: cannlint.plan(soc=""), "a SoC version is empty"),
        (lambda: cannlint.check(library="8.2"), "library '8.2' is neither a folder nor"),
        (lambda: cannlint.inspect("a.cfg", library="8.2"), "library '8.2' is neither a folder"),
        (lambda: cannlint.check(config="gone.toml"), "gone.toml: no such file"),
        (lambda: cannlint.check("-"), "`-` means standard input on the command line only"),
        (lambda: cannlint.check(jobs=0), "jobs=0: must be at least 1"),
        (lambda: cannlint.plan("a", command=["atc"]), "one job: 'a' or a command line, not both"),
        (lambda: cannlint.plan(command=[]), "begins with its name, not with ''"),
        (lambda: cannlint.plan(command=["bash", "-c", "atc"]), "its name, not with 'bash'"),
        (lambda: cannlint.plan(command="atc '--model=m"), "unclosed quote or trailing backslash"),
        (lambda: cannlint.plan(nodes=["Gelu=a"]), "'Gelu=a' is not a pair"),
    ],
)
def test_why_there_is_no_answer(call, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannlintError, match=sentence):
        call()


def test_the_package_lists_what_it_offers():
    assert {"check", "inspect", "plan", "CannlintError"} <= set(dir(cannlint))
    with pytest.raises(AttributeError, match="has no attribute 'lint'"):
        _ = cannlint.lint


@pytest.fixture
def cannlint_command(request):
    """The command's fixture by a name that does not hide the package."""
    return request.getfixturevalue("cannlint")


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
