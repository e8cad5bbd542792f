"""fusion_switch_file: fusion passes that are switched off or on, in JSON or in lines."""

from __future__ import annotations

import re

from cannlint.cann.fusion import OFF, ON
from cannlint.formats.format import SWITCH, Entry, Format, Rank, mostly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.format import Look
    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.formats.inspection import Inspection
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.library.passes import FusionPasses
    from cannlint.lookup import Lookups
    from cannlint.text.source import Source
    from cannlint.text.span import Span


_KEY = (
    r"(?i)(?:graph|ub|buffer)_?fusion\s*(?:[\"']\s*)?(?:[:：=]\s*)?[{\[]"
    r"|FusionPass\s*(?:[\"']\s*)?[:：=]\s*(?:[\"'“]\s*)?(?:on|off|true|false|null|\d)"
    r"|\{\s*\"(?:graph|ub)fusion\"\s*\}|ExceptionalPassOfO1Level"
)
_SWITCH_OF_ALL = r'"ALL"\s*:\s*"(?i:on|off)"'
_ASSIGNED = r"(?i)\s*(?=\w*Fusion)\w*Pass\s*=\s*(?:on|off)\b"
_LIKE_NAMES = r"(?im)Pass\b|Fusion|\bALL\b|^[ \t]*\.{3,}"
_SWITCH_LINE = r"(?i)\s*(?:#\s*)?[^\s:]+\s*[:：]\s*(?:on|off)\b"
_NAME = r"fusion_?(?:switch|swith|off)|switch_?fusion"
_LOOSE_NAME = r"fusi?on|(?<![a-z])fuse(?![a-z])|(?<![a-z])switch\.cfg"


def _has_keys(look: Look) -> object:
    return re.search(_KEY, look.text) or re.search(_SWITCH_OF_ALL, look.text)


def _has_assignments(look: Look) -> object:
    text = look.text
    return "=" in text and "Pass" in text and mostly(text, re.compile(_ASSIGNED).match)


def _has_switches(look: Look) -> object:
    text = look.text
    if ":" not in text and "：" not in text:
        return False
    return re.search(_LIKE_NAMES, text) and mostly(text, re.compile(_SWITCH_LINE).match)


class FusionSwitchFormat(Format):
    """A fusion switch file: a text that is no JSON is read line by line."""

    option = "fusion_switch_file"
    rule_prefix = "FS"
    is_json = has_lines = True
    grammar = "fusion_switch"
    schema = "fusion_switch"
    signs = (
        (Rank.KEYS, _has_keys),
        (Rank.VALUE, _has_assignments),
        (Rank.SWITCHES, _has_switches),
        (Rank.NAME, lambda look: re.search(_NAME, look.name)),
        (Rank.LOOSE_NAME, lambda look: re.search(_LOOSE_NAME, look.name)),
    )
    key = r"[^:\n]*"
    empty = b"{}"
    concerns = (SWITCH,)
    shows_passes = True

    def read(self, source: Source) -> FusionSwitch:
        """CANN's reading of a file."""
        from cannlint.formats.fusion_switch.reading import read

        return read(source)

    def look_up(self, reading: FusionSwitch, operators: Operators) -> Lookups:
        """The passes."""
        from cannlint.formats.fusion_switch.lookup import look_up

        return look_up(reading, operators)

    def is_meant_as_json(self, reading: FusionSwitch) -> bool:
        """Whether it begins like JSON."""
        return reading.means_json

    def accounts(self, reading: FusionSwitch, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each switch."""
        from cannlint.formats.fusion_switch.shown import accounts

        return accounts(reading)

    def add_effect(self, entry: Inspection, reading: FusionSwitch, library: Library | None) -> None:
        """The state of each pass, and what decides it."""
        from cannlint.resolve.passes import pass_states, states_json

        states = states_json(pass_states(reading, _passes(library)))
        entry["passes"] = {
            "GraphFusion": states["GraphFusion"],
            "UBFusion": states["UBFusion"],
        }

    def summary(self, reading: FusionSwitch, operators: Operators) -> str:
        """How many passes are off."""
        from cannlint.language import enumerated, said
        from cannlint.resolve.passes import pass_states

        passes = _passes(operators.library)
        parts = []
        for group, states in pass_states(reading, passes).items():
            known = {*passes.groups[group], *passes.switches.get(group, ())} & states.keys()
            off = sum(not states[name].on for name in known)
            text = "{group} {off} of {number} passes off"
            parts.append(said(text, group=group, off=off, number=len(known)))
        return said("{parts} (CANN {release})", parts=enumerated(parts), release=passes.cann)

    def entries(self, reading: FusionSwitch) -> tuple[list[Entry], int]:
        """The passes; a line counts in every group."""
        from cannlint.formats.fusion_switch.reading import Form

        if reading.form is Form.TEXT:
            lines = next(iter(reading.switches.values()))
            groups = tuple(reading.switches)
            return [Entry(name, groups, ON if on else OFF) for name, on in lines.items()], 0
        of_groups = (
            Entry(name, (group,), ON if on else OFF)
            for group, named in reading.switches.items()
            for name, on in named.items()
        )
        return [*of_groups], 0

    def places(self, reading: FusionSwitch, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The passes."""
        from cannlint.formats.fusion_switch.shown import places

        return places(reading, asked, has_parts)

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset."""
        from cannlint.formats.fusion_switch.shown import completions

        return completions(text, offset, operators)


def _passes(library: Library | None) -> FusionPasses:
    from cannlint.library.snapshot import fusion_passes

    return fusion_passes().of(library) if library is not None else fusion_passes()


FORMAT = FusionSwitchFormat()
