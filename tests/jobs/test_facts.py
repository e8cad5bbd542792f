"""Which rules about jobs are asked: those that have something to find, and few others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cannlint.engine.read import read
from cannlint.jobs.facts import facts_of
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.linking import Finder, link
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import JOB_KINDS, SCRIPT_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.rules.index import JOB, JOB_LIBRARY
from cannlint.rules.loading import job_library_rules_about, job_rules_about, rule_of
from cannlint.text.source import Source
from cases import RULE_PAGES, cases_of


def jobs_on_disk(path: Path, kind: Kind) -> list[Job]:
    reading = read(Source(str(path), path.read_bytes()), kind)
    assert isinstance(reading, JobsReading)
    link(reading.jobs, Finder(str(path), kind), lambda name, of: read_file(name, of))
    return reading.jobs


def read_file(name: str, kind: Kind):
    path = Path(name)
    return read(Source(name, path.read_bytes()), kind) if path.is_file() else None


def left_out(job: Job, kind: Kind) -> list[str]:
    """What rules that are not asked about a job would find in it."""
    facts = facts_of(job)
    asked = [*job_rules_about(facts), *job_library_rules_about(facts)]
    found = []
    for code in (*JOB, *JOB_LIBRARY):
        rule = rule_of(code)
        if rule not in asked and kind in rule.kinds:
            given = (job, operators()) if rule.needs_library else (job,)
            found += [finding.code for finding in rule.run(*given)]
    return found


@pytest.mark.parametrize("page", sorted(RULE_PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_no_rule_that_finds_something_is_left_out(page, tmp_path):
    for case in cases_of(page):
        given = case.input
        if given.kind not in JOB_KINDS:
            continue
        for name, data in {given.name: given.data, **given.files}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
        for job in jobs_on_disk(tmp_path / given.name, given.kind):
            is_command = job.front_end is FrontEnd.ATC and given.kind in SCRIPT_KINDS
            kind = Kind.ATC_COMMANDS if is_command else given.kind
            assert left_out(job, kind) == []


def test_a_clean_command_asks_few_rules(tmp_path):
    """None of those about other options: they would take most of the time of a commit hook."""
    path = tmp_path / "convert.sh"
    path.write_text(
        "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend310P3"
        " --input_shape=x:1,3,224,224\n",
        encoding="utf-8",
    )
    code = (
        "import sys\nfrom cannlint.engine.file_checks import check_reading\n"
        "from cannlint.engine.read import read\n"
        "from cannlint.kinds import Kind\nfrom cannlint.library.operators import operators\n"
        "from cannlint.text.source import read_source\n"
        "reading = read(read_source(sys.argv[1]), Kind.ATC_COMMANDS)\n"
        "assert check_reading(reading, operators()) == []\n"
        "print(*(name for name in sys.modules if name.startswith('cannlint.rules.jb.jb')))\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    asked = {name.rpartition(".")[2][:5] for name in process.stdout.split()}
    assert asked == {"jb019"}
