"""The text form of a fusion switch file: what was meant as JSON, and which lines can be removed."""

from __future__ import annotations

from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import C_BLANKS


def may_begin_a_file(name: str) -> bool:
    """Whether CANN still reads the file as text if a line with this name is the first."""
    return name[:1].isalpha() and not name.startswith(("null", "true", "false"))


def may_lose_remarks(reading: FusionSwitch) -> bool:
    """Whether CANN still reads the file as text without its blank lines and comments.

    CANN refuses an empty file, and reads a file as JSON if its first line begins with a JSON
    value.
    """
    lines = (record for record in reading.records if record.fate is not Fate.SKIPPED)
    first = next((record.line for record in lines if not record.line.is_remark), None)
    if first is None:
        return False
    rest = reading.source.text[first.start :]
    document = parse_json(rest, first_fault_ends=True)
    return bool(rest.strip(C_BLANKS)) and bool(document.faults) and document.root is None


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
