"""`cannlint bisect` as a user runs it, with a script that stands for a compile and its judge."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from math import ceil, log2

import pytest

from conftest import environment_of_commands

pytestmark = pytest.mark.slow  # it starts many programs

NODES = 21


def graph(count=NODES):
    """A chain of operators that a mixed mode would run in float16."""
    nodes = [{"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]}]
    for number in range(count):
        op_type = "MatMulV2" if number % 3 == 0 else "Xlog1py"
        nodes.append(
            {
                "name": f"layer{number}/op",
                "type": op_type,
                "inputs": [{"dtype": "float", "from": [nodes[-1]["name"], 0]}] * 2,
                "outputs": [{"dtype": "float"}],
            }
        )
    return json.dumps({"schema": "cannlint/graph/1", "nodes": nodes})


JUDGE = """\
import os, sys
held = set(open(os.environ["CANNLINT_BISECT_FILE"]).read().split())
open("seen.txt", "a").write(f"{len(held)}\\n")
sys.exit(0 if set(sys.argv[1:]) <= held else 1)
"""
"""Good if all the names of its arguments are in the file of the step."""

OPTIONS = ["-O", "precision_mode=force_fp16", "--soc", "Ascend910B3", "--model", "graph.json"]
FILE, STATE = "cannlint-bisect.keep_dtype.txt", "cannlint-bisect.json"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "graph.json").write_text(graph())
    (tmp_path / "judge.py").write_text(JUDGE)
    (tmp_path / "cannlint.toml").write_text(
        'soc = "Ascend910B3"\n[job.net]\nprecision_mode = "force_fp16"\nkeep_dtype = "own.cfg"\n'
        'model = "graph.json"\n'
    )
    (tmp_path / "own.cfg").write_text("layer20/op")
    return tmp_path


@pytest.fixture
def bisect(cannlint, project):
    """Runs a command of a bisect in the project; what it printed, where it did not fail."""

    def run(*arguments, status=0):
        result = cannlint("bisect", *arguments, cwd=project)
        assert result.status == status, result.err + result.out
        return result.out if status != 2 else result.err

    return run


def held_in(project, file=FILE):
    return (project / file).read_text().split()


def test_a_bisect_by_hand(bisect, project):
    shown = bisect("start", *OPTIONS)
    assert "0 of 21 nodes held in float32" in shown
    assert f"--keep_dtype={FILE}" in shown
    assert held_in(project) == []
    assert "21 of 21 nodes" in bisect("bad")
    assert "roughly 6 steps left, 21 candidates" in bisect("good")
    while True:
        shown = bisect("good" if "layer13/op" in held_in(project) else "bad")
        if "found in" in shown:
            break
    assert held_in(project) == ["layer13/op"]
    assert "layer13/op" in shown
    assert "the search has ended" in bisect("good", status=2)
    bisect("reset")
    assert not (project / STATE).exists()
    assert not (project / FILE).exists()


def test_run_asks_the_script_until_the_culprits_are_found(bisect, project):
    bisect("start", *OPTIONS)
    shown = bisect("run", sys.executable, "judge.py", "layer4/op", "layer13/op")
    assert "found in" in shown
    assert held_in(project) == ["layer4/op", "layer13/op"]
    steps = len((project / "seen.txt").read_text().splitlines())
    assert steps <= 2 + (ceil(log2(21)) + 1) + (ceil(log2(13)) + 1)


@pytest.mark.parametrize(
    ("judge", "status", "sentence"),
    [
        ("0", 1, "the job is good with nothing held"),
        ("1", 1, "the job is bad with all candidates held"),
        ("200", 2, "ended with status 200, which is no answer"),
    ],
)
def test_run_with_a_judge_that_always_says_the_same(bisect, judge, status, sentence):
    bisect("start", *OPTIONS)
    assert sentence in bisect(
        "run", sys.executable, "-c", f"raise SystemExit({judge})", status=status
    )


def test_a_status_of_125_skips_the_step(bisect, project):
    bisect("start", *OPTIONS)
    judge = "import os; raise SystemExit(125 if len(open(os.environ['CANNLINT_BISECT_FILE'])" + (
        ".readlines()) == 10 else 0 if 'layer13/op' in open(os.environ['CANNLINT_BISECT_FILE'])"
        ".read() else 1)"
    )
    assert "found in" in bisect("run", sys.executable, "-c", judge)
    assert held_in(project) == ["layer13/op"]


def test_a_command_that_is_not_there_is_no_answer(bisect):
    bisect("start", *OPTIONS)
    assert "cannot be started" in bisect("run", "./no-such-program", status=2)
    assert "step 1" in bisect("status")


def test_the_jobs_own_entries_stay_and_its_file_is_not_changed(bisect, project):
    assert "20 nodes" in bisect("start", "--job", "net")
    assert held_in(project) == ["layer20/op"]
    assert (project / "own.cfg").read_text() == "layer20/op"
    shown = bisect("run", sys.executable, "judge.py", "layer20/op", "layer2/op")
    assert held_in(project) == ["layer20/op", "layer2/op"]
    assert "set keep_dtype" in shown or "atc" in shown


def test_types_are_held_by_their_entries(bisect, project):
    bisect("start", *OPTIONS, "--by", "types")
    bisect("run", sys.executable, "judge.py", "OpType::Xlog1py")
    assert held_in(project) == ["OpType::Xlog1py"]


def test_a_front_end_without_keep_dtype_holds_types_in_the_black_list(bisect, project):
    (project / "train.py").write_text(
        "import npu_device\n"
        "npu_device.global_options().precision_mode = 'allow_mix_precision'\n"
        "npu_device.global_options().modify_mixlist = 'own.json'\n"
    )
    (project / "own.json").write_text(
        '{"white-list": {"to-add": ["Xlog1py"]}, "gray-list": {"to-add": ["Relu"]}}'
    )
    file = "cannlint-bisect.modify_mixlist.json"
    judge = (
        "import json, os; lists = json.load(open(os.environ['CANNLINT_BISECT_FILE'])); "
        "held = lists.get('black-list', {}).get('to-add', []); "
        "raise SystemExit('Xlog1py' not in held)"
    )
    arguments = ["--job", "train.py", "--soc", "Ascend910B3", "--model", "graph.json"]
    assert "modify_mixlist of train.py:2" in bisect("start", *arguments, "--by", "types")
    bisect("run", sys.executable, "-c", judge)
    lists = json.loads((project / file).read_text())
    assert lists["black-list"] == {"to-add": ["Xlog1py"]}
    assert lists["white-list"] == {"to-add": []}
    assert lists["gray-list"] == {"to-add": ["Relu"]}
    assert "tf2 has no option keep_dtype" in bisect("start", *arguments, status=2)


def test_what_holding_does_not_change_is_left_out(bisect):
    """In this mode these operators keep their dtypes anyway."""
    options = ["-O", "precision_mode=must_keep_origin_dtype", *OPTIONS[2:], "--by", "types"]
    options += ["--only", "Xlog1py"]
    assert "according to the plan, no candidate changes anything" in bisect(
        "start", *options, status=2
    )
    assert "1 types" in bisect("start", *options, "--all")


def test_a_job_that_cann_refuses_is_not_searched(bisect):
    options = ["-O", "precision_mode=fast", *OPTIONS[2:]]
    assert "CANN refuses the job (E10001)" in bisect("start", *options, status=2)


def test_only_chooses_candidates_by_pattern(bisect):
    assert "of 11 nodes" in bisect("start", *OPTIONS, "--only", "layer1*", "--only", "layer?x")


def test_types_without_a_model_are_those_that_are_named(bisect):
    options = [*OPTIONS[:4], "--by", "types"]
    assert "the model is not known" in bisect("start", *options, status=2)
    assert "of 2 types" in bisect("start", *options, "--only", "MatMulV2", "--only", "Xlog1py")


def test_without_a_job_those_of_the_folder_are_named(bisect):
    assert "which job? name one with --job: net;" in bisect("start", status=2)


def test_a_second_bisect_does_not_overwrite_the_first(bisect):
    bisect("start", *OPTIONS)
    assert "there is a bisect already" in bisect("start", *OPTIONS, status=2)


def test_a_file_with_our_name_that_is_not_ours_is_left_alone(bisect, project):
    (project / FILE).write_text("mine\n")
    assert f"{FILE} is there already" in bisect("start", *OPTIONS, status=2)
    assert (project / FILE).read_text() == "mine\n"
    assert not (project / STATE).exists()


def test_reset_leaves_what_others_have_changed(bisect, project):
    bisect("start", *OPTIONS)
    (project / FILE).write_text("mine\n")
    assert f"left {FILE}" in bisect("reset")
    assert (project / FILE).read_text() == "mine\n"


def test_a_link_is_not_written_through(bisect, project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "file"
    outside.write_text("theirs\n")
    bisect("start", *OPTIONS)
    (project / FILE).unlink()
    (project / FILE).symlink_to(outside)
    assert "is a link" in bisect("bad", status=2)
    bisect("reset")
    assert outside.read_text() == "theirs\n"


def test_a_file_outside_the_project_is_copied_only_if_the_user_names_it(
    bisect, project, tmp_path_factory
):
    outside = tmp_path_factory.mktemp("outside") / "keep.cfg"
    outside.write_text("layer3/op\n")
    (project / "run.sh").write_text(
        "atc --model=graph.json --framework=5 --soc_version=Ascend910B3 --output=o"
        f" --precision_mode=force_fp16 --keep_dtype={outside}\n"
    )
    arguments = ["--job", "run.sh", "--model", "graph.json"]
    assert "is outside the project" in bisect("start", *arguments, status=2)
    assert not (project / FILE).exists()
    bisect("start", *arguments, "-O", f"keep_dtype={outside}")
    assert held_in(project) == ["layer3/op"]


def test_the_log_repeats_the_bisect(bisect, project):
    bisect("start", *OPTIONS)
    bisect("run", sys.executable, "judge.py", "layer4/op", "layer13/op")
    before = json.loads((project / STATE).read_text())
    log = bisect("log")
    bisect("reset")
    commands = [line.split() for line in log.splitlines() if not line.startswith("#")]
    for _, _, *words in commands:
        bisect(*words)
    assert json.loads((project / STATE).read_text()) == before


def test_the_state_of_a_job_in_another_folder(cannlint, project):
    (project / "models").mkdir()
    (project / "models" / "convert.sh").write_text(
        "atc --model=../graph.json --framework=5 --soc_version=Ascend910B3 --output=o"
        " --precision_mode=force_fp16\n"
    )
    arguments = ["--job", "models/convert.sh", "--model", "graph.json"]
    started = cannlint("bisect", "start", *arguments, cwd=project)
    assert "--state models/cannlint-bisect.json" in started.out
    assert "--keep_dtype=models/cannlint-bisect.keep_dtype.txt" in started.out
    here = cannlint("bisect", "bad", cwd=project)
    assert here.status == 2 and "add `--state models/cannlint-bisect.json`" in here.err
    above = cannlint("bisect", "bad", "--state", "models/cannlint-bisect.json", cwd=project)
    assert "step 2" in above.out
    assert "step 3" in cannlint("bisect", "good", cwd=project / "models").out


def test_the_log_of_a_job_in_another_folder_names_the_state(cannlint, project):
    (project / "models").mkdir()
    (project / "models" / "net.sh").write_text("atc --model=m --soc_version=Ascend910B3\n")
    only = ["--by", "types", "--only", "MatMulV*", "--all"]
    cannlint("bisect", "start", "--job", "models/net.sh", *only, cwd=project)
    state = "models/cannlint-bisect.json"
    cannlint("bisect", "bad", "--state", state, cwd=project)
    log = cannlint("bisect", "log", "--state", state, cwd=project).out
    assert f"cannlint bisect bad --state {state}\n" in log
    assert "cannlint bisect bad\n" in cannlint("bisect", "log", cwd=project / "models").out


def test_types_without_a_model_must_be_known(bisect):
    options = ["-O", "precision_mode=force_fp16", "--soc", "Ascend910B3", "--by", "types"]
    assert "did you mean MatMulV2?" in bisect("start", *options, "--only", "MatMulV22", status=2)
    assert "of 2 types" in bisect("start", *options, "--only", "MatMulV[23]", "--all")


def test_json_of_the_step_and_of_the_result(bisect):
    step = json.loads(bisect("start", *OPTIONS, "--format", "json"))
    assert step["status"] == "searching"
    assert step["step"]["purpose"] == "nothing"
    assert step["command"][0] == "atc"
    result = json.loads(bisect("run", "--format", "json", sys.executable, "judge.py", "layer13/op"))
    assert result["status"] == "found"
    assert result["result"]["held"] == [{"name": "layer13/op", "group": None}]
    assert result["result"]["confirmed"]


def run_in_background(project, *words):
    return subprocess.Popen(
        [sys.executable, "-m", "cannlint", "bisect", "run", *words],
        cwd=project, env=environment_of_commands(), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


WAITING_JUDGE = """\
import os, sys, time
steps = len(open("seen.txt").readlines()) if os.path.exists("seen.txt") else 0
open("seen.txt", "a").write("step\\n")
if steps == 4 and not os.path.exists("resumed"):
    time.sleep(60)
