"""converter_lite, vllm and msit: their commands wherever commands of ATC are read."""

from __future__ import annotations

import json

import pytest

from cannlint.jobs.atc_commands import read
from cannlint.text.source import Source

CONVERT = "converter_lite --fmk=onnx --modelFile=a.onnx --outputFile=a"
SERVE = (
    "vllm serve m --additional-config"
    """ '{"ascend_compilation_config": {"enable_npu_graph_ex": true}}'"""
)
TUNE = "msit convert aoe --model m.onnx --job_type 2 --no_such_flag 1"
FINDINGS = {
    CONVERT: ("JB002", "error", "onnx"),
    SERVE: ("JB001", "warning", "enable_npu_graph_ex"),
    TUNE: ("JB001", "error", "no_such_flag"),
}

FILES = {
    "run.sh": "{}\n",
    "page.md": "# Run\n\n```bash\n$ {}\n```\n",
    "page.rst": "Run\n\n```\n{}\n```\n",
    "Dockerfile": "FROM image\nRUN cd x && {}\n",
    "ci.yml": "jobs:\n  tune:\n    steps:\n    - run: |\n        {}\n",
    "Makefile": "tune:\n\t{}\n",
    "run.bat": "{}\r\n",
    "run.patch": "--- a/x.sh\n+++ b/x.sh\n@@ -0,0 +1,1 @@\n+{}\n",
    "system.py": "import os\nos.system({!r})\n",
    "text.py": "import subprocess\nsubprocess.run({!r}, shell=True)\n",
}


@pytest.mark.parametrize("command", FINDINGS)
@pytest.mark.parametrize("name", FILES)
def test_a_command_in_a_file(cannlint, tmp_path, name, command):
    (tmp_path / name).write_text(FILES[name].format(command))
    [found] = json.loads(cannlint("check", "--format", "json", name).out)["diagnostics"]
    rule, severity, word = FINDINGS[command]
    severity = "info" if name.endswith(".patch") else severity
    assert (found["rule"], found["severity"]) == (rule, severity)
    start, end = found["range"]["start"], found["range"]["end"]
    line = (tmp_path / name).read_text().splitlines()[start["line"] - 1]
    assert line[start["column"] - 1 : end["column"] - 1] == word


def test_a_list_of_words_in_python(cannlint, tmp_path):
    (tmp_path / "a.py").write_text(f"import subprocess\nsubprocess.run({CONVERT.split()})\n")
    out = cannlint("check", "--format", "concise", "a.py").out
    assert "error JB002 invalid value `onnx` for `fmk`" in out


@pytest.mark.parametrize(
    "page",
    [
        "Use `converter_lite --fmk=onnx` for it.\n",
        "```\nconverter_lite --fmk={TFLITE|ONNX} --modelFile=<model> --outputFile=xxx\n```\n",
        "```\nconverter_lite --help\n```\n",
    ],
)
def test_a_page_may_only_speak_of_it(cannlint, tmp_path, page):
    (tmp_path / "a.md").write_text(page)
    assert json.loads(cannlint("check", "--format", "json", ".").out)["diagnostics"] == []


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("Run `./converter_lite --fmk=onnx --modelFile=a.onnx --outputFile=a`.\n", "fmk"),
        ("执行 `converter_lite --fmk=onnx --modelFile=a --outputFile=a`。\n", "fmk"),
        ("converter_lite --fmk=onnx --modelFile=a.onnx --outputFile=a\n", "fmk"),
        ("1. Run\n\n        ./converter_lite --fmk=onnx \\\n          --modelFile=a\n", "fmk"),
        ("`aoe --framework=9 --model=a.onnx --job_type=2`\n", "framework"),
        ("`converter_lite --fmk=onnx --fp16=on`, or `aoe --framework=9`\n", None),
        ("`converter_lite --fmk=<fmk> --modelFile=<file> --outputFile=xxx`\n", None),
        ("`converter_lite --fmk=ONNX --modelFile=a.onnx`\n", None),
        ("converter_lite --fmk=ONNX --modelFile=a --outputFile=a\n--fmk is ONNX or TF\n", None),
        ("    converter_lite --fmk=TF --modelFile=a --outputFile=a\n    --fmk: TF\n", None),
        ("aoe --framework=5 --model=a --job_type=2\n  --framework is 0, 3 or 5\n", None),
        ("converter_lite --modelFile=a --outputFile=a\n  --fmk=onnx\n", "fmk"),
    ],
)
def test_a_command_in_the_text_of_a_page(cannlint, tmp_path, page, found):
    (tmp_path / "a.md").write_text(page)
    report = json.loads(cannlint("check", "--format", "json", ".").out)["diagnostics"]
    assert [each["rule"] for each in report] == ["JB002"] * (found is not None)
    assert all(f"`{found}`" in each["message"].replace("--", "") for each in report)


