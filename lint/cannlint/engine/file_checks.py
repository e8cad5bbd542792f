"""What the rules find in one file."""

from __future__ import annotations

from cannlint.engine.limits import limit_findings
from cannlint.kinds import FORMATS, JOB_KINDS
from cannlint.rules.loading import library_rules_about, rules_about

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.reading.base import Reading
    from cannlint.rules.rule import Rule


def check_reading(reading: Reading, operators: Operators | None = None) -> list[Diagnostic]:
    """What the rules find in one file, in order of place and code.

    Without `operators` the rules that need the library do not run.
    """
    found = _found_by(rules_about(reading.kind, reading.facts), reading)
    if operators is not None:
        lookups = FORMATS[reading.kind].look_up(reading, operators)
        found += _found_by(library_rules_about(reading.kind, lookups.facts), reading, lookups)
    if reading.kind in JOB_KINDS:
        from cannlint.engine.job_checks import check_jobs

        found += check_jobs(reading, operators)  # type: ignore[arg-type]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def _found_by(rules: list[Rule], *given: Reading | Lookups) -> list[Diagnostic]:
    return [finding for rule in rules for finding in limit_findings(rule.run(*given))]
