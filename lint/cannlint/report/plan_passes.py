"""Which fusion passes the settings of a job turn off, and which stay on all the same."""

from __future__ import annotations

from cannlint.language import Phrase, counted, said, translated
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.resolve.passes import PassState
    from cannlint.resolve.plan import Plan

_OPTIONS = ("fusion_switch_file", "optimization_switch", "oo_level")
"""The options that turn passes on or off."""

_SHOWN = 6
"""Passes of a line that are named."""

_ALL = ("user-all", "oo-level")
"""What decides about all passes that nothing else decides about: these are counted."""

_OFF: dict[str, str] = {
    "user": Phrase("off by the switch file"),
    "optimization-switch": Phrase("off by optimization_switch"),
    "user-all": Phrase("off by `ALL` in the switch file"),
    "oo-level": Phrase("off by oo_level"),
}
_ON: dict[str, str] = {
    "user": Phrase("on by the switch file"),
    "optimization-switch": Phrase("on by optimization_switch"),
}
_STAYS: dict[str, str] = {
    "forbidden-close": Phrase("stay on: CANN does not let a file turn them off"),
    "exceptional": Phrase("stay on: listed in ExceptionalPassOfO1Level"),
}
"""What decides → the words for the passes that it leaves on, where others are off by `ALL`."""


def pass_lines(plan: Plan) -> Iterator[str]:
    """A line for each group of passes and what decides about them; none without a setting."""
    if not any(plan.job.get(option) is not None for option in _OPTIONS):
        return
    for group, states in plan.passes.items():
        is_all_off = any(_is(state, False, _ALL) for state in states.values())
        for is_on, words in ((False, _OFF), (True, _ON), (True, _STAYS if is_all_off else {})):
            for decider, phrase in words.items():
                names = [name for name, one in states.items() if _is(one, is_on, (decider,))]
                if names:
                    shown = (
                        _names(names)
                        if decider not in _ALL
                        else counted(len(names), "pass", "passes")
                    )
                    yield f"{group}: {translated(phrase)}: {shown}"


def _is(state: PassState, is_on: bool, deciders: tuple[str, ...]) -> bool:
    return state.on == is_on and state.decided_by in deciders


def _names(names: list[str]) -> str:
    shown = printable(", ".join(names[:_SHOWN]))
    rest = len(names) - _SHOWN
    return said("{names} and {rest:,} more", names=shown, rest=rest) if rest > 0 else shown
