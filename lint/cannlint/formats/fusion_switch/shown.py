"""What `inspect` and editors show of a fusion switch file."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.fusion import ALL, EXCEPTIONAL, GROUPS, OFF, ON, PRIORITY, SWITCH
from cannlint.formats.fusion_switch.lines import Fate as SwitchFate
from cannlint.formats.fusion_switch.lines import Record as SwitchRecord
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.shown import (
    Account,
    Icon,
    Item,
    Place,
    Sort,
    inside,
    json_place,
    line_before,
    named,
)
from cannlint.language import said, translated
from cannlint.library.operators import Operators
from cannlint.text.span import Span


def accounts(reading: FusionSwitch) -> Iterator[Account]:
    """What CANN makes of each switch."""
    for record in reading.records:
        if record.fate is SwitchFate.SKIPPED:
            continue
        line = record.line
        what = reading.source.slice(line.stripped)
        if line.key is not None:
            what = f"{line.name}: {line.switch}"
        yield Account(line.number, what, _switch_outcome(record), record.fate is SwitchFate.KEPT)
    if reading.accepted:
        for switch in reading.json_switches():
            start = switch.member.key.span.start
            line_number = reading.source.position(start)[0]
            what = f"{switch.group}/{switch.member.name}: {'on' if switch.is_on else 'off'}"
            yield Account(line_number, what, translated("counts"), True, start)


def _switch_outcome(record: SwitchRecord) -> str:
    if record.fate is SwitchFate.KEPT:
        return translated("counts, in both groups")
    if record.fate is SwitchFate.NAMELESS:
        return said("ignored: {reason}", reason=record.fate.value)
    if record.first is not None:
        return said("refused: line {number} has the same pass", number=record.first.line.number)
    return said("refused: {reason}", reason=record.fate.value)


def places(reading: FusionSwitch, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The passes."""
    for record in reading.records:
        line = record.line
        if line.key is not None and not reading.means_json:
            place = Place(Sort.FUSION_PASS, line.name, line.key, line.line)
            place.group = GROUPS
            yield place
    for switch in reading.json_switches() if reading.root is not None else ():
        key = switch.member.key.span
        place = Place(Sort.FUSION_PASS, switch.member.name, inside(key), switch.member.span)
        place.group = (switch.group,)
        yield place


def completions(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    if not text[:offset].lstrip("\ufeff \t\r\n").startswith("{"):
        if ":" in line_before(text, offset):
            yield from named([ON, OFF], Icon.ENUM_MEMBER)
        else:
            passes = (name for group in GROUPS for name in operators.passes.groups[group])
            yield from named(dict.fromkeys([ALL, *passes]), Icon.FUNCTION)
        return
    path, is_key = json_place(text[:offset])
    if is_key and not path:
        yield from named([SWITCH, PRIORITY, EXCEPTIONAL], Icon.PROPERTY)
    elif is_key and len(path) == 1:
        yield from named(GROUPS, Icon.PROPERTY)
    elif is_key and path[0] == SWITCH and path[1] in GROUPS:
        names = [ALL, *operators.passes.groups[path[1]]]
        yield from named(names, Icon.FUNCTION, path[1])
    elif not is_key and path and path[0] == SWITCH:
        yield from named([ON, OFF], Icon.ENUM_MEMBER)
