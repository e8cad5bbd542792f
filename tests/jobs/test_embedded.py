"""Commands and Python code in files of other languages, and the places where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cannlint.discovery.detect import kind_of
from cannlint.jobs.atc_commands import read
from cannlint.kinds import Kind
from cannlint.text.source import Source
from work import grows_as_its_input

ATC = "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"
NOTEBOOK = {"nbformat": 4, "cells": [
    {"cell_type": "markdown", "source": ["NPURunConfig(precision_mode='text')"]},
    {"cell_type": "code", "source": ["from npu_bridge.npu_init import *\n", "mode = \"må\"\n"],
     "outputs": [{"text": ["NPURunConfig(precision_mode='out')"]}]},
    {"cell_type": "code", "source": "%matplotlib inline\nc = NPURunConfig(precision_mode=mode)\n"},
    {"cell_type": "code", "source": [f"!{ATC} \\\n", "  --log=\"loud\"\n"]},
    {"cell_type": "code", "source": ["%%bash\n", "atc --om=b.om --mode=1 --json=c.json --log=x"]},
]}  # fmt: skip


def jobs_of(name, text):
    return read(Source(name, text.encode())).jobs


def settings_of(name, text, *options):
    """The values of some options, each with the text that stands at its place."""
    source = Source(name, text.encode())
    assert kind_of(name, source.data) is Kind.ATC_COMMANDS
    found = [
        (setting.value, source.slice(setting.value_span))
        for job in read(source).jobs
        for setting in job.settings
        if setting.option in options
    ]
    for value, written in found:
        assert value is None or value == written or written[0] in '$%"'
    return [value for value, _ in found]


@pytest.mark.parametrize(
    ("name", "text", "logs"),
    [
        ("a.yml", f"jobs:\n  a:\n    steps:\n    - run: |\n        cd x\n        {ATC} --log=a\n"
                  f"    - name: b\n      run: {ATC} --log=b\n", ["a", "b"]),
        ("a.yaml", f"a:\n  script:\n    - L=c\n    - {ATC} --log=$L\n    - 'atc --om=x --log=d'\n"
                   f"b:\n  script:\n    - \"{ATC} --log=\\\"e\\\"\"\n", ["c", "d", "e"]),
        ("a.yml", f"run: >-\n  {ATC}\n  --log=a\n\nother: {ATC}\n  --log=b\n", ["a", "b"]),
        ("a.yml", f"run: {ATC} --log=${{{{ matrix.log }}}}\n", [None]),
        ("a.yml", "command:\n- atc\n- --om=x\n- \"--log=a\"\n- --mode\n- 1\nargs: [b]\n", ["a"]),
        ("a.yml", "command: [\"atc\", '--om=x', --mode=1,\n  \"--log=a\"]\nb: [atc]\n", ["a"]),
        ("a.yml", f"# {ATC} --log=a\nkey: value # {ATC} --log=b\n", []),
        ("config.yml", f"run:\n  name: x\n  command: |\n    {ATC} --log=<< parameters.log >> >> a\n"
                       f"script: \"{ATC} --log=<<pipeline.parameters.log>>\"\n", [None, None]),
        ("a.yml", f"debug:\n  msg: {ATC} --log=a\ncommand: {ATC} --log=b\n", ["b"]),
        ("a.yml", f"name: {ATC} --log=a\nsteps:\n- name: '{ATC} --log=b'\n  run: {ATC} --log=c\n"
                  f"- description: |\n    {ATC} --log=d\n  shell: {ATC} --log=e\n", ["c", "e"]),
        ("a.yaml", f"data:\n  a.md: |\n    {ATC} --log=a\n  run.sh: |\n    {ATC} --log=b\n"
                   f"  x.cfg: {ATC} --log=c\nansible.builtin.shell: {ATC} --log=d\n", ["b", "d"]),
        ("Dockerfile", f"FROM x\nENV L=a\nARG M\nRUN cd x && \\\n    # note\n    {ATC} --log=$L\n"
                       f"COPY a b\nRUN [\"x\"]\nrun {ATC} --log=$M\n", ["a", None]),
        ("Dockerfile", "CMD [\"atc\", \"--om=x\", \\\n  \"--log=it's\"]\n"
                       "ENTRYPOINT [\"bash\", \"-c\", \"atc --om=x --log=\\\"a\\\"\"]\n",
         ["it's", "a"]),
        ("Dockerfile", 'FROM x\nCMD ["atc", "--om=x", "--log=a"]\n', ["a"]),
        ("Dockerfile.ascend", f"FROM {ATC} --log=a\n", []),
        ("Dockerfile", f"ENV L=b\nRUN <<EOF\n# note\n{ATC} --log=a\n{ATC} --log=$L\nEOF\n"
                       f"LABEL a=b\n{ATC} --log=c\n", ["a", "b"]),
        ("Dockerfile", f"ARG L=c\nCOPY --chmod=755 <<-\"EOF\" /run.sh\n\t{ATC} --log=a\n\tEOF\n"
                       f"add <<E /b.sh\r\n{ATC} --log=$L\r\nE\r\nCOPY <<E /c.txt\n{ATC} --log=d\n"
                       f"E\nCOPY c.sh /\nRUN {ATC} --log=e\n", ["a", "c", "e"]),
        ("Dockerfile", f"RUN cat <<'EOF' > /run.sh && \\\n    chmod +x /run.sh\n{ATC} --log=a\n"
                       f"EOF\n"
                       f"RUN bash <<A\n{ATC} --log=b\nA\nRUN cat <<A\n{ATC} --log=c\nA\n"
                       f"RUN : $((1<<2)) <<< EOF\nRUN {ATC} --log=d\n", ["a", "b", "d"]),
        ("a.yml", f"run: |\n  cat > run.sh <<'EOF'\n  {ATC} --log=a\n  EOF\n  cat <<EOF\n"
                  f"  {ATC} --log=b\n  EOF\n", ["a"]),
        ("Makefile", f"L = a\nall: b\n\t@{ATC} --log=b \\\n\t  --mode=0\n\n"
                     f"b:\n\t{ATC} --log=$(L)\n"
                     f"\tfor i in c; do {ATC} --log=$$i; done\n", ["b", None, "c"]),
        ("a.bat", f"@echo off\r\nrem {ATC} --log=a\r\n"
                  f"{ATC} ^\r\n  --log=b --output=%OUT%\r\n @{ATC} --log=c\r\n", ["b", "c"]),
        ("a.patch", "--- a/x.sh\n+++ b/x.sh\n@@ -1,3 +1,3 @@\n cd x\n"
                    f"-{ATC} --log=a\n+{ATC} --log=b\n {ATC} --log=c\n"
                    "--- a/x.c\n+++ b/x.c\n@@ -1,1 +1,1 @@\n+atc --log=d\n", ["b"]),
    ],
)  # fmt: skip
def test_commands_where_they_stand(name, text, logs):
    assert settings_of(name, text, "log") == logs


WORKFLOW = """\
on:
  workflow_dispatch:
    inputs:
      level:
        description: x
        default: m
      other:
        type: string
