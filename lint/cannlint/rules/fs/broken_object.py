"""Findings in a file that was meant as a JSON object but that CANN reads as text."""

from __future__ import annotations

from cannlint.rules.json_faults import fault_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.diagnostics import Diagnostic
    from cannlint.facts import Fact
    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.rules.rule import Rule
    from cannlint.syntax.json_nodes import JsonFault

_NOTES = {
    "E20003": "because of this, CANN reads the file as text and stops with E20003 at the first "
    "line that is not `Name:on` or `Name:off`",
    "E21002": "because of this, CANN reads the file as text, and stops with E21002 about the part "
    "that it has read as JSON",
}


def findings_about(
    rule: Rule, reading: FusionSwitch, fact: Fact[JsonFault]
) -> Iterator[Diagnostic]:
    """Yield a finding for each syntax error in the JSON that has this fact."""
    for fault in reading.parts_with(fact):
        stop = reading.codes[0]
        yield fault_finding(rule, reading.source, fault, _NOTES[stop], cann=stop)


_BEFORE = {
    "E20003": "the file is not valid JSON, so CANN stops with E20003 before it checks this",
    "E21002": "the file is not valid JSON, so CANN stops with E21002 before it checks this",
}


def stop(reading: FusionSwitch, cann: str | None, note: str) -> tuple[str | None, str]:
    """Return the code that CANN stops with, and the note, for a fault in the content of the JSON.

    `cann` and `note` apply to valid JSON. If the JSON is invalid, CANN stops before this fault.
    """
    if not reading.is_broken_object:
        return cann, note
    return reading.codes[0], _BEFORE[reading.codes[0]]
