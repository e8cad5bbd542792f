"""What a run has to know of files that another process has looked at, in JSON values.

What is found in a config file that jobs name depends on all of them: on the SoCs they are for, and
for some files on the jobs as a whole. So an answer about one says by what it was found.
"""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.checks import SUPPRESSES, findings_in
from cannlint.engine.plan_checks import PlanChecks
from cannlint.parallel.cache import digest
from cannlint.parallel.records import record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.scope import Scope
    from cannlint.jobs.linked_files import LinkedFiles
    from cannlint.jobs.model import Job
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

    Answer = dict[str, Any]
    """See `Examiner.answer`."""

    Named = tuple[str, str]
    """A file with jobs in it, and its kind."""

    Wanted = tuple[str, str, Sequence[str]]
    """A config file that jobs name, its kind, and the SoCs of the jobs."""


def answer_of(
    reading: Reading, findings: Sequence[Diagnostic], operators: Operators | None
) -> Answer:
    """What is found in a file by itself; `operators` are those that were asked for."""
    source = reading.source
    answer: Answer = {"kind": reading.kind.value, "findings": []}
    answer["library"] = operators is not None
    answer["marked"] = SUPPRESSES in source.data
    if operators is not None and operators.library.refused:
        answer["refused"] = list(operators.library.refused)
    if findings or answer["marked"]:
        answer["findings"] = [record_of(finding, source) for finding in findings]
        answer["digest"] = digest(source.data)
    return answer


def linked_answers(linked: LinkedFiles, scope: Scope) -> Iterator[Answer]:
    """What is found in each config file that jobs name, if no other jobs do.

    Beside what `answer_of` gives, `path` is where the file is and `real` where it really is,
    `outside` that it lies outside of the project, `socs` are those of the jobs. `planned` tells
    that the jobs as a whole matter, and `complaints` are sentences about their graphs.
    """
    for one in linked:
        path = one.reading.source.path
        yield {
            "path": path,
            "real": os.path.realpath(path),
            "outside": one.is_outside,
            **linked_answer(one.reading, one.jobs, one.socs, scope),
        }


def linked_answer(
    reading: Reading, jobs: Sequence[Job], socs: Sequence[str], scope: Scope
) -> Answer:
    """What is found in a config file that jobs for some SoCs name.

    Nothing under a configuration that cannot be used, or that leaves the file out: the run sees
    that for itself.
    """
    plans = PlanChecks(None)
    about: Answer = {"socs": [*socs], "planned": plans.may_revise(reading, jobs)}
    try:
        settings = scope.settings_of(reading.source.path)
    except BrokenConfigError:
        return {"kind": reading.kind.value, "findings": [], "library": False, **about}
    operators = scope.operators_under(settings, tuple(socs))
    found = findings_in(reading, operators)
    found = plans.revised(found, reading, jobs, scope.operators_under(settings))
    about["complaints"] = plans.complaints
    return {**answer_of(reading, found, operators), **about}
