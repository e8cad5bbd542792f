"""What the rules find in one file."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS
from cannlint.language import said
from cannlint.rules.settled import is_settled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from cannlint.diagnostics import Diagnostic
    from cannlint.kinds import Kind
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source


SUPPRESSES = b"cannlint:"
"""What a file with a suppression in it contains; most files have none."""


def read(source: Source, kind: Kind) -> Reading:
    """CANN's reading of a file of this kind."""
    if kind in JOB_KINDS:
        from cannlint.jobs import read as read_jobs

        return read_jobs(source, kind)
    reading: Reading = reading_module(kind).read(source)
    return reading


def reading_module(kind: Kind) -> ModuleType:
    """The module that reads a kind of config file; imported when it is needed."""
    return __import__(f"cannlint.reading.{kind.value}", fromlist=["read"])


def check_reading(reading: Reading, operators: Operators | None = None) -> list[Diagnostic]:
    """What the rules find in one file, in order of place and code.

    Without `operators` the rules that need the library do not run.
    """
    found = _found_in_file(reading)
    if operators is not None:
        found += _found_in_library(reading, operators)
    if reading.kind in JOB_KINDS and not reading.regular:
        from cannlint.engine.job_checks import check_jobs

        found += check_jobs(reading, operators)  # type: ignore[arg-type]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def _found_in_file(reading: Reading) -> list[Diagnostic]:
    if not reading.regular:  # of a kind that does not record facts of its own yet
        reading.note(Fact.IRREGULAR)
    from cannlint.rules.first import first_of
    from cannlint.rules.loading import rules_about

    rules = rules_about(reading.kind, reading.facts)
    return [finding for rule in rules for finding in first_of(rule.run(reading))]


def _found_in_library(reading: Reading, operators: Operators) -> list[Diagnostic]:
    from cannlint.rules.first import first_of
    from cannlint.rules.loading import library_rules_about

    facts = () if is_settled(reading, operators) else (Fact.UNSETTLED,)
    rules = library_rules_about(reading.kind, facts)
    return [finding for rule in rules for finding in first_of(rule.run(reading, operators))]


def findings_in(reading: Reading, operators: Operators | None) -> list[Diagnostic]:
    """What is found in a file, under the library that its settings name."""
    return check_reading(reading, operators)


def is_spotless(reading: Reading) -> bool:
    """Whether the file alone gives no rule anything to find."""
    return reading.regular and not reading.facts


def kind_needs_library(reading: Reading) -> bool:
    """Whether a rule that needs the operator library could find something in the file."""
    return reading.kind in CONFIG_KINDS or (reading.kind in JOB_KINDS and not reading.regular)


def unknown_kind(source: Source) -> str:
    """The sentence about a named file whose kind cannot be told."""
    kinds = ", ".join(kind.value for kind in CONFIG_KINDS)
    return said(
        "{path}: cannot tell what kind of file this is; name it with --kind ({kinds})",
        path=source.path,
        kinds=kinds,
    )
