"""Every command on any bytes, and on files that are nearly right: it ends as its manual says.

The commands run within this process: a process for each of a thousand examples would take minutes.
"""

from __future__ import annotations

import gc
import io
import json
import os
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.__main__ import main
from cannlint.kinds import CONFIG_KINDS, Kind
from cases import RULE_PAGES, cases_of
from graphs.test_any_bytes import DATA as GRAPHS
from hostile.promises import OPTIONS
from hostile.test_outside import FORMATS
from installs import TODAY, built_in, entry, modes
from strategies import broken, examples

pytestmark = pytest.mark.slow  # every command on every hostile text

EXAMPLES: dict[Kind, list[bytes]] = {}
for page in sorted(RULE_PAGES.glob("*.md")):
    for case in cases_of(page):
        EXAMPLES.setdefault(case.input.kind, []).append(case.input.data)

EXAMPLES[Kind.IMPL_MODE] = [b"Relu=high_precision\nAdd=high_performance\n"]
NAMES = {
    Kind.JOB: "cannlint.toml",
    Kind.ATC_COMMANDS: "run.sh",
    Kind.TF_SCRIPT: "run.py",
    Kind.TORCH_MINDSPORE_SCRIPT: "run.py",
}
PLAN = ("plan", "--isolated", "--soc", "Ascend910B3")
SCRIPTS = (Kind.ATC_COMMANDS, Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT)
CONFIGURATION = (
    b'soc = "Ascend910B3"\n[job.a]\nprecision_mode = "force_fp16"\nkeep_dtype = "a.cfg"\n'
)
BASELINE = b"""{"schema": "cannlint/baseline/1", "findings": [
  {"rule": "CD104", "path": "a.cfg", "key": ["OpType"], "values": {"name": "A"}, "count": 1}]}"""


def nearly(kind: Kind) -> st.SearchStrategy[bytes]:
    """Any bytes, and examples of a kind with a few bytes changed or cut off."""
    return st.one_of(st.binary(max_size=60), st.sampled_from(EXAMPLES[kind]).flatmap(broken))


def run(folder: str, *arguments: str) -> tuple[int, str]:
    """The exit status of a command in a folder, and what it printed."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    here = os.getcwd()
    os.chdir(folder)
    try:
        with (
            patch.object(sys, "argv", ["cannlint", *arguments]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = main()
    finally:
        os.chdir(here)
        gc.enable()  # what the command, as a process of its own, goes without
    out.flush()
    assert status in (0, 1, 2), arguments
    text = out.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]
    assert status != 2 or text or err.getvalue(), "it ended with 2 and no word"
    assert "\x1b" not in text + err.getvalue() and "\0" not in text + err.getvalue()
    return status, text


def parses(text: str, format: str) -> None:
    """What a program would do with the output."""
    if format in ("json", "sarif", "gitlab", "rdjson"):
        json.loads(text)
    elif format in ("junit", "checkstyle"):
        ElementTree.fromstring(text)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Make a folder with these files in it: a new one each time, as configurations are kept."""
    base = tmp_path_factory.mktemp("commands")

    def make(contents: dict[str, bytes]) -> str:
        folder = tempfile.mkdtemp(dir=base)
        for name, data in contents.items():
            Path(folder, name).write_bytes(data)
        return folder

    return make


@pytest.mark.parametrize("kind", Kind)
@examples(25)
@given(st.data())
def test_check(files, kind, data):
    name, format = NAMES.get(kind, "a.cfg"), data.draw(st.sampled_from(FORMATS))
    folder = files({name: data.draw(nearly(kind))})
    status, text = run(folder, "check", "--kind", kind.value, "--format", format, name)
    assert text or status == 2 or format in ("concise", "github")
    if text:
        parses(text, format)


@examples(25)
@given(st.data())
def test_check_without_a_kind_under_a_configuration(files, data):
    configuration = st.one_of(broken(CONFIGURATION), nearly(Kind.JOB))
    name, format = data.draw(st.sampled_from(["a.cfg", "run.sh", "run.py"])), "json"
    content = nearly(data.draw(st.sampled_from([*CONFIG_KINDS, *SCRIPTS])))
    folder = files({"cannlint.toml": data.draw(configuration), name: data.draw(content)})
    parses(run(folder, "check", "--format", format, ".")[1], format)


