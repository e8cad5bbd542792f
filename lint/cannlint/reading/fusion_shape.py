"""The shape that CANN demands of the JSON form of a fusion switch file (fusion-switch.md 1.1)."""

from __future__ import annotations

import re

from cannlint.cann.fusion import (
    EXCEPTIONAL,
    GROUPS,
    OFF,
    ON,
    PRIORITY,
    PRIORITY_RANGES,
    SWITCH,
)
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[dict[str, object]], list[str] | None]

_DIGITS = re.compile(r"[0-9]+")
_INT32_DIGITS = 10


def shape_codes(value: dict[str, object]) -> list[str] | None:
    """The codes CANN refuses a shape with, None for one it accepts.

    In CANN's order, keys sorted, because the first fault decides between E21002 and an
    exception without a code. CANN trims a key and then looks the trimmed key up, so a padded
    key is refused unless the same key stands there without its blanks.
    """
    for key in sorted(value):
        name = key.strip(C_BLANKS)
        section = value.get(name)
        if name == EXCEPTIONAL:
            if not isinstance(section, list):
                return ["E21002"]
        elif name not in (SWITCH, PRIORITY) or not isinstance(section, dict):
            return ["E21002"]
        else:
            codes = _group_codes(section, _switch_codes if name == SWITCH else _level_codes)
            if codes is not None:
                return codes
    return None


def _group_codes(section: dict[str, object], check: Check) -> list[str] | None:
    for key in sorted(section):
        group = section.get(key.strip(C_BLANKS))
        if key.strip(C_BLANKS) not in GROUPS or not isinstance(group, dict):
            return ["E21002"]
        codes = check(group)
        if codes is not None:
            return codes
    return None


def _switch_codes(switches: dict[str, object]) -> list[str] | None:
    for name in sorted(switches):
        switch = switches[name]
        if not isinstance(switch, str):
            return []
        if switch.strip(C_BLANKS) not in (ON, OFF):
            return ["E21002"]
    return None


def _level_codes(levels: dict[str, object]) -> list[str] | None:
    seen: set[str] = set()
    for key in sorted(levels):
        level = key.strip(C_BLANKS)
        passes = levels.get(level)
        if level not in PRIORITY_RANGES or not isinstance(passes, dict):
            return ["E21002"]
        for name in sorted(passes):
            number = passes[name]
            if not isinstance(number, str):
                return []
            if name.strip(C_BLANKS) in seen or not priority_fits(level, number):
                return ["E21002"]
            seen.add(name.strip(C_BLANKS))
    return None


def priority_fits(level: str, number: str) -> bool:
    """Whether CANN takes `number`, a string, as a priority of a user's file at `level`."""
    digits = number.strip(C_BLANKS)
    if not _DIGITS.fullmatch(digits):
        return False
    significant = digits.lstrip("0") or "0"
    return len(significant) <= _INT32_DIGITS and int(significant) in PRIORITY_RANGES[level]


def is_plain(value: object) -> bool:
    """Whether every switch and name of an accepted JSON value is written as it counts."""
    if not isinstance(value, dict) or not value.keys() <= {SWITCH, PRIORITY}:
        return False
    switches, levels = value.get(SWITCH, {}), value.get(PRIORITY, {})
    if not (switches.keys() <= set(GROUPS) and levels.keys() <= set(GROUPS)):
        return False
    if not all(group.keys() <= PRIORITY_RANGES.keys() for group in levels.values()):
        return False
    passes = [passes for group in levels.values() for passes in group.values()]
    names = [name for group in (*switches.values(), *passes) for name in group]
    return all(name and name == name.strip() for name in names) and all(
        switch in (ON, OFF) for group in switches.values() for switch in group.values()
    )
