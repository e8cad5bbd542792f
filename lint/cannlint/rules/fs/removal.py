"""Removing lines of the text form without making another file of it."""

from __future__ import annotations

from cannlint.reading.fusion_lines import Fate
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.fusion_switch import FusionSwitch


def may_begin_a_file(name: str) -> bool:
    """Whether a line with this name is none that CANN takes for JSON when it comes first."""
    return name[:1].isalpha() and not name.startswith(("null", "true", "false"))


def may_lose_remarks(reading: FusionSwitch) -> bool:
    """Whether the file without its blank and comment lines is still one of the text form.

    An empty file is refused, and one whose first line happens to begin with a JSON value is
    read as JSON.
    """
    lines = (record for record in reading.records if record.fate is not Fate.SKIPPED)
    first = next((record.line for record in lines if not record.is_remark), None)
    if first is None:
        return False
    rest = reading.source.text[first.start :]
    document = parse_json(rest, first_fault_ends=True)
    return bool(rest.strip(C_BLANKS)) and bool(document.faults) and document.root is None
