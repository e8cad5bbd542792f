"""In a real terminal: messages wrap, and many files get a progress bar on stderr."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections import Counter

import pytest

from cannlint.text.printable import display_width
from conftest import ROOT
from om_files import om, recorded, relu_model
from onnx_models import Model

pty = pytest.importorskip("pty", reason="pseudo terminals are a Unix thing")

ENTRY = "OpType::Relu:InputDtype:float16\n"


def in_terminal(
    arguments: list[str], cwd, columns: int, module=("-m", "cannlint"), **variables: str
) -> str:
    """What a terminal of this width shows, stdout and stderr."""
    path = str(ROOT / "lint")
    pid, terminal = pty.fork()
    if pid == 0:  # the command's own process
        os.chdir(cwd)
        environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": str(columns), "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        environment.update(variables)
        os.execve(sys.executable, [sys.executable, *module, *arguments], environment)
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other side has closed
            break
        if not data:
            break
        shown += data
    os.waitpid(pid, 0)
    return shown.decode("utf-8", "replace")


def test_the_paragraphs_of_a_help_fill_the_width_of_the_terminal(tmp_path):
    shown = in_terminal(["check", "--help"], tmp_path, 80)
    [line] = [line for line in shown.splitlines() if "Exit status" in line]
    assert "any do, 2 if" in line


def test_messages_wrap_and_source_lines_are_cut(tmp_path):
    (tmp_path / "a.cfg").write_text(ENTRY + "\n" + "x" * 200 + "::InputDtype:fp16\n")
    shown = in_terminal(["check", "a.cfg"], tmp_path, 60)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "")
    assert "\x1b[" in shown
    assert max(map(len, plain.split("\n"))) <= 60
    assert "…" in plain and "blank lines and no comments" in " ".join(plain.split())


def test_many_files_get_a_progress_bar(tmp_path):
    for number in range(320):
        (tmp_path / f"{number}.cfg").write_text(ENTRY)
    assert "checking" in in_terminal(["check"], tmp_path, 80)


def test_few_files_get_none(tmp_path):
    (tmp_path / "a.cfg").write_text(ENTRY)
    assert "checking" not in in_terminal(["check"], tmp_path, 80)


def program_in_terminal(text: str, cwd) -> str:
    """What a program that shows a bar at once writes to a terminal."""
    (cwd / "program.py").write_text(f"import sys\nfrom cannlint.cli import waiting\n{text}")
    return in_terminal(["program.py"], cwd, 80, module=())


def test_work_that_takes_a_while_gets_a_bar(tmp_path):
    shown = program_in_terminal(
        "with waiting.waiting('planning', after=0):\n"
        "    while 'rich.progress' not in sys.modules:\n        pass\n",
        tmp_path,
    )
    assert "planning" in shown and "━" in shown


def test_a_bar_says_how_far_the_steps_are(tmp_path):
    shown = program_in_terminal(
        "assert [*waiting.followed('ab', 'auditing', 'step {}'.format, after=0)] == ['a', 'b']\n",
        tmp_path,
    )
    assert "auditing" in shown and "step a" in shown


def test_work_that_is_soon_done_gets_none(tmp_path):
    shown = program_in_terminal(
        "with waiting.waiting('planning', after=1e9):\n    pass\n"
        "assert [*waiting.followed('ab', 'auditing', str, after=1e9)] == ['a', 'b']\n"
        "assert 'rich' not in sys.modules\n",
        tmp_path,
    )
    assert shown == ""


COMMAND = (
    "atc --model=m.onnx --framework=5 --output=out --soc_version=Ascend310P3 "
    "--precision_mode=allow_mix_precision --customize_dtypes=settings/customize_dtypes.cfg "
    "--op_precision_mode=settings/op_precision.ini"
)
NODES = ("encoder/layer_11/attention/self/Softmax", "encoder/layer_11/output/Erf")


@pytest.fixture
def job(tmp_path):
    """A job with a model whose nodes have long names, its files, and what its compile wrote."""
    model = Model()
    value = model.input("images", 1, 8)
    for name, op_type in zip(NODES, ("Softmax", "Erf"), strict=True):
        value = model.add(op_type, value, name=name)
    (tmp_path / "m.onnx").write_bytes(model.bytes(value))
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings/customize_dtypes.cfg").write_text(
        f"{NODES[0]}::InputDtype:float32,OutputDtype:float32\nOpType::Erf:InputDtype:int8\n"
    )
    (tmp_path / "settings/op_precision.ini").write_text("Softmax=high_preformance\n")
    (tmp_path / "convert.sh").write_text(f"{COMMAND}\n")
    other = COMMAND.partition(" --precision_mode")[0]
    (tmp_path / "other.sh").write_text(f"{other}\n")
    options = recorded("--precision_mode=allow_mix_precision --customize_dtypes=settings/gone.cfg")
    (tmp_path / "m.om").write_bytes(om(relu_model(), options))
    return tmp_path


def plain(shown: str) -> list[str]:
    codes = r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\]8;[^\x1b]*\x1b\\"
    return re.sub(codes, "", shown).replace("\r", "").splitlines()


COMMANDS = (
    "check",
    "plan convert.sh",
    "plan convert.sh --why",
    "plan convert.sh --diff other.sh",
    "suggest Softmax*=float16 Erf=float32 --job convert.sh --all",
    "verify m.om --all",
    "audit . --library 8.1.RC1 --library 9.0.0",
    "library show SoftmaxV2 --all-socs",
    "library diff 8.1.RC1 9.0.0 --for settings",
    "library list",
)
REDRAWN = ("check", "suggest")
"""Commands that print something else on a narrow terminal: they cut sources, or list ways."""


@pytest.mark.parametrize(
    "language", ["zh_CN.UTF-8", pytest.param("C.UTF-8", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_runs_past_the_edge_and_nothing_is_lost(command, language, job, cannlint):
    arguments = shlex.split(command)
    shown = plain(in_terminal(arguments, job, 80, NO_COLOR="1", LC_ALL=language))
    assert shown
    to_copy = re.compile(r"    \S") if arguments[0] == "suggest" else re.compile("(?!)")
    assert max(display_width(line) for line in shown if not to_copy.match(line)) <= 80
    if arguments[0] not in REDRAWN:
        whole = cannlint(*arguments, cwd=job, LC_ALL=language).out
        assert Counter("".join("".join(shown).split())) == Counter("".join(whole.split()))


def test_the_values_of_an_option_are_whole_at_80_columns(tmp_path):
    shown = plain(in_terminal(["rule", "precision_mode"], tmp_path, 80, NO_COLOR="1"))
    assert max(map(display_width, shown)) <= 80
    values = re.search(r"values: (.*?) • default", " ".join(" ".join(shown).split()))
    assert values is not None and values[1].split(", ")[-1] == "allow_fp32_to_bf16"
    assert len(values[1].split(", ")) == 9 and "…" not in "".join(shown)


def test_text_to_copy_stays_on_one_line(job):
    start = ["bisect", "start", "--job", "other.sh", "--all"]
    command = "  atc --model=m.onnx --framework=5 --output=out --soc_version=Ascend310P3 "
    shown = plain(in_terminal(start, job, 80, NO_COLOR="1"))
    assert any(line.startswith(command + "--keep_dtype=") for line in shown)
    suggest = ["suggest", f"{NODES[1]}=float32", "--job", "other.sh", "--way", "2", "--diff"]
    shown = plain(in_terminal(suggest, job, 40, NO_COLOR="1"))
    assert f"+{NODES[1]}:InputDtype:float32,OutputDtype:float32" in shown


def test_what_matters_in_a_plan_is_whole_at_80_columns(job):
    shown = plain(in_terminal(["plan", "convert.sh"], job, 80, NO_COLOR="1"))
    name = next(at for at, line in enumerate(shown) if line == f"SoftmaxV2 {NODES[0]}")
    assert shown[name + 1].split()[:3] == ["float32", "→", "float32"]
    assert "settings/customize_dtypes.cfg:1:1" in shown[name + 1]