def test_the_ini_file_of_a_command_is_checked_with_it_and_so_are_those_that_it_names(
    cannlint, tmp_path
):
    (tmp_path / "run.sh").write_text(f"{CONVERT.replace('onnx', 'ONNX', 1)} --configFile=a.cfg\n")
    (tmp_path / "a.cfg").write_text("[acl_build_options]\nge.customizeDtypes=types.txt\n")
    (tmp_path / "types.txt").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n\n")
    result = cannlint("check", "--format", "concise", "run.sh")
    assert result.out.startswith("types.txt:2:1: error CD002")
    assert "3 files and 2 jobs checked" in result.out


def test_an_ini_file_that_is_not_there_is_an_info(cannlint, tmp_path):
    (tmp_path / "run.sh").write_text(f"{CONVERT.replace('onnx', 'ONNX', 1)} --configFile=a.cfg\n")
    assert "info JB004" in cannlint("check", "--format", "concise", "run.sh").out


@pytest.mark.parametrize(
    "text",
    [
        "args:\n  - serve\n  - --additional-config\n  - '{config}'\n",
        "cmd: [vllm, serve, m, --additional-config, '{config}']\n",
        "cmd: >\n  vllm serve m\n  --additional-config='{config}'\n",
    ],
)
def test_words_of_a_command_in_yaml(cannlint, tmp_path, text):
    config = SERVE.split("'")[1]
    text = text.replace("{config}", config)
    (tmp_path / "a.yaml").write_text(text)
    [found] = json.loads(cannlint("check", "--format", "json", "a.yaml").out)["diagnostics"]
    start, end = found["range"]["start"], found["range"]["end"]
    line = text.splitlines()[start["line"] - 1]
    assert line[start["column"] - 1 : end["column"] - 1] == "enable_npu_graph_ex"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("""'{"ascend_compilation_config": {"enable_npugraph_ex": True}}'""", ["JB342"]),
        ("""'{"torchair_graph_config": {"enabled": true},}'""", ["JB342"]),
        (""""{"ascend_compilation_config": {"enable_npugraph_ex": true}}\"""", ["JB342"]),
        ("""'{"ascend_compilation_config": {"enable_npugraph_ex": true}}'""", []),
        ("""'{"ascend_compilation_config": {...}}'""", []),
        ("""'{"ascend_compilation_config": {"enable_npugraph_ex": '$X'}}'""", []),
        ("""'{"of_another_platform": True}'""", []),
        ("""'{"npugraph_ex": {"enable": true}}'""", ["JB001"]),
    ],
)
def test_what_vllm_takes_for_json(cannlint, tmp_path, value, found):
    for flag in ("--additional-config ", "--additional_config="):
        (tmp_path / "run.sh").write_text(f"vllm serve m {flag}{value}\n")
        report = json.loads(cannlint("check", "--format", "json", "run.sh").out)
        assert [finding["rule"] for finding in report["diagnostics"]] == found


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ("C.ascend_compilation_config.enable_npu_graph_ex=true", ["JB001 enable_npu_graph_ex"]),
        ("C.ascend_compilation_config.enable_npugraph_ex False", ["JB002 False"]),
        (
            "C.ascend_compilation_config '{\"enable_npu_graph_ex\": 1}'",
            ["JB001 enable_npu_graph_ex"],
        ),
        ("C.ascend_compilation_config on", ["JB342 on"]),
        ("C.torchair_graph_config.enabled=true", ["JB001 torchair_graph_config"]),
        ("C.ascend_compilation_config.enable_npugraph_ex false", []),
        ("C.ascend_compilation_config.enable_npugraph_ex=$X", []),
        ("C.ascend_compilation_config $X", []),
        ("C.of_another_platform.sizes+ 1,2 --port 80", []),
        ("C.ascend_compilation_config.enable_npugraph_ex", []),
        ("C.", []),
        (
            "C.ascend_compilation_config.enable_npugraph_ex=false \\\n  "
            "C.ascend_compilation_config.enable_static_kernel true",
            ["JB350 enable_static_kernel true"],
        ),
        (
            "C '{\"ascend_compilation_config\": 1}' C.ascend_fusion_config.no_such_key 1",
            ["JB001 no_such_key"],
        ),
    ],
)
@pytest.mark.parametrize("written", ["--additional-config", "--additional_config"])
def test_keys_of_the_dict_in_flags_of_their_own(cannlint, tmp_path, written, flags, found):
    text = f"vllm serve m {flags.replace('C', written)}\n"
    (tmp_path / "run.sh").write_text(text)
    lines = text.splitlines()
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    places = []
    for each in report["diagnostics"]:
        start, end = each["range"]["start"], each["range"]["end"]
        line = lines[start["line"] - 1]
        places.append(f"{each['rule']} {line[start['column'] - 1 : end['column'] - 1]}")
    assert places == found


@pytest.mark.parametrize(
    ("command", "jobs"),
    [
        ("atc init --tool claude --force", 0),
        ("atc check -j 4", 0),
        ("atc run-all foo.yml --dry-run", 0),
        ("atc convert --model=a.onnx --tool=x", 1),
        ("atc --tool=x init", 1),
        ("atc net.onnx --tool=x", 1),
        ("atc --version", 1),
    ],
)
def test_a_program_of_the_same_name_with_subcommands(command, jobs):
    reading = read(Source("run.sh", f"{command}\n".encode()))
    assert len(reading.jobs) == jobs
