"""Where a config file is wrong that CANN refuses: the first error that `cannlint check` finds."""

from __future__ import annotations

import os

from cannlint.diagnostics import Message, Severity
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.base import Reading
    from cannlint.resolve.plan import Plan


def explain_refusals(plan: Plan) -> None:
    """Give each refused file of a plan the rule and the place of its first error.

    Nothing is told about files outside of the project, whose text is not to be shown.
    """
    readings = {linked.path: linked.reading for linked in plan.job.files.values()}
    for refusal in plan.refusals:
        reading = readings.get(refusal.origin.file or "")
        if refusal.origin.kind == "file" and reading and not reading.source.is_outside:
            refusal.cause = _first_error(reading)


def _first_error(reading: Reading) -> Message | None:
    options = Options()
    options.isolated, options.kind, options.jobs = True, reading.kind, 1
    path = os.path.abspath(reading.source.path)  # a file may have the name `-`
    for finding in check_paths([path], options).findings if os.path.isfile(path) else ():
        if finding.severity is Severity.ERROR:
            line, column = reading.source.position(finding.span.start)
            return Message.of(
                "{rule} at {place}: {message}",
                rule=finding.code,
                place=f"{reading.source.path}:{line}:{column}",
                message=finding.message,
            )
    return None