sys.exit("layer13/op" not in open(os.environ["CANNLINT_BISECT_FILE"]).read())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_run_goes_on_after_it_was_killed(bisect, project):
    bisect("start", *OPTIONS)
    (project / "waiting.py").write_text(WAITING_JUDGE)
    process = run_in_background(project, sys.executable, "waiting.py")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        seen = project / "seen.txt"
        if seen.exists() and len(seen.read_text().splitlines()) == 5:
            break
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    answered = [step["answer"] for step in json.loads((project / STATE).read_text())["steps"]]
    assert len(answered) == 5
    assert answered[-1] is None, "the step that was killed is asked again"
    (project / "resumed").touch()
    assert "found in" in bisect("run", sys.executable, "waiting.py")
    assert held_in(project) == ["layer13/op"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")
def test_run_goes_on_after_kills_at_any_moment(bisect, project):
    """Killed after ever longer times, until a run reaches the end: the state is whole each time."""
    bisect("start", *OPTIONS)
    judge = [sys.executable, "judge.py", "layer4/op", "layer13/op"]
    seconds = 0.05
    while json.loads(bisect("status", "--format", "json"))["status"] == "searching":
        process = run_in_background(project, *judge)
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        seconds *= 1.15
    assert held_in(project) == ["layer4/op", "layer13/op"]


def test_a_file_that_a_kill_left_old_is_written_again(bisect, project):
    """The state is written first: a kill between the two leaves the file of the step before."""
    bisect("start", *OPTIONS)
    before = (project / FILE).read_bytes()
    bisect("bad")
    after = (project / FILE).read_bytes()
    (project / FILE).write_bytes(before)
    assert "step 2" in bisect("status")
    assert (project / FILE).read_bytes() == after
