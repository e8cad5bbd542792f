"""Scripts, cannlint.toml and the files that their jobs name, in an editor."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options

GOOD = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
FAULTY = GOOD + "\n"
COMMAND = (
    "atc --model=net.onnx --framework=5 --output=out --soc_version=Ascend910B3 \\\n"
    "    --customize_dtypes=dtypes.lst\n"
)


@pytest.fixture
def project(tmp_path):
    (tmp_path / "net.onnx").write_bytes(b"")
    (tmp_path / "dtypes.lst").write_text(GOOD)
    (tmp_path / "build.sh").write_text(COMMAND)
    return tmp_path


def uri(project, name):
    return (project / name).as_uri()


def found_by_check(project, monkeypatch, *names):
    """What `cannlint check` finds in files that are named together."""
    monkeypatch.chdir(project)
    run = check_paths([*names], Options())
    return [(finding.source.path, finding.code) for finding in run.findings]


def test_a_file_that_only_a_script_names_is_checked_as_its_option_says(editor, project):
    script, dtypes = uri(project, "build.sh"), uri(project, "dtypes.lst")
    (project / "build.sh").write_text("")
    assert editor.open(dtypes, "node:FP16\n") == []  # nothing tells what it is
    editor.open(script, COMMAND)
    assert [found["code"] for found in editor.diagnostics(dtypes)] == ["CD001"]
    editor.type(dtypes, FAULTY)
    editor.wait_for(dtypes, ["CD002"])
    editor.type(script, COMMAND.replace("dtypes.lst", "other.lst"))
    [missing] = editor.wait_for(script, ["JB004"])
    assert "other.lst" in missing["message"]


def test_a_change_in_one_file_of_a_job_checks_the_others_again(editor, project, monkeypatch):
    keep = "OpType::Relu\n"
    (project / "keep.list").write_text(keep)
    script = COMMAND.rstrip("\n") + " --keep_dtype=keep.list --precision_mode=force_fp16\n"
    (project / "build.sh").write_text(script)
    names = ("build.sh", "dtypes.lst", "keep.list")
    assert found_by_check(project, monkeypatch, *names) == [("dtypes.lst", "JB305")]
    files = [uri(project, name) for name in names]
    for file, text in zip(files, (script, GOOD, keep), strict=True):
        editor.open(file, text)
    [finding] = editor.wait_for(files[1], ["JB305"])  # both files have the operator
    related = {place["location"]["uri"] for place in finding["relatedInformation"]}
    assert files[2] in related
    editor.type(files[2], "OpType::Add\n")  # not saved
    editor.wait_for(files[1], [])
    editor.tell("textDocument/didClose", {"textDocument": {"uri": files[2]}})
    editor.wait_for(files[1], ["JB305"])  # on disk it still has
    editor.type(files[0], script.replace("--keep_dtype=keep.list", ""))
    editor.wait_for(files[1], [])


def test_the_jobs_of_a_configuration_that_is_not_saved_count(editor, project):
    job = '[job.net]\nsoc_version = "Ascend910B3"\ncustomize_dtypes = "dtypes.lst"\n'
    (project / "build.sh").unlink()
    (project / "cannlint.toml").write_text("")
    dtypes = uri(project, "dtypes.lst")
    assert editor.open(dtypes, "node:FP16\n") == []
    editor.open(uri(project, "cannlint.toml"), "")
    editor.type(uri(project, "cannlint.toml"), job)
    editor.wait_for(dtypes, ["CD001"])
    editor.type(uri(project, "cannlint.toml"), job + "[job.")  # still being written
    editor.wait_for(uri(project, "cannlint.toml"), ["CL001"])
    editor.type(dtypes, FAULTY)
    editor.wait_for(dtypes, ["CD002"])


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("run.sh", "#!/bin/sh\n" + COMMAND.replace("910B3", "910B3 --precision_mode=fp8"), 2),
        ("guide.md", "# How\n\n```sh\natc --model=a.onnx --precision_mode=fp8\n```\n", 3),
        (
            "train.py",
            'import npu_bridge\ncustom_op.parameter_map["precision_mode"].s = b"fp8"\n',
            1,
        ),
    ],
)
def test_scripts_and_pages_are_read_and_their_findings_accepted_by_a_comment(
    editor, project, name, text, at
):
    file = uri(project, name)
    findings = editor.open(file, text)
    [finding] = [found for found in findings if "`fp8`" in found["message"]]
    actions = editor.ask(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": file},
            "range": finding["range"],
            "context": {"diagnostics": [finding], "only": ["quickfix"]},
        },
    )
    [accept] = [one for one in actions if one["title"].startswith(f"ignore {finding['code']}")]
    [change] = accept["edit"]["documentChanges"]
    editor.change(file, *({"range": e["range"], "text": e["newText"]} for e in change["edits"]))
    assert finding["code"] not in [found["code"] for found in editor.diagnostics(file)]


def test_a_text_that_is_of_no_kind_is_left_in_peace(editor, project):
    for name in ("notes.md", "setup.py", "diffusion.json", "package.json", "clean.sh"):
        assert editor.open(uri(project, name), '{"atc": "no"}\n') == []


def test_hover_and_definition_of_an_option(editor, project):
    editor.open(uri(project, "build.sh"), COMMAND)
    hover = editor.at("hover", uri(project, "build.sh"), 1, 10)["contents"]["value"]
    assert "`--customize_dtypes`** · ATC" in hover and "TensorFlow" not in hover
    assert "file of kind `customize_dtypes`" in hover
    assert "/en/customize_dtypes.md)" in hover  # the page with all front ends
    place = editor.at("definition", uri(project, "build.sh"), 1, 30)
    assert place["uri"] == uri(project, "dtypes.lst")
    job = '[job.net]\nfront-end = "atc"\ncustomize_dtypes = "dtypes.lst"\n'
    (project / "cannlint.toml").write_text(job)
    editor.open(uri(project, "cannlint.toml"), job)
    place = editor.at("definition", uri(project, "cannlint.toml"), 2, 22)
    assert place["uri"] == uri(project, "dtypes.lst")
    [symbol] = editor.ask(
        "textDocument/documentSymbol", {"textDocument": {"uri": uri(project, "cannlint.toml")}}
    )
    assert symbol["name"] == "net"
    assert [child["name"] for child in symbol["children"]] == ["customize_dtypes"]


@pytest.mark.parametrize(
    ("text", "expected", "absent"),
    [
        ("[job.net]\n|", "op_precision_mode", "graph_memory_max_size"),
        ('[job.net]\nfront-end = "ge"\n|', '"ge.exec.precision_mode"', "model"),
        ("[job.net]\nprecision_mode = |", '"force_fp16"', '"fp8"'),
        ('[job.net]\nprecision_mode = "|', "force_fp16", '"force_fp16"'),
        ("[job.net]\nfront-end = |", '"torchair"', '"tf"'),
        ("[job.net]\nprecision_mode = 'x'\n|", "customize_dtypes", "precision_mode"),
        ('soc = "|', "Ascend910B3", "Ascend"),
        ('[[ignore]]\nrules = ["|', "CD104", "CD"),
        ('[files]\n"a.cfg" = "|', "keep_dtype", "job"),
        ("|", "extra-ops", "rules"),
        ("|", "exclude", "files"),
        ('[job.net]\nfront-end = "ge"\n"ge.exec.p|"', '"ge.exec.precision_mode"', "graph"),
        ("[job.net]\n|", "graph", "soc"),
        ("[job.net]\ngraph = '|", "net.onnx", '"net.onnx"'),
        ("[job.net]\ncustomize_dtypes = |", '"dtypes.lst"', '"missing.lst"'),
        ('[job.net]\ncustomize_dtypes = "./|"', "./dtypes.lst", "dtypes.lst"),
        ("[job.net]\njit_compile = |", '"0"', '"fp16"'),
        ('[job.net]\nfront-end = "tf1"\nhorovod_mode = |', "true", '"true"'),
        ("[|", "[files]", "[soc]"),
        ("soc = 'Ascend910B3'\n[jo|", "[job.", "[job]"),
        ("[|]", "[[ignore]]", "[ignore]"),
        ("[front-end-version]\n|", "torchair", "atc"),
        ("[files]\n|", '"dtypes.lst"', "dtypes.lst"),
        ('exclude = ["build.sh", "|', "net.onnx", '"net.onnx"'),
        ("[[ignore]]\n|", "reason", "soc"),
    ],
)
def test_completion_in_a_configuration(editor, project, text, expected, absent):
    before, _, after = text.partition("|")
    file = uri(project, "cannlint.toml")
    editor.open(file, before + after)
    lines = before.split("\n")
    items = editor.at("completion", file, len(lines) - 1, len(lines[-1]))
    labels = {item["label"] for item in items}
    assert expected in labels and absent not in labels


@pytest.mark.parametrize(
    ("written", "label", "line"),
    [
        ('front-end = "ge"\nge.exec.pr|', '"ge.exec.precision_mode"', '"ge.exec.precision_mode"'),
        ('front-end = "ge"\n"ge.ex|"', '"ge.exec.precision_mode"', '"ge.exec.precision_mode"'),
        ("prec|", "precision_mode", "precision_mode"),
        ('precision_mode = "force|"', "force_fp16", 'precision_mode = "force_fp16"'),
        ("precision_mode = fo|", '"force_fp16"', 'precision_mode = "force_fp16"'),
        ("[fi|]", "[files]", "[files]"),
        ("[[ig|]]", "[[ignore]]", "[[ignore]]"),
    ],
)
def test_an_item_leaves_no_quote_or_bracket_twice(editor, project, written, label, line):
    before, _, after = f"[job.net]\n{written}".partition("|")
    file = uri(project, "cannlint.toml")
    editor.open(file, before + after)
    lines = before.split("\n")
    items = editor.at("completion", file, len(lines) - 1, len(lines[-1]))
    [edit] = [item["textEdit"] for item in items if item["label"] == label]
    start, end = (edit["range"][side]["character"] for side in ("start", "end"))
    whole = lines[-1] + after
    assert whole[:start] + edit["newText"] + whole[end:] == line


def test_completion_in_the_table_of_a_pyproject(editor, project):
    file = uri(project, "pyproject.toml")
    editor.open(file, "[tool.cannlint.job.net]\n\n[tool.other]\n\n[\n")

    def labels(line, character):
        return {item["label"] for item in editor.at("completion", file, line, character)}

    assert "precision_mode" in labels(1, 0)
    assert labels(3, 0) == set()
    assert {"[tool.cannlint.files]", "[[tool.cannlint.ignore]]"} <= labels(4, 1)


def test_hover_on_an_operator_says_what_it_gets_in_the_jobs_of_the_file(editor, project):
    modes = "Gelu=high_precision\n"
    (project / "modes.ini").write_text(modes)
    command = (
        "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \\\n"
        "  --op_precision_mode=modes.ini"
    )
    script = f"{command}\n{command} --precision_mode=force_fp32\n"
    editor.open(uri(project, "both.sh"), script)
    editor.open(uri(project, "modes.ini"), modes)
    about = editor.at("hover", uri(project, "modes.ini"), 0, 2)["contents"]["value"]
    # force_fp16 is ATC's default; the columns of Gelu have float16 and float32
    assert "* `both.sh:1`: float16 → float16; mode `high_precision`" in about
    assert "* `both.sh:3`: float32 → float32; mode `high_precision`" in about


@pytest.mark.parametrize(
    ("name", "text", "says", "says_not"),
    [
        ("a.sh", "atc --model=a --op_select_|implmode=high_precision\n",
         ["no effect beside `op_precision_mode`", "default: `high_performance`"], "TensorFlow"),
        ("a.py", "import torchair\nconfig = torchair.CompilerConfig()\nconfig.mo|de = 'x'\n",
         ["`config.mode`** · torchair", "`max-autotune`"], "ATC"),
        ("b.py", "import torch\nimport torch_npu\n"
         "torch.npu.set_option({'ACL_PRECI|SION_MODE': 'must_keep_origin_dtype'})\n",
         ["torch_npu", "`allow_fp32_to_fp16`"], "force_fp32"),
        ("c.py", "from npu_bridge.npu_init import *\nNPURunConfig(precision_m|ode='force_fp16')\n",
         ["`NPURunConfig(precision_mode=)`** · TensorFlow 1"], "parameter_map"),
    ],
)  # fmt: skip
def test_hover_on_an_option_is_about_its_front_end_only(
    editor, project, name, text, says, says_not
):
    before, _, after = text.partition("|")
    editor.open(uri(project, name), before + after)
    lines = before.split("\n")
    hover = editor.at("hover", uri(project, name), len(lines) - 1, len(lines[-1]))
    about = hover["contents"]["value"].partition("\n---\n")[0]
    assert all(text in about for text in says)
    assert says_not not in about and "options.md" not in about


def hints(editor, file):
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    found = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": file}, "range": whole})
    return [(hint["position"]["line"], hint["label"]) for hint in found]


def test_an_entry_shows_what_its_job_makes_of_it(editor, project):
    file = uri(project, "dtypes.lst")
    (project / "build.sh").write_text("")
    editor.open(file, GOOD + "OpType::NoSuchOperator:InputDtype:float16\n")
    assert hints(editor, file) == []  # no job: nothing is determined
    editor.open(uri(project, "build.sh"), COMMAND)
    editor.diagnostics(file)
    assert hints(editor, file) == [(0, "float16 → float16")]


def test_a_mode_that_loses_shows_the_one_that_counts(editor, project):
    modes = "Gelu=high_precision\nMatMulV2=high_precision\nGelu=high_performance\n"
    (project / "modes.ini").write_text(modes)
    command = COMMAND.replace("customize_dtypes=dtypes.lst", "op_precision_mode=modes.ini")
    editor.open(uri(project, "modes.ini"), modes)
    editor.open(uri(project, "build.sh"), command)
    editor.diagnostics(uri(project, "modes.ini"))
    assert hints(editor, uri(project, "modes.ini")) == [(2, "→ high_precision")]


def test_what_accepts_findings_counts_as_it_does_for_check(editor, project, monkeypatch):
    (project / "cannlint.toml").write_text(
        '[[ignore]]\nrules = ["CD104"]\nkeys = ["b"]\n\n[[ignore]]\nrules = ["CD99"]\n'
    )
    text = "".join(f"{key}::InputDtype:{dtype}\n" for dtype in ("float16", "float") for key in "ab")
    (project / "customize_dtypes.cfg").write_text(text)
    of_check = found_by_check(project, monkeypatch, "customize_dtypes.cfg")
    assert of_check == [("cannlint.toml", "CL003"), ("customize_dtypes.cfg", "CD104")]
    [finding] = editor.open(uri(project, "customize_dtypes.cfg"), text)
    assert (finding["code"], finding["range"]["start"]["line"]) == ("CD104", 2)
    config = (project / "cannlint.toml").read_text()
    assert [one["code"] for one in editor.open(uri(project, "cannlint.toml"), config)] == ["CL003"]


def test_a_comment_that_accepts_nothing_is_found(editor, project):
    text = "# cannlint: ignore[OP105]\nGelu=high_precision\n"
    [finding] = editor.open(uri(project, "op_precision.ini"), text)
    assert finding["code"] == "CL002"
    editor.type(uri(project, "op_precision.ini"), "Gelu=high_precision\n" + text)
    editor.wait_for(uri(project, "op_precision.ini"), [])


def test_an_excluded_file_is_left_in_peace(editor, project):
    (project / "cannlint.toml").write_text('exclude = ["old"]\n')
    assert editor.open(uri(project, "old/customize_dtypes.cfg"), FAULTY) == []
    assert editor.open(uri(project, "customize_dtypes.cfg"), FAULTY) != []


def test_a_file_that_another_program_writes_or_removes_is_noticed(editor, project):
    script = uri(project, "build.sh")
    (project / "dtypes.lst").unlink()
    [missing] = editor.open(script, COMMAND)
    assert missing["code"] == "JB004"

    def changed(kind):
        change = {"uri": uri(project, "dtypes.lst"), "type": kind}
        editor.tell("workspace/didChangeWatchedFiles", {"changes": [change]})

    (project / "dtypes.lst").write_text(GOOD)
    changed(1)
    editor.wait_for(script, [])
    (project / "dtypes.lst").unlink()
    changed(3)
    editor.wait_for(script, ["JB004"])


def test_a_policy_counts_when_it_is_saved_and_while_it_is_right(editor, project):
    script, config = uri(project, "build.sh"), uri(project, "cannlint.toml")
    text = COMMAND.rstrip("\n") + " --precision_mode=force_fp16\n"
    policy = '[[policy]]\nforbid = "precision_mode"\nmessage = "Not here."\n'
    (project / "build.sh").write_text(text)
    (project / "cannlint.toml").write_text("")
    assert editor.open(script, text) == []
    editor.open(config, "")

    def save(written):
        (project / "cannlint.toml").write_text(written)
        editor.type(config, written)
        editor.tell("textDocument/didSave", {"textDocument": {"uri": config}})

    save(policy)
    [finding] = editor.wait_for(script, ["CL009"])
    assert finding["message"].startswith("Not here.")
    save(policy.replace("precision_mode", "precison_mode"))
    editor.wait_for(config, ["CL001"])
    editor.type(script, text + "\n")
    editor.wait_for(script, ["CL009"])  # the last valid text counts
    save("")
    editor.wait_for(script, [])
