"""Where a fusion switch file turns each pass on or off."""

from __future__ import annotations

from cannlint.cann.option_names import FUSION
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_switch import Form
from cannlint.resolve.provenance import of_entry
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.resolve.provenance import Origin


def switches_with_places(reading: FusionSwitch) -> Iterator[tuple[str, str, bool, Origin]]:
    """Each switch that counts: group, pass, whether it is on, and the entry."""
    if reading.form is Form.JSON:
        for switch in reading.json_switches():
            span = switch.member.span
            yield switch.group, switch.member.name, switch.is_on, of_entry(reading, span, FUSION)
        return
    lines = {
        record.line.name: Span(record.line.start, record.line.end)
        for record in reading.having(Fate.KEPT)
    }
    for group, switches in reading.switches.items():
        for name, is_on in switches.items():
            if name in lines:  # a line counts for both groups
                yield group, name, is_on, of_entry(reading, lines[name], FUSION)
