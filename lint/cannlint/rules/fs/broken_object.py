"""Findings in a file that was meant as a JSON object but that CANN reads as text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.fusion_switch.reading import FusionSwitch

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