@examples(25)
@given(st.one_of(st.binary(max_size=60), broken(BASELINE)))
def test_check_with_a_baseline(files, data):
    folder = files({"a.cfg": b"OpType::A:InputDtype:float16\n" * 2, "base.json": data})
    arguments = ("check", "--baseline", "base.json", "--update-baseline", "a.cfg")
    status, _ = run(folder, *arguments)
    is_kept = Path(folder, "base.json").read_bytes() == data
    assert (status == 2) == is_kept
    assert status == 2 or run(folder, *arguments)[0] == 0


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@examples(20)
@given(st.data())
def test_inspect(files, kind, data):
    folder = files({"a.cfg": data.draw(nearly(kind))})
    status, text = run(folder, "inspect", "--kind", kind.value, "--format", "json", "a.cfg")
    assert status in (0, 1)  # CANN accepts or refuses the file
    parses(text, "json")
    assert run(folder, "inspect", "--kind", kind.value, "a.cfg")[0] == status


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@examples(10)
@given(st.data())
def test_plan_with_a_config_file(files, kind, data):
    folder = files({"a.cfg": data.draw(nearly(kind))})
    option = f"{OPTIONS[kind]}=a.cfg"
    _, text = run(folder, *PLAN, "--format", "json", "-O", option)
    parses(text, "json")
    run(folder, *PLAN, data.draw(st.sampled_from(["--why", "--format=csv", "--format=html"])),
        "--op", "Relu", "-O", option)  # fmt: skip


@pytest.mark.parametrize("kind", SCRIPTS)
@examples(15)
@given(st.data())
def test_plan_and_audit_of_a_script(files, kind, data):
    folder = files({NAMES[kind]: data.draw(nearly(kind))})
    run(folder, *PLAN, "--op", "Relu", NAMES[kind])
    status, text = run(folder, "audit", "--format", "json", ".")
    parses(text if status < 2 or text else "{}", "json")


@examples(20)
@given(st.one_of(broken(CONFIGURATION), nearly(Kind.JOB)))
def test_plan_and_init_under_a_configuration(files, data):
    folder = files({"cannlint.toml": data, "a.cfg": b"OpType::Relu\n"})
    run(folder, "plan", "--soc", "Ascend910B3", "--op", "Relu", "a")
    assert run(folder, "init")[0] == 2
    assert Path(folder, "cannlint.toml").read_bytes() == data


@pytest.mark.parametrize("form", GRAPHS)
@examples(15)
@given(st.data())
def test_plan_for_a_graph(files, form, data):
    folder = files({"model": data.draw(st.one_of(broken(GRAPHS[form]), st.binary(max_size=60)))})
    status, text = run(folder, *PLAN, "--model", "model", "--format", "json")
    parses(text if status < 2 or text else "{}", "json")


@examples(20)
@given(st.data())
def test_library_commands_on_an_install(files, data):
    folder = files({})
    opp = Path(folder, "opp")
    library = built_in(opp, Relu=entry())
    library.write_bytes(data.draw(st.one_of(nearly(Kind.OPS_INFO), broken(library.read_bytes()))))
    modes(opp, "high_performance.ini", "")
    ini = opp / TODAY / "impl_mode" / "high_performance.ini"
    ini.write_bytes(data.draw(nearly(Kind.IMPL_MODE)))
    parses(run(folder, "library", "check", "--format", "json", "opp")[1] or "{}", "json")
    run(folder, "library", "show", "--library", "opp", "Relu")
    if run(folder, "library", "index", "--opp", "opp", "--cann", "9.9", "-o", "facts")[0] == 0:
        run(folder, "library", "list", "--library", "facts")


@examples(10)
@given(broken(b'{"schema": "cannlint/library/1", "cann": "9.9", "socs": {}, "ops": {"Relu": []}}'))
def test_a_file_of_facts_that_is_none(files, data):
    folder = files({"facts": data})
    assert run(folder, "library", "show", "--library", "./facts", "Relu")[0] in (1, 2)


@examples(20)
@given(st.text(max_size=20).filter(lambda text: "\0" not in text))
def test_words_that_are_no_rule_no_operator_and_no_job(files, text):
    folder = files({})
    for arguments in (("rule", "--", text), ("library", "show", "--", text), (*PLAN, "--", text)):
        run(folder, *arguments)
