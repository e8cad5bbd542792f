"""Which fusion passes the settings of a job turn off, and which stay on all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cannlint.cann.fusion import (
    ALL,
    BY_EXCEPTION,
    BY_FORBIDDEN_CLOSE,
    BY_LEVEL,
    BY_SWITCH,
    BY_USER,
    BY_USER_ALL,
)
from cannlint.cann.option_names import FUSION, LEVEL, SWITCH
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.library.passes import FusionPasses
from cannlint.library.snapshot import fusion_passes
from cannlint.report.origins import origin_text
from cannlint.resolve.passes import PassState, switches_with_places
from cannlint.resolve.plan import Plan
from cannlint.text.printable import printable

_OPTIONS = (FUSION, SWITCH, LEVEL)
"""The options that turn passes on or off."""

_SHOWN = 6
"""Passes of a line that are named."""

_ALL = (BY_USER_ALL, BY_LEVEL)
"""What decides about all passes that nothing else decides about: these are counted."""

_OFF: dict[str, str] = {
    BY_USER: Phrase("off by the switch file"),
    BY_SWITCH: Phrase("off by optimization_switch"),
    BY_USER_ALL: Phrase("off by `ALL` in the switch file"),
    BY_LEVEL: Phrase("off by oo_level"),
}
_ON: dict[str, str] = {
    BY_USER: Phrase("on by the switch file"),
    BY_SWITCH: Phrase("on by optimization_switch"),
}
_STAYS: dict[str, str] = {
    BY_FORBIDDEN_CLOSE: Phrase("stay on: CANN does not let a file turn them off"),
    BY_EXCEPTION: Phrase("stay on: listed in ExceptionalPassOfO1Level"),
}
"""What decides → the words for the passes that it leaves on, where others are off by `ALL`."""


@dataclass(eq=False, slots=True)
class PassGroup:
    """Passes of one kind that have their state from the same setting.

    `title` says what decides, `names` are the passes, each with its place in the switch file if it
    has one; `is_counted` tells that there are too many to name.
    """

    title: str
    names: list[str]
    is_counted: bool


def pass_lines(plan: Plan) -> Iterator[str]:
    """A line for each group of passes and what decides about them; none without a setting."""
    for group in pass_groups(plan):
        number = counted(len(group.names), "pass", "passes")
        names = number if group.is_counted else _names(group.names)
        yield said("{title}: {names}", title=group.title, names=names)


def pass_groups(plan: Plan) -> Iterator[PassGroup]:
    """The passes by kind and by what decides about them; none without a setting."""
    if not any(plan.job.get(option) is not None for option in _OPTIONS):
        return
    places = _places(plan)
    passes = fusion_passes().of(plan.target.library)
    for kind, states in plan.passes.items():
        is_all_off = any(_is(state, False, _ALL) for state in states.values())
        for is_on, words in ((False, _OFF), (True, _ON), (True, _STAYS if is_all_off else {})):
            for decider, phrase in words.items():
                found = [name for name, one in states.items() if _is(one, is_on, (decider,))]
                if found:
                    all_at = places.get((kind, ALL), "") if decider == BY_USER_ALL else ""
                    title = said("{title}: {names}", title=kind, names=translated(phrase)) + all_at
                    names = [
                        _shown(
                            name, places.get((kind, name), "") if decider == BY_USER else "", passes
                        )
                        for name in found
                    ]
                    yield PassGroup(title, names, decider in _ALL)


def _shown(name: str, place: str, passes: FusionPasses) -> str:
    """A pass with its place, and a mark where the release is not known to have it."""
    since = passes.later_release(name)
    if since is not None:
        return said("{name} (from {since} on){place}", name=name, since=since, place=place)
    if name in passes.every_name and name not in passes.obsolete:
        return printable(name) + place
    return said("{name} (unknown){place}", name=printable(name), place=place)


def _places(plan: Plan) -> dict[tuple[str, str], str]:
    """Kind and name of a pass, or `ALL` → its place in the switch file, in parentheses."""
    linked = plan.job.files.get(FUSION)
    reading = linked.reading if linked is not None else None
    if not isinstance(reading, FusionSwitch):
        return {}
    return {
        (kind, name): said(" ({place})", place=origin_text(origin))
        for kind, name, _, origin in switches_with_places(reading)
    }


def _is(state: PassState, is_on: bool, deciders: tuple[str, ...]) -> bool:
    return state.on == is_on and state.decided_by in deciders


def _names(names: list[str]) -> str:
    shown = enumerated(names[:_SHOWN])
    rest = len(names) - _SHOWN
    return said("{names} and {rest:,} more", names=shown, rest=rest) if rest > 0 else shown
