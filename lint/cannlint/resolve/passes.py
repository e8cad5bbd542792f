"""Which fusion passes run, and who decided (fusion-switch.md 2.1)."""

from __future__ import annotations

from cannlint.facts.fusion import ALL, GROUPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import FusionPasses
    from cannlint.reading.fusion_switch import FusionSwitch


class PassState:
    """Whether a pass runs, and what decided it (contracts 4 names the deciders)."""

    __slots__ = ("decided_by", "on")

    def __init__(self, on: bool, decided_by: str) -> None:
        self.on = on
        self.decided_by = decided_by


def pass_states(reading: FusionSwitch, library: FusionPasses) -> dict[str, dict[str, PassState]]:
    """Group → pass → state, of every catalogued pass and every pass the file names.

    For a pass without flags of its own in a whole-model compile, with no licence limits and
    no optimization_switch. Empty groups for a file that CANN refuses.
    """
    states: dict[str, dict[str, PassState]] = {}
    for group in GROUPS:
        user = reading.switches[group] if reading.accepted else {}
        names = {*library.groups[group], *user, *library.switches[group], *reading.exceptional}
        states[group] = {
            name: _state(name, user, library.switches[group], reading.exceptional, library)
            for name in sorted(names - {ALL})
        }
    return states


def _state(
    name: str,
    user: dict[str, bool],
    built_in: dict[str, bool],
    exceptional: frozenset[str],
    library: FusionPasses,
) -> PassState:
    if name in exceptional:
        return PassState(True, "exceptional")
    if name in library.forbidden_close:
        return PassState(True, "forbidden-close")
    for switches, decider in ((user, "user"), (built_in, "built-in")):
        if name in switches:
            return PassState(switches[name], decider)
    for switches, decider in ((user, "user-all"), (built_in, "built-in-all")):
        if ALL in switches:
            return PassState(switches[ALL], decider)
    return PassState(True, "default")
