"""What must hold of any bytes, as whatever they are read.

Bodies of property tests where those say it already: the fuzzer finds other bytes than hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import test_fixing
import test_properties
from cannlint.config.errors import BrokenConfigError
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.engine.run import Run
from cannlint.errors import CannlintError
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.linking import link
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.library.snapshot import EMBEDDED, embedded
from cannlint.report import plan_json
from cannlint.report.formats import FORMATS, render
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from cannlint.rules.loading import rule_of
from cannlint.text.source import Source
from hostile.readers import READERS

SUBJECTS = [kind.value for kind in (*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS)] + [*READERS]
"""What bytes can be read as: a kind of file, or what one of the readers takes."""

OPTIONS = {
    Kind.CUSTOMIZE_DTYPES: "customize_dtypes",
    Kind.OP_PRECISION: "op_precision_mode",
    Kind.KEEP_DTYPE: "keep_dtype",
    Kind.MIXLIST: "modify_mixlist",
    Kind.FUSION_SWITCH: "fusion_switch_file",
}
SOCS = ("Ascend910B3", "Ascend310P3", "Ascend950PR_9599")
_PROPERTIES: list[Callable[[Kind, bytes], object]] = [
    test.hypothesis.inner_test
    for test in (
        test_properties.test_any_bytes,
        test_properties.test_an_error_exactly_when_cann_refuses,
        test_properties.test_a_rule_that_no_recorded_fact_concerns_finds_nothing,
        test_fixing.test_safe_fixes_of_any_file_keep_what_cann_does,
    )
]


def hold(subject: str, data: bytes, folder: Path) -> None:
    """What must hold of bytes as a subject; `folder` is for what has to be a file."""
    if subject in READERS:
        READERS[subject].hold(data, folder)
        return
    kind = Kind(subject)
    if kind in CONFIG_KINDS:
        for holds in _PROPERTIES:
            holds(kind, data)
        test_fixing.check_fixes(data, kind, unsafe=len(data) % 2 == 0)
        _plan(_job_with(kind, data), data)
    _report(kind, data)


def _report(kind: Kind, data: bytes) -> None:
    """Every place in the text, every format of a report, and a plan for the jobs."""
    source = Source("file", data)
    run = Run()
    try:
        reading = read(source, kind)
        run.findings = check_reading(reading, operators())
        for job in reading.jobs[:2] if kind in JOB_KINDS else ():
            _plan(job, data)
    except BrokenConfigError as broken:  # what a configuration that is none ends in
        run.findings = list(rule_of("CL001").run(broken))
    for finding in run.findings:
        finding.source = finding.source or source
        text = finding.source.text
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    render(run, [*FORMATS][len(data) % len(FORMATS)])


def _job_with(kind: Kind, data: bytes) -> Job:
    job = job_of(FrontEnd.ATC, [f"{OPTIONS[kind]}=file"])
    link([job], lambda _: "file", lambda path, as_kind: read(Source(path, data), as_kind))
    return job


def _plan(job: Job, data: bytes) -> None:
    """A plan, or a sentence."""
    try:
        soc = job.value("soc_version") or SOCS[len(data) % len(SOCS)]
        plan = make_plan(
            job,
            Target(embedded(EMBEDDED[len(data) % len(EMBEDDED)]), soc),
            Wanted(),
        )
    except CannlintError as error:
        assert "\n" not in str(error)
    else:
        [*plan_json.lines(plan)]
