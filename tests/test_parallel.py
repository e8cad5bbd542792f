"""Many files by several processes: the same output, nothing lost, nobody left behind."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from cannlint.diagnostics import Diagnostic
from cannlint.engine.check import Checker
from cannlint.engine.find import find
from cannlint.engine.pipeline import check_all
from cannlint.engine.read import Files
from cannlint.engine.run import Options
from cannlint.engine.scope import Scope
from cannlint.engine.units import LinkedUnit
from cannlint.errors import CannlintError
from cannlint.kinds import Kind
from cannlint.parallel.workers import Processes, in_order
from conftest import ROOT
from many import make_many, make_sharing

pytestmark = pytest.mark.slow  # it starts many programs

FORMATS = ("concise", "full", "json")


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return make_many(tmp_path_factory.mktemp("many"), 40)


@pytest.mark.parametrize(
    "format", [FORMATS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in FORMATS[1:])]
)
def test_the_output_does_not_depend_on_the_number_of_processes(cannlint, many, format):
    one = cannlint("check", "--jobs", "1", "--format", format, cwd=many)
    two = cannlint("check", "--jobs", "2", "--format", format, cwd=many)
    assert one.status == 1 and "JB" in one.out and "CD002" in one.out
    assert (two.status, two.out, two.err) == (one.status, one.out, one.err)


def test_named_files_and_a_baseline_are_the_same_too(cannlint, many, tmp_path):
    names = sorted(path.name for path in many.iterdir() if path.is_file())
    results = []
    for jobs in "12":
        baseline = str(tmp_path / f"{jobs}.json")
        arguments = ("check", "-j", jobs, "--update-baseline", "--baseline", baseline)
        first = cannlint(*arguments, "--skip-unknown", *names, cwd=many)
        again = cannlint("check", "-j", jobs, "--baseline", baseline, ".", cwd=many)
        results.append((first.out, first.err.replace(baseline, ""), again.out, again.err))
        results[-1] += (json.loads((tmp_path / f"{jobs}.json").read_text()),)
    assert results[0][-1] == results[1][-1]
    assert [text.replace("2.json", "1.json") for text in results[1][:-1]] == [*results[0][:-1]]


@pytest.fixture(scope="module")
def sharing(tmp_path_factory):
    return make_sharing(tmp_path_factory.mktemp("sharing") / "project", 220)


@pytest.mark.parametrize(
    "format", ["concise", *(pytest.param(name, marks=pytest.mark.slow) for name in FORMATS[1:])]
)
@pytest.mark.parametrize(
    "paths",
    [
        ("jobs/000.sh", "keep.cfg", "jobs"),
        pytest.param((".",), marks=pytest.mark.slow),
        pytest.param(("jobs",), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_files_that_many_jobs_name_are_the_same_whoever_reads_the_jobs(
    cannlint, sharing, paths, format
):
    one = cannlint("check", "-j1", "--format", format, *paths, cwd=sharing)
    two = cannlint("check", "-j2", "--format", format, *paths, cwd=sharing)
    assert one.status == 2 and "OP101" in one.out and "CD004" in one.out
    assert (two.status, two.out, two.err) == (one.status, one.out, one.err)


def test_what_many_jobs_have_to_say_of_a_file_is_said_once(cannlint, sharing):
    out = cannlint("check", "-j2", "--format", "concise", cwd=sharing).out
    lines = out.splitlines()
    assert len(set(lines)) == len(lines)
    assert [line.split()[2] for line in lines if line.startswith("large.cfg")] == ["CL005"]


def test_what_is_found_goes_to_another_process_and_back(sharing, monkeypatch):
    monkeypatch.chdir(sharing)
    options = Options()
    checker = Checker(options, Scope(None, False, None, ()), Files())
    found = find(["."], options)
    for file in check_all(found.units, checker):
        sent = pickle.loads(pickle.dumps(file))
        assert [texts(one) for one in sent.findings] == [texts(one) for one in file.findings]
        assert [str(error) for error in sent.errors] == [str(error) for error in file.errors]
        assert (sent.path, sent.kind, sent.source.data) == (file.path, file.kind, file.source.data)


def texts(finding: Diagnostic) -> tuple[object, ...]:
    assert finding.source is not None
    related = [(str(label.message), label.span) for label in finding.related]
    fix = finding.fix and (str(finding.fix.title), [(e.span, e.text) for e in finding.fix.edits])
    place = finding.source.path, finding.source.text, finding.span
    return finding.code, str(finding.message), str(finding.note), place, related, fix


def test_a_config_file_is_checked_with_the_jobs_that_name_it_and_not_by_itself(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    (tmp_path / "run.sh").write_text("atc --model=m.onnx --framework=5 --customize_dtypes=a.cfg\n")
    checker = Checker(Options(), Scope(None, False, None, ()), Files())
    units = find(["."], Options()).units
    [script, config] = check_all(units, checker)
    assert [link.path for link in script.links] == ["a.cfg"]
    assert isinstance(config.unit, LinkedUnit) and config.kind is Kind.CUSTOMIZE_DTYPES
    assert config.unit.job_files == [("run.sh", Kind.ATC_COMMANDS)]


def test_a_file_that_is_gone_or_broken_is_reported_once(cannlint, tmp_path):
    root = make_many(tmp_path / "x", 30)
    (root / "nowhere.cfg").symlink_to("no-such-file")
    (root / "below").mkdir()
    (root / "below" / "cannlint.toml").write_text("soc = 1\n")
    (root / "below" / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    one = cannlint("check", "-j1", "--format", "concise", cwd=root)
    two = cannlint("check", "-j2", "--format", "concise", cwd=root)
    assert one.status == 2 and one.out.count("CL001") == 1
    assert (two.status, two.out, two.err) == (one.status, one.out, one.err)


def test_fixes_are_written_whatever_the_number_of_processes(cannlint, tmp_path):
    for jobs in "12":
        make_many(tmp_path / jobs, 30)
        cannlint("check", "--fix", "-j", jobs, cwd=tmp_path / jobs)
    texts = [
        {p.relative_to(tmp_path / jobs): p.read_bytes() for p in (tmp_path / jobs).rglob("*.*")
         if p.is_file()}
        for jobs in "12"
    ]  # fmt: skip
    assert texts[0] == texts[1]


def square(number: int) -> int:
    return number * number


def die_once(folder: str, number: int) -> int:
    """Kill the process the first time that 7 comes."""
    mark = os.path.join(folder, "died")
    if number == 7 and not os.path.exists(mark):
        open(mark, "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_the_order_of_the_units():
    assert list(in_order(square, range(1, 100), Processes(2))) == [n * n for n in range(1, 100)]


def test_the_work_of_a_killed_process_is_done_again(tmp_path):
    work = partial(die_once, str(tmp_path))
    assert list(in_order(work, range(1, 60), Processes(2))) == list(range(1, 60))
    assert (tmp_path / "died").exists()


def test_a_unit_that_kills_every_process_ends_with_a_sentence():
    with pytest.raises(CannlintError, match="killed again and again"):
        list(in_order(die, range(1, 60), Processes(2)))


def sleep_long(number: int) -> int:
    os.write(1, b"%d\n" % os.getpid())  # in one piece: there are two that write
    time.sleep(60)
    return number


PARENT = """
import sys
sys.path[:0] = {paths!r}
from cannlint.__main__ import main
import cannlint.cli.checking as checking
from cannlint.parallel.workers import Processes, in_order
from test_parallel import sleep_long
checking.check_paths = lambda *_: list(in_order(sleep_long, [1, 2], Processes(2)))
sys.argv = ["cannlint", "check"]
sys.exit(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGINT, 130),
        pytest.param(signal.SIGTERM, -signal.SIGTERM, marks=pytest.mark.slow),
        (signal.SIGKILL, -signal.SIGKILL),
    ],
)
def test_no_process_is_left_when_the_run_is_ended(number, status):
    code = PARENT.format(paths=[str(ROOT / "lint"), str(ROOT / "tests")])
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None
    workers = [int(process.stdout.readline()) for _ in range(2)]
    process.send_signal(number)
    assert process.wait(timeout=30) == status
    until = time.monotonic() + 20
    while any(map(is_running, workers)):
        assert time.monotonic() < until, "a process has outlived the run"
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
