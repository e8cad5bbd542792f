"""What is wrong with a file that was meant as a JSON object and that CANN reads as text."""

from __future__ import annotations

from cannlint.rules.json_faults import fault_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.diagnostics import Diagnostic
    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.rules.rule import Rule

_NOTES = {
    "E20003": "CANN then reads the file as `Name:on` and `Name:off` lines, and stops with "
    "E20003 about the first line that is none",
    "E21002": "CANN then reads the file as `Name:on` and `Name:off` lines, and stops with "
    "E21002 about what it had read of the JSON",
}


def findings_about(rule: Rule, reading: FusionSwitch, fact: str) -> Iterator[Diagnostic]:
    """Yield a finding for each place where the text is not JSON, of those with this fact."""
    for fault in reading.parts_with(fact):
        stop = reading.codes[0]
        yield fault_finding(rule, reading.source, fault, _NOTES[stop], cann=stop)


_BEFORE = {
    "E20003": "the JSON is not valid, so CANN stops with E20003 before it comes to this",
    "E21002": "the JSON is not valid, so CANN stops with E21002 before it comes to this",
}


def stop(reading: FusionSwitch, cann: str | None, note: str) -> tuple[str | None, str]:
    """The code that CANN stops with, and the note, of a fault in what the JSON says.

    `cann` and `note` are for valid JSON; in any other CANN does not get as far as the fault.
    """
    if not reading.is_broken_object:
        return cann, note
    return reading.codes[0], _BEFORE[reading.codes[0]]
