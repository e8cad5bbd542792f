"""`cannlint audit`: every job of a tree, by several processes and by a cluster."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from cannlint.audit.changes import is_certain
from cannlint.audit.model import Audit, AuditTarget, Part, Spool, Tally
from cannlint.audit.run import audit_batch
from cannlint.cli.schema import SCHEMAS
from cannlint.engine.run import Options
from cannlint.report import audit_map
from conftest import ROOT
from many import make_many

AIMS = ("--soc", "Ascend910B3,Ascend310P3", "--library", "8.1.RC1,9.1.0")


def audited(cannlint, root: Path, *options: str) -> dict:
    result = cannlint("audit", ".", "--format", "json", *options, cwd=root)
    report = json.loads(result.out)
    schema = json.loads((ROOT / "schemas" / "audit.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(report)
    errors = report["summary"]["error"]
    assert result.status == (2 if report["unreadable"] else 1 if errors else 0)
    return report


def write_job(root: Path, name: str = "run.sh", entry: str = "Relu", **options: str) -> None:
    root.mkdir(exist_ok=True)
    (root / "c.cfg").write_text(f"OpType::{entry}:InputDtype:float16,OutputDtype:float16\n")
    given = {"model": "m.onnx", "framework": "5", "output": "m", "soc_version": "Ascend910B3",
             "customize_dtypes": "c.cfg", **options}  # fmt: skip
    line = " ".join(f"--{key}={value}" for key, value in given.items())
    (root / name).write_text(f"atc {line}\n")


def test_a_clean_job_is_the_same_under_all_targets(cannlint, tmp_path):
    write_job(tmp_path)
    report = audited(cannlint, tmp_path, "--soc", "Ascend910B3,Ascend910B2")
    [job] = report["jobs"]
    assert (job["file"], job["line"], job["front_end"]) == ("run.sh", 1, "atc")
    assert (job["files"], job["findings"], job["changes"]) == (["c.cfg"], [], [])
    assert [plan["accepted"] for plan in job["plans"]] == [True, True]


def test_a_soc_in_place_of_the_jobs_own_changes_its_plan(cannlint, tmp_path):
    write_job(tmp_path, entry="MatMulV2", op_select_implmode="high_precision")
    [own] = audited(cannlint, tmp_path)["jobs"]
    [job] = audited(cannlint, tmp_path, "--soc", "Ascend910B3,Ascend310P3,Ascend910_5591")["jobs"]
    assert own["plans"][0] == job["plans"][0]
    reason = (
        "CANN 8.1.RC1 has no operators for the SoC 'Ascend910_5591'; "
        "use --library with one of 8.5.0"
    )
    assert job["plans"][2]["reason"] == reason
    assert all(len(change["values"]) == 3 for change in job["changes"])


def test_an_unknown_soc_of_a_configuration_is_told(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend710"\n[job.a]\nfront-end = "tf2"\n')
    result = cannlint("audit", str(tmp_path))
    assert result.status == 2
    assert "unknown SoC version 'Ascend710'" in result.out
    assert cannlint("audit", str(tmp_path), "--soc", "Ascend910B3").status == 0


def test_findings_tell_under_which_targets_they_are(cannlint, tmp_path):
    write_job(tmp_path, entry="NoSuchOp")
    report = audited(cannlint, tmp_path, "--library", "8.1.RC1,9.1.0")
    [job] = report["jobs"]
    found = [found for found in job["findings"] if found["rule"] == "CD201"]
    assert [(one["severity"], one["targets"]) for one in found] == [("warning", [0]), ("info", [1])]
    change = {"what": "finding", "of": "CD201", "values": [True, None]}
    assert change in job["changes"] and not is_certain(change)  # 9.1 is not all of a library
    assert report["summary"]["changing"] == 1
    assert [rule["rule"] for rule in report["rules"]].count("CD201") == 1


def test_a_finding_that_goes_with_another_library_is_a_change(cannlint, tmp_path):
    write_job(tmp_path, entry="SliceV2")  # new in 9.0.0
    options = ("--soc", "Ascend910B3,Ascend310P3", "--library", "8.1.RC1,9.0.0")
    [job] = audited(cannlint, tmp_path, *options)["jobs"]
    found = {"what": "finding", "of": "CD201", "values": [True, True, False, None]}
    assert found in job["changes"]  # 9.0.0 is known for the first SoC alone


def test_one_place_with_other_words_is_no_change(cannlint, tmp_path):
    write_job(tmp_path, entry="NoSuchOp", precision_mode_v2="mixed_bfloat16")
    with open(tmp_path / "c.cfg", "a") as file:
        file.write("OpType::NoSuchOp2:InputDtype:float16,OutputDtype:float16\n")
    report = audited(cannlint, tmp_path, "--soc", "Ascend910B3,Ascend310P3,Ascend910A")
    [job] = report["jobs"]
    jb007 = [found for found in job["findings"] if found["rule"] == "JB007"]
    assert len({found["message"] for found in jb007}) == 2  # each names its SoC
    changes = [change for change in job["changes"] if change["of"] == "JB007"]
    assert changes == [{"what": "finding", "of": "JB007", "values": [False, True, True]}]


def test_without_jobs_the_audit_says_where_config_files_are_checked(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    for format in ("table", "html"):
        result = cannlint("audit", ".", "--format", format)
        assert result.status == 0 and "run `cannlint check` to check config files" in result.out


def test_what_a_configuration_accepts_is_accepted(cannlint, tmp_path):
    write_job(tmp_path, entry="NoSuchOp")
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD201"]\n')
    assert audited(cannlint, tmp_path)["jobs"][0]["findings"] == []
    assert audited(cannlint, tmp_path, "--isolated")["jobs"][0]["findings"] != []


def test_the_table_says_what_differs(cannlint, tmp_path):
    write_job(tmp_path, entry="SliceV2")
    out = cannlint("audit", ".", "--library", "8.1.RC1,9.0.0").out.splitlines()
    assert out[0].split() == ["rule", "name", "findings", "jobs"]
    assert any(line.split()[:3] == ["run.sh:1", "CD201", "finding"] for line in out)
    assert out[-3].startswith("2 files searched, 1 job: ")
    assert "`cannlint check` counts each file once" in out[-2]
    assert "cannlint rule CODE" in out[-1]


def test_paths_are_relative_to_the_folder_and_a_job_is_not_named_twice(cannlint, tmp_path):
    write_job(tmp_path, precision_mode_v2="mixed_bfloat16", soc_version="Ascend310P3")
    for format in ("table", "html"):
        out = cannlint("audit", str(tmp_path), "--format", format).out
        assert out.count(str(tmp_path)) == (format == "html")  # in the head of the page
        assert "run.sh:1:" in out
    table = cannlint("audit", str(tmp_path)).out
    [row] = [line for line in table.splitlines() if "error JB007" in line]
    assert row.count("run.sh") == 1


def test_the_table_says_what_becomes_of_the_jobs_under_each_target(cannlint, tmp_path):
    write_job(tmp_path, precision_mode_v2="mixed_bfloat16")
    out = cannlint("audit", ".", "--soc", "Ascend910B3,Ascend310P3").out
    assert [line.split() for line in out.splitlines() if line.startswith("Ascend")] == [
        ["Ascend910B3", "0", "0", "0"],
        ["Ascend310P3", "1", "0", "0"],
    ]
    assert any("error JB007" in line and "Ascend310P3" in line for line in out.splitlines())


def test_the_jobs_of_a_loop_have_one_row(cannlint, tmp_path):
    (tmp_path / "run.sh").write_text(
        "for m in a b c; do\n  atc --model=$m.onnx --framework=5 --output=$m "
        "--soc_version=Ascend310P3 --precision_mode=force_fp16 --precision_mode_v2=fp16\ndone\n"
    )
    out = cannlint("audit", ".").out
    [row] = [line for line in out.splitlines() if "error JB302" in line]
    assert row.startswith("run.sh:2:") and row.endswith("×3")
    assert "3 jobs: 3 errors" in out


def test_the_most_frequent_rule_comes_first(cannlint, tmp_path):
    write_job(tmp_path, entry="NoSuchOp", log="loud", framework="7")
    rules = audited(cannlint, tmp_path)["rules"]
    assert [(rule["rule"], rule["findings"]) for rule in rules] == [("JB002", 2), ("CD201", 1)]


def test_what_cannot_be_told_is_no_difference():
    told = {"status": "determined", "reason": None, "inputs": ["float16"], "outputs": ["float16"]}
    untold = {"status": "undetermined", "reason": "why", "inputs": [], "outputs": []}
    for values, expected in (
        ([told, untold], False),
        ([told, None, told], False),
        ([told, untold, {**told, "inputs": ["float"]}], True),
    ):
        assert is_certain({"what": "dtypes", "of": "Relu", "values": values}) is expected
    modes = [{"value": None, "reason": None}, {"value": None, "reason": "why"}]
    assert not is_certain({"what": "impl_mode", "of": "Relu", "values": modes})
    modes.append({"value": "high_precision", "reason": None})
    assert is_certain({"what": "impl_mode", "of": "Relu", "values": modes})


def _record(file: str, *outcomes: str) -> str:
    """The line of a job in the spool: refused, warned, clean, or without a plan."""
    accepted = {"refused": False, "unplanned": None}
    found = {"rule": "JB310", "name": "n", "severity": "warning", "cann_code": None, "message": "m",
             "file": file, "line": 1, "column": 1,
             "targets": [at for at, each in enumerate(outcomes) if each == "warned"]}  # fmt: skip
    plans = [
        {"accepted": accepted.get(each, True), "cann_codes": [], "operators": 1, "reason": None}
        for each in outcomes
    ]
    findings = [found] if found["targets"] else []
    job = {"file": file, "line": 1, "column": 1, "name": None, "front_end": "atc", "files": [],
           "findings": findings, "plans": plans, "changes": []}  # fmt: skip
    return json.dumps(job)


def _map_of(*jobs: str) -> list[list[tuple[str, str]]]:
    """(Class, width) of the stripes of each target in the map of these jobs."""
    targets = [AuditTarget(None, "Ascend910B3"), AuditTarget(None, "Ascend310P3")]
    audit = Audit(["."], targets, Options(), Tally(2), Spool())
    part = Part(1, Tally(2))
    part.lines = [*jobs]
    audit.take(part)
    page = "".join(audit_map.drawn(audit))
    bars = re.findall(r"<div class=bar [^>]*>(.*?)</div>", page)
    for target in re.findall(r'href="#(\w+)"', page):
        assert f"<tbody id={target}>" in page
    return [re.findall(r'<a class=(\w+) style="flex-grow:(\d+)"', bar) for bar in bars]


def test_the_map_shows_first_what_differs_then_the_worst():
    """Jobs alike are one stripe; without a plan there is nothing to compare."""
    assert _map_of(
        _record("clean.sh", "clean", "clean"),
        _record("warned.sh", "warned", "warned"),
        _record("unknown.sh", "clean", "unplanned"),
        _record("differs.sh", "clean", "refused"),
        _record("refused.sh", "refused", "refused"),
        _record("clean2.sh", "clean", "clean"),
    ) == [
        [("clean", "1"), ("refused", "1"), ("clean", "1"), ("warned", "1"), ("clean", "2")],
        [("refused", "1"), ("refused", "1"), ("unplanned", "1"), ("warned", "1"), ("clean", "2")],
    ]


def test_the_map_says_what_the_table_counts(cannlint, tmp_path):
    root = make_many(tmp_path / "many", 40)
    page = cannlint("audit", ".", *AIMS, "--format", "html", cwd=root).out
    jobs = audited(cannlint, root, *AIMS)["jobs"]
    labels = re.findall(r'aria-label="([^"]+)"', page)
    refused = [
        sum(
            job["plans"][at]["accepted"] is False
            or any(
                each["severity"] == "error" and at in each["targets"] for each in job["findings"]
            )
            for job in jobs
        )
        for at in range(4)
    ]
    assert [int(re.search(r"refused (\d+)", label)[1]) for label in labels] == refused


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        assert not {name for name, _ in attributes} & {"src", "onerror", "onload"}
        assert all(value.startswith("#g") for name, value in attributes if name == "href")


def test_the_page_escapes_whatever_files_say(cannlint, tmp_path):
    entry = "<img/src=x/onerror=alert(1)>"
    write_job(tmp_path, "<script>alert(1)<|script>.sh", entry, precision_mode="<b>&amp;")
    page = cannlint("audit", ".", "--format", "html", *AIMS).out
    parser = _Elements()
    parser.feed(page)
    assert parser.tags["table"] >= 2
    assert parser.tags["script"] == 1  # that of the page
    assert not {"img", "b", "link", "iframe"} & parser.tags.keys()
    assert "&lt;script&gt;" in page


def test_what_cannot_be_read_is_named(cannlint, tmp_path):
    write_job(tmp_path)
    (tmp_path / "gone.sh").symlink_to("nowhere")
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "cannlint.toml").write_text("soc = 1\n")
    result = cannlint("audit", ".")
    assert result.status == 2 and "cannlint.toml" in result.out + result.err


def test_below_a_broken_configuration_nothing_is_audited_and_the_rest_is(cannlint, tmp_path):
    for name in ("a", "b", "c"):
        write_job(tmp_path / name)
    (tmp_path / "b" / "cannlint.toml").write_text("# ours\nsocs = 1\n")
    (tmp_path / "c" / "cannlint.toml").write_text('opp = "nowhere"\n')
    report = audited(cannlint, tmp_path)
    assert [job["file"] for job in report["jobs"]] == ["a/run.sh"]
    reasons = {item["file"]: item["reason"] for item in report["unreadable"]}
    assert (
        "line 2" in reasons["b/cannlint.toml"]
        and "nothing in its folder is audited" in reasons["b/cannlint.toml"]
    )
    assert "unknown setting `socs`: expected one of soc, library," in reasons["b/cannlint.toml"]
    assert "nowhere" in reasons["c/run.sh"]
    assert len(audited(cannlint, tmp_path, "--isolated")["jobs"]) == 3


def test_a_broken_configuration_that_is_asked_for_ends_the_audit(cannlint, tmp_path):
    write_job(tmp_path)
    (tmp_path / "x.toml").write_text("socs = 1\n")
    result = cannlint("audit", ".", "--config", "x.toml")
    assert (result.status, result.out) == (2, "") and "x.toml" in result.err


def test_jobs_wait_on_disk_and_not_in_memory(tmp_path):
    part = Part(1, Tally(1))
    part.lines = ["[" + "1, " * 30_000 + "1]"]
    tracemalloc.start()
    audit = Audit(["."], [AuditTarget(None, None)], Options(), Tally(1), Spool())
    for _ in range(300):
        audit.take(part)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000 < 300 * len(part.lines[0])
    tracemalloc.stop()
    assert sum(1 for _ in audit.spool.lines()) == audit.files == 300


def test_names_that_are_not_printable_stay_readable(cannlint, tmp_path):
    write_job(tmp_path, "转换\x1b\x7f.sh")
    result = cannlint("audit", ".", "--format", "json")
    assert json.loads(result.out)["jobs"][0]["file"] == "转换\x1b\x7f.sh"
    assert "转换" in result.out and result.out.replace("\n", "").isprintable()


def test_slips_are_refused(cannlint, tmp_path):
    assert cannlint("audit", ".", "--soc", "Ascend910b3").status == 2
    assert cannlint("audit", ".", "--library", "7.9").status == 2
    result = cannlint("audit", ".", "--executor", "spark://here:1")
    assert result.status == 2 and "dask://HOST:PORT" in result.err


def test_the_number_of_processes_changes_nothing(cannlint, tmp_path):
    root = make_many(tmp_path / "many", 40)
    one = cannlint("audit", ".", *AIMS, "--format", "json", "--jobs", "1", cwd=root)
    two = cannlint("audit", ".", *AIMS, "--format", "json", "--jobs", "2", cwd=root)
    assert len(json.loads(one.out)["jobs"]) == 11
    assert (two.status, two.out, two.err) == (one.status, one.out, one.err)


@pytest.fixture
def dask():
    """A Dask cluster of two processes on this machine, and a client of it."""
    distributed = pytest.importorskip("distributed", reason="distributed is in the fleet extra")
    paths = [str(ROOT / "lint"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
            host="127.0.0.1", silence_logs=50,
        ) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):  # fmt: skip
        yield local, client


@pytest.fixture
def cluster(dask):
    """(The address of the cluster, the process ids of its workers)."""
    local, client = dask
    return local.scheduler_address.replace("tcp://", "dask://"), client.run(os.getpid)


@pytest.mark.slow
def test_a_cluster_loses_nothing_when_a_worker_is_killed(cluster, tmp_path, monkeypatch):
    from cannlint.parallel.cluster import Cluster
    from cannlint.parallel.workers import in_order

    address, workers = cluster
    root = make_many(tmp_path / "many", 120)
    monkeypatch.chdir(root)
    options, targets = (
        Options(),
        [AuditTarget(None, "Ascend910B3"), AuditTarget("9.1.0", "Ascend310P3")],
    )
    scripts = sorted(os.path.join("jobs", name) for name in os.listdir("jobs"))
    paths = [*scripts, "cannlint.toml"]
    units = [(os.getcwd(), [path], targets, options) for path in paths * 5]
    found = []
    for number, part in enumerate(in_order(audit_batch, units, Cluster(address))):
        found.append(part.lines)
        if number == 3:
            os.kill(next(iter(workers.values())), signal.SIGKILL)
    alone = [audit_batch(unit).lines for unit in units]
    assert len(found) == len(paths) * 5 and found == alone


@pytest.mark.slow
def test_the_commands_say_the_same_with_a_cluster(cluster, cannlint, tmp_path):
    address, _ = cluster
    root = make_many(tmp_path / "many", 30)
    for command in (["audit", ".", *AIMS], ["check", "."]):
        alone = cannlint(*command, "--format", "json", cwd=root)
        by_others = cannlint(*command, "--format", "json", "--executor", address, cwd=root)
        assert by_others.err == alone.err
        assert (by_others.status, by_others.out) == (alone.status, alone.out)


@pytest.mark.slow
def test_ctrl_c_ends_an_audit_by_a_cluster(dask, cluster, tmp_path):
    """The workers are busy with other work: the audit cannot end by itself before the signal."""
    from distributed import Event

    (local, client), (address, workers) = dask, cluster
    go_on = Event("go on", client)
    others = [client.submit(go_on.wait, workers=[worker], pure=False) for worker in workers]
    root = make_many(tmp_path / "many", 40)
    command = [sys.executable, "-m", "cannlint", "audit", ".", *AIMS, "--executor", address]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 60
    while len(local.scheduler.tasks) <= len(others):  # the units of the audit have not come
        assert time.monotonic() < until and process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"") and b"Traceback" not in err
    for worker in workers.values():  # they are somebody else's, and go on
        os.kill(worker, 0)
    go_on.set()


@pytest.mark.slow  # ten seconds until nobody has answered
def test_a_cluster_that_is_not_there_is_one_sentence(cannlint, tmp_path):
    pytest.importorskip("distributed", reason="distributed is in the fleet extra")
    write_job(tmp_path)
    result = cannlint("audit", ".", "--executor", "dask://127.0.0.1:1")
    assert (result.status, result.out) == (2, "")
    assert result.err == "cannlint: --executor dask://127.0.0.1:1: no Dask scheduler answers\n"


def test_every_schema_is_printed(cannlint):
    for path in (ROOT / "schemas").iterdir():
        name = next(kind for kind, file in SCHEMAS.items() if path.name == f"{file}.schema.json")
        assert cannlint("schema", name).out == path.read_text()


def test_each_library_of_an_audit_decides_which_flags_there_are(cannlint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = "atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend910B3"
    (tmp_path / "run.sh").write_text(f"{line} --external_weight=2\n")
    assert "JB002" in cannlint("audit", "--library", "8.1.RC1", ".").out
    assert "JB002" not in cannlint("audit", "--library", "9.0.0", ".").out
