"""What the rules find in one file."""

from __future__ import annotations

from cannlint.kinds import CONFIG_KINDS, JOB_KINDS
from cannlint.language import said
from cannlint.rules.first import first_of
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
    reading: Reading = reading_module(kind).read(source)
    return reading


def reading_module(kind: Kind) -> ModuleType:
    """The module that reads a kind; imported when it is needed, as most runs need one."""
    package = "jobs" if kind in JOB_KINDS else "reading"
    return __import__(f"cannlint.{package}.{kind.value}", fromlist=["read"])


def check_reading(reading: Reading, operators: Operators | None = None) -> list[Diagnostic]:
    """What the rules find in one file, in order of place and code.

    Without `operators` the rules that need the library do not run.
    """
    from cannlint.rules.loading import library_rules_for, rules_for

    rules = () if is_spotless(reading) else rules_for(reading.kind)
    found = [finding for rule in rules for finding in first_of(rule.run(reading))]
    if operators is not None:
        for rule in library_rules_for(reading.kind):
            found += first_of(rule.run(reading, operators))
    if reading.kind in JOB_KINDS:
        from cannlint.engine.job_checks import check_jobs

        found += check_jobs(reading, operators)  # type: ignore[arg-type]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def findings_in(reading: Reading, operators: Operators | None) -> list[Diagnostic]:
    """What is found in a file, under the library that its settings name."""
    if is_spotless(reading) and (operators is None or is_settled(reading, operators)):
        return []
    return check_reading(reading, operators)


def is_spotless(reading: Reading) -> bool:
    """Whether the file alone gives no rule anything to find."""
    return reading.regular and (reading.source.text.isascii() or reading.source.bad_byte is None)


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
