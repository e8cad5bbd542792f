"""What the rules find in one file."""

from __future__ import annotations

from functools import partial

from cannlint.kinds import FORMATS, JOB_KINDS
from cannlint.rules.always import ASKED_OF_EVERY_FILE

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
    found = _found_in_file(reading)
    if operators is not None:
        of_library = _found_in_library(reading, operators)
        if of_library and not operators.library.is_chosen:
            from cannlint.engine.other_releases import compare_releases

            compare_releases(of_library, operators, partial(_found_in_library, reading))
        found += of_library
    if reading.kind in JOB_KINDS:
        from cannlint.engine.job_checks import check_jobs

        found += check_jobs(reading, operators)  # type: ignore[arg-type]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def _found_in_file(reading: Reading) -> list[Diagnostic]:
    if not reading.facts and reading.kind not in ASKED_OF_EVERY_FILE:
        return []  # the index of rules is a tenth of what a check imports
    from cannlint.rules.loading import rules_about

    return _found_by(rules_about(reading.kind, reading.facts), reading)


def _found_in_library(reading: Reading, operators: Operators) -> list[Diagnostic]:
    lookups = FORMATS[reading.kind].look_up(reading, operators)
    if not lookups.facts and reading.kind not in ASKED_OF_EVERY_FILE:
        return []
    from cannlint.rules.loading import library_rules_about

    return _found_by(library_rules_about(reading.kind, lookups.facts), reading, lookups)


def _found_by(rules: list[Rule], *given: Reading | Lookups) -> list[Diagnostic]:
    from cannlint.engine.limits import limit_findings

    return [finding for rule in rules for finding in limit_findings(rule.run(*given))]
