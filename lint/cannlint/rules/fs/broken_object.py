"""What is wrong with a file that was meant as a JSON object and that CANN reads as text."""

from __future__ import annotations

from cannlint.rules.json_faults import fault_findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from cannlint.diagnostics import Diagnostic
    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.rules.rule import Rule
    from cannlint.syntax.json_nodes import Slip

_NOTES = {
    "E20003": "CANN then reads the file as `Name:on` and `Name:off` lines, and stops with "
    "E20003 about the first line that is none",
    "E21002": "CANN then reads the file as `Name:on` and `Name:off` lines, and stops with "
    "E21002 about what it had read of the JSON",
}


def faults(rule: Rule, reading: FusionSwitch, slips: Container[Slip]) -> Iterator[Diagnostic]:
    """Yield the findings for these slips."""
    if reading.is_broken_object:
        stop = reading.codes[0]
        yield from fault_findings(
            rule, reading.source, reading.document.faults, slips, _NOTES[stop], cann=stop
        )