env:
  LOG: a # the level
  KEY: ${{{{ secrets.log }}}}
jobs:
  one:
    strategy:
      matrix:
        log: [b, "c"]
        other:
          - d
          - e
        include:
          - log: f
            more: g
        exclude:
          - log: h
    env:
      LOG: i
    steps:
    - name: x
      env: {{LOG: k}}
    - run: {atc} --log={log}
      env:
        STEP: j
  two:
    steps:
    - run: {atc} --log={log}
"""
GITLAB = """\
variables:
  LOG: a
  TOLD:
    value: "b"
    description: c
one:
  parallel:
    matrix:
      - LEVEL: [d, e]
  variables:
    LOG: f
  script:
    - {atc} --log={log}
two:
  script:
    - {atc} --log={log}
"""


@pytest.mark.parametrize(
    ("form", "log", "values"),
    [
        (WORKFLOW, "${{ env.LOG }}", ["i", "a"]),
        (WORKFLOW, "$LOG", ["i", "a"]),
        (WORKFLOW, "${STEP}", ["j", None]),
        (WORKFLOW, "${{ matrix.log }}", ["b|c|f", None]),
        (WORKFLOW, "${{matrix.other}}", ["d|e", None]),
        (WORKFLOW, "${{ matrix.more }}", ["g", None]),
        (WORKFLOW, "$KEY", [None, None]),
        (WORKFLOW, "${{ inputs.log }}", [None, None]),
        (WORKFLOW, "${{ inputs.level }}", ["m", "m"]),
        (WORKFLOW, "${{ github.event.inputs.level }}", ["m", "m"]),
        (WORKFLOW, "${{ inputs.other }}", [None, None]),
        (WORKFLOW, "x${{ matrix.more }}", ["xg", None]),
        (GITLAB, "$LOG", ["f", "a"]),
        (GITLAB, "$TOLD", ["b", "b"]),
        (GITLAB, "$LEVEL", ["d|e", None]),
        (GITLAB, "$value", [None, None]),
    ],
)
def test_variables_of_ci_files(form, log, values):
    text = form.format(atc="atc --om=b.om --mode=1 --json=c.json", log=log)
    jobs = jobs_of("a.yml", text)
    logs = [job.get("log") for job in jobs]
    found = ["|".join(value for value, _, _ in one.choices) or None for one in logs]
    assert [one.value or may_be for one, may_be in zip(logs, found, strict=True)] == values
    for one in logs:
        for value, span, _ in one.choices:
            assert value == text[span.start : span.end]


def test_the_work_for_variables_is_bounded():
    step = "- run: atc --om=b.om --log=$LOG\n  env:\n    LOG: a\n"
    assert grows_as_its_input(lambda size: jobs_of("a.yml", "steps:\n" + step * size), 200)


def test_what_make_fills_in_is_not_absent():
    [job] = jobs_of("Makefile", "a:\n\tatc --model=$< --framework=5 --output=$@ $(REST)\n")
    assert [setting.value for setting in job.settings] == [None, "5", None]
    assert not job.complete


@pytest.mark.parametrize(
    ("cells", "logs"),
    [
        ([f"%%writefile -a out/run.sh\n{ATC} --log=a\n"], ["a"]),
        ([f"%%writefile notes.txt\n{ATC} --log=a\n"], []),
        (["%env L=a\n%set_env M=b", f"!{ATC} --log=$L\n!{ATC} --log=$M"], ["a", "b"]),
        (["%env L", f"!{ATC} --log=$L"], [None]),
        ([f"out = !{ATC} --log=a\nx != y\n"], ["a"]),
    ],
)
def test_shell_code_of_a_notebook(cells, logs):
    text = json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})
    found = [job.get("log") for job in jobs_of("a.ipynb", text)]
    assert [log.value for log in found] == logs
    places = [text[log.value_span.start : log.value_span.end] for log in found]
    assert places in (logs, ["$L", "$M"], ["$L"])


def test_a_notebook_is_one_script():
    text = json.dumps(NOTEBOOK, indent=1)
    source = Source("a.ipynb", text.encode())
    jobs = read(source).jobs
    found = [(s.key, s.value, source.slice(s.value_span)) for job in jobs for s in job.settings]
    assert ("precision_mode", "må", "mode") in found
    assert [value for key, value, _ in found if key == "log"] == ["loud", "x"]
    assert not [value for _, value, _ in found if value in ("text", "out")]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("NPURunConfig(precision_mode='bad')", "bad"),
        (">>> x = NPURunConfig(\n...     precision_mode='bad')\n<object>", "bad"),
        ("custom_op.parameter_map['precision_mode'].s = tf.compat.as_bytes('bad')", "bad"),
        ("    torch.npu.set_option({'ACL_PRECISION_MODE': 'bad'})", "bad"),
        ("this is no Python\n\nNPURunConfig(precision_mode='bad')", "bad"),
        ("context.set_context(ascend_config={'precision_mode': 'bad'})", "bad"),
        ("NPURunConfig(precision_mode='<mode>')", None),
    ],
)
@pytest.mark.parametrize(
    "page",
    ["NPU\n\n```python\n{}\n```\n", "- NPU\n\n  ```\n{}\n  ```\n", "NPU\n> ~~~py\n{}\n> ~~~\n"],
)
def test_python_on_a_page(code, value, page):
    if ">" in page:
        code = "\n".join(f"> {line}" for line in code.split("\n"))
    assert settings_of("a.md", page.format(code), "precision_mode") == [value]


LITE = "[ascend_context]\nprecision_mode=enforce_fp61\n# precision_mode=x\n"
FORMERS = "context:\n  mode: 0\n  ascend_config:\n    precision_mode: 'x'\n"


@pytest.mark.parametrize(
    ("page", "values"),
    [
        (f"Lite\n\n```ini\n{LITE}```\n", ["enforce_fp61"]),
        (f"Lite\n\n```\n{LITE}```\n", ["enforce_fp61"]),
        (f"Formers\n\n```yaml\n{FORMERS}```\n", ["x"]),
        ("Lite\n\n```ini\n[ascend_context]\nprecision_mode=<mode>\n```\n", [None]),
        (f"Lite: `[ascend_context]` takes precision_mode=x\n\n    {LITE}", []),
    ],
)
def test_config_files_on_a_page(page, values):
    assert settings_of("a.md", page, "precision_mode") == values


def test_python_in_restructured_text():
    code = "a::\n\n    NPURunConfig(precision_mode='x')\n\n.. code-block:: python\n\n   z = 1\n"
    code += "   y = NPURunConfig(precision_mode='y')\n\ntext\n"
    assert settings_of("a.rst", code, "precision_mode") == ["x", "y"]


@pytest.mark.parametrize("language", ["json", "c++", "diff", "yaml"])
def test_a_block_that_says_it_is_something_else(language):
    page = f"```{language}\nNPURunConfig(precision_mode='bad')\n```\n"
    assert jobs_of("a.md", page) == []


def test_what_a_page_does_not_show_is_not_missing(cannlint, tmp_path):
    code = "```python\nconfig = NPURunConfig(fusion_switch_file='a.cfg')\nrun(config)\n```\n"
    (tmp_path / "a.md").write_text(code)
    assert "nothing to report" in cannlint("check", "a.md").out


def test_a_patch_is_advice(cannlint, tmp_path):
    (tmp_path / "a.patch").write_text(f"+++ b/x.sh\n@@ -0,0 +1,1 @@\n+{ATC} --log=loud\n")
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    assert [(e["rule"], e["severity"]) for e in report["diagnostics"]] == [("JB002", "info")]


def test_folders_of_ci_systems_are_entered(cannlint, tmp_path):
    for name in (".github/workflows/a.yml", ".gitlab-ci.yml", ".git/a.yml", ".venv/b.yml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"run: {ATC} --log=loud\n")
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    files = sorted(each["file"] for each in report["diagnostics"])
    assert files == [".github/workflows/a.yml", ".gitlab-ci.yml"]


def test_a_fix_of_a_notebook_leaves_it_whole(cannlint, tmp_path):
    cell = {"cell_type": "code", "source": ["from npu_bridge.npu_init import *\n",
            "NPURunConfig(precision_mode=\"force_fp61\")\n"]}  # fmt: skip
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [cell]}))
    cannlint("check", "--fix", "--unsafe-fixes", "a.ipynb")
    fixed = json.loads(Path(tmp_path / "a.ipynb").read_text())
    assert fixed["cells"][0]["source"][1] == 'NPURunConfig(precision_mode="force_fp16")\n'


HOSTILE = {
    "a.yml": ["- atc: >\n", "a: |\n  atc\n", "- 'atc ", '"${{', "- - - - a\n", "  - atc -a\n"],
    "Dockerfile": [
        "RUN atc -a \\\n",
        "# a\n",
        "RUN atc ",
        "ENV A=$A\n",
        "RUN <<A\natc -a\nA\n",
        "COPY <<A a.sh\natc -a\n",
        "RUN cat <<A > a.sh \\\n",
    ],
    "Makefile": ["\tatc -a $(A \\\n", "\tatc $$", "\t$(((", "a:\n"],
    "a.bat": ["atc %A", "!a", "^\n", "atc -a ^\n"],
    "a.patch": ["+++ b/a.py\n@@ -1 +1 @@\n+atc\n", "+NPURunConfig(\n", "+ \n"],
    "a.md": [
        "```\nNPURunConfig(\n",
        ">>> NPURunConfig()\n",
        "    NPURunConfig(\n\n",
        "```\n",
        "> ",
    ],
    "a.rst": ["  NPURunConfig(a=1)\n\n", "  (", "::\n\n"],
}


@pytest.mark.parametrize(("name", "piece"), [(n, p) for n, ps in HOSTILE.items() for p in ps])
def test_any_text_takes_steps_as_its_length(name, piece):
    assert grows_as_its_input(lambda times: jobs_of(name, f"NPURunConfig atc {piece * times}"), 60)


def test_a_notebook_takes_steps_as_its_length():
    def check(times):
        cell = {"cell_type": "code", "source": ["NPURunConfig(\n", "!atc -a\n", "%x\n"] * times}
        jobs_of("a.ipynb", json.dumps({"cells": [cell] * 2}))

    assert grows_as_its_input(check, 40)
