"""Discover, read, check, sort: what the command line and every other front do with files."""

from __future__ import annotations

from importlib import import_module

from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source


def read(source: Source, kind: Kind) -> Reading:
    """CANN's reading of a file of this kind."""
    reading: Reading = import_module(f"cannlint.reading.{kind.value}").read(source)
    return reading


def check_reading(reading: Reading) -> list[Diagnostic]:
    """What the rules find in one file, in order of place and code."""
    if reading.regular:
        return []
    from cannlint.rules.registry import rules_for

    found = [finding for rule in rules_for(reading.kind) for finding in rule.run(reading)]
    for finding in found:
        finding.source = reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))
