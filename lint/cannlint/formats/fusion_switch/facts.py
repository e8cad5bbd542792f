"""What is noteworthy in the switches of a fusion switch file, in its JSON form or in its lines."""

from __future__ import annotations

from cannlint.cann.fusion import (
    ALL,
    BUILT_IN_PRIORITIES,
    EXCEPTIONAL,
    GROUPS,
    OFF,
    ON,
    PRIORITY,
    SWITCH,
)
from cannlint.facts import Fact
from cannlint.formats.fusion_switch.lines import Fate
from cannlint.schema import CANN, looked_up, part_of
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.formats.fusion_switch.lines import Record
    from cannlint.schema import Path

    Members = Iterator[tuple[Path, dict[str, object]]]

LEADING_MARK: Fact[Record] = Fact("byte-order-mark")
COMMENT_ENTRY: Fact[Record] = Fact("comment-entry")
"""A comment that CANN reads as an entry."""
DUPLICATE_ENTRY: Fact[Record] = Fact("duplicate-entry")
PADDED_NAME: Fact[Path] = Fact("padded-name")
PADDED_NAME_OF_LINE: Fact[Record] = Fact("padded-name-of-line")
QUOTED_NAME: Fact[Record] = Fact("quoted-name")
NULL_DOCUMENT: Fact[None] = Fact("null-document")
PADDED_KEY: Fact[Path] = Fact("padded-key")
PADDED_VALUE: Fact[Path] = Fact("padded-value")
EMPTY_NAME: Fact[Path] = Fact("empty-name")
EMPTY_NAME_OF_LINE: Fact[Record] = Fact("empty-name-of-line")
FORCED_ON: Fact[Path] = Fact("forced-on")
"""A switch is off for a pass that the same file forces on."""
NO_COLON: Fact[Record] = Fact("no-colon")
BAD_SWITCH: Fact[Record] = Fact("bad-switch")

SCHEMA = "fusion_switch"
"""The schema of the JSON form."""


def lowered(value: object) -> object:
    """Priorities as in a user's file; a number of a user's file becomes one that is too large."""
    if isinstance(value, dict):
        return {key: lowered(part) for key, part in value.items()}
    bare = value.strip(C_BLANKS).lstrip("0") if isinstance(value, str) else ""
    if not (bare.isascii() and bare.isdigit() and len(bare) == 4):
        return "9999" if bare.isascii() and bare.isdigit() and len(bare) < 4 else value
    number = int(bare) - BUILT_IN_PRIORITIES.start
    return str(number if number >= 0 else 9999)


def value_facts(value: object) -> Iterator[tuple[Fact[Path], Path]]:
    """Each fact about the JSON form, with the path of what it is about; it may be refused."""
    if not isinstance(value, dict):
        return
    listed = value.get(EXCEPTIONAL)
    names = listed if isinstance(listed, list) else []
    forced = {name for name in names if isinstance(name, str)} - {"", ALL}
    for path, switches in _groups(value, SWITCH):
        yield from _name_facts(path, switches)
        yield from _switch_facts(path, switches, forced)
    for path, levels in _groups(value, PRIORITY):
        for level in levels_of(path[1]):
            passes = levels.get(level)
            if isinstance(passes, dict):
                yield from _name_facts((*path, level), passes)
    for at, name in enumerate(names):
        for fact in _facts_of(name) if isinstance(name, str) else ():
            yield fact, (EXCEPTIONAL, at)
    for path in _passed_over(value, ()):
        yield PADDED_KEY, path


def _passed_over(value: object, path: tuple[str, ...]) -> Iterator[Path]:
    """The padded keys that CANN passes over, as the same key stands there without blanks."""
    steps = [step for key in path for step in ("properties", key)]
    part = part_of(SCHEMA, *steps)
    if not isinstance(value, dict) or "keys" not in part.get(CANN, {}):
        return
    seen = set(looked_up(part, value))
    for key, held in value.items():
        if key in part["properties"]:
            yield from _passed_over(held, (*path, key))
        elif key not in seen:
            yield (*path, key)


def _switch_facts(
    path: Path, switches: dict[str, object], forced: set[str]
) -> Iterator[tuple[Fact[Path], Path]]:
    for name, switch in switches.items():
        if switch == ON or not isinstance(switch, str):
            continue
        bare = switch.strip(C_BLANKS) if switch != OFF else OFF
        if bare != switch and bare in (ON, OFF):
            yield PADDED_VALUE, (*path, name)
        if name in forced and bare != ON:
            yield FORCED_ON, (*path, name)


def levels_of(group: str | int) -> Sequence[str]:
    """The levels of priority in a group."""
    return tuple(part_of(SCHEMA, "properties", PRIORITY, "properties", str(group))["properties"])


def _groups(value: dict[str, object], section: str) -> Members:
    groups = value.get(section)
    if not isinstance(groups, dict):
        return
    for group in GROUPS:
        held = groups.get(group)
        if isinstance(held, dict):
            yield (section, group), held


def _name_facts(path: Path, named: dict[str, object]) -> Iterator[tuple[Fact[Path], Path]]:
    for name in named:
        if not name or name != name.strip() or name[0] == BYTE_ORDER_MARK:
            for fact in _facts_of(name):
                yield fact, (*path, name)


def _facts_of(name: str) -> Iterator[Fact[Path]]:
    bare = name.removeprefix(BYTE_ORDER_MARK)
    if not name.strip():
        yield EMPTY_NAME
    elif bare.strip() and bare != bare.strip():
        yield PADDED_NAME


_OF_FATE = {
    Fate.NO_COLON: NO_COLON,
    Fate.BAD_VALUE: BAD_SWITCH,
    Fate.DUPLICATE: DUPLICATE_ENTRY,
    Fate.NAMELESS: EMPTY_NAME_OF_LINE,
}


def line_facts(records: Sequence[Record]) -> Iterator[tuple[Fact[Record], Record]]:
    """Each fact about the text form, with the line that it is about."""
    for record in records:
        if record.fate in _OF_FATE:
            yield _OF_FATE[record.fate], record
        elif record.line.alternative == "odd_entry":
            for terminal, fact in _OF_TERMINAL.items():
                if terminal in record.line.terminals:
                    yield fact, record
    if records and "MARKS" in records[0].line.terminals:
        yield LEADING_MARK, records[0]


_OF_TERMINAL = {
    "REMARK_NAME": COMMENT_ENTRY,
    "QUOTE": QUOTED_NAME,
    "UNSEEN_NAME": EMPTY_NAME_OF_LINE,
    "PAD": PADDED_NAME_OF_LINE,
    "END_PAD": PADDED_NAME_OF_LINE,
}
