"""Which fusion passes run, what decides it, and where a fusion switch file says it.

See manual/fusion-switch.md#what-decides-about-a-pass.
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.cann.fusion import (
    ALL,
    BY_BUILT_IN,
    BY_BUILT_IN_ALL,
    BY_DEFAULT,
    BY_EXCEPTION,
    BY_FORBIDDEN_CLOSE,
    BY_LEVEL,
    BY_SWITCH,
    BY_USER,
    BY_USER_ALL,
    GROUPS,
    OFF,
    ON,
)
from cannlint.cann.option_names import FUSION
from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import Form
from cannlint.jobs.settings import FrontEnd
from cannlint.resolve.provenance import of_entry
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.formats.inspection import PassState as StateJson
    from cannlint.jobs.model import Job
    from cannlint.library.model import Library
    from cannlint.library.passes import FusionPasses
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


FORBIDDEN_CLOSE = "forbidden_close_pass"
"""The name in optimization_switch that stands for every pass that no file can turn off."""


class PassState:
    """Whether a pass runs, and what decided it: one of DECIDERS."""

    __slots__ = ("decided_by", "on")

    def __init__(self, on: bool, decided_by: str) -> None:
        self.on = on
        self.decided_by = decided_by


def states_json(
    states: Mapping[str, Mapping[str, PassState]],
) -> dict[str, dict[str, StateJson]]:
    """Group → pass → state, as JSON values."""
    return {
        group: {
            name: {"on": state.on, "decided_by": state.decided_by} for name, state in named.items()
        }
        for group, named in states.items()
    }


class PassOptions:
    """What decides about passes beside the switch file.

    See manual/fusion-switch.md#what-decides-about-a-pass.
    `by_name` and `forbidden_close` are optimization_switch: pass → on, and what it says about
    the passes that no file can turn off. `closed_by_level` is oo_level=O1: every pass is off
    that is not named otherwise. `switches` (group → pass → on) and `exceptional` are the
    compiler's own.
    """

    __slots__ = ("by_name", "closed_by_level", "exceptional", "forbidden_close", "switches")

    def __init__(self, switches: dict[str, dict[str, bool]], exceptional: frozenset[str]) -> None:
        self.switches = switches
        self.exceptional = exceptional
        self.by_name: dict[str, bool] = {}
        self.forbidden_close: bool | None = None
        self.closed_by_level = False


def passes_of(
    job: Job, library: Library, catalog: FusionPasses, switches: FusionSwitch | None
) -> dict[str, dict[str, PassState]]:
    """The passes of a job with its file; made once for all that have none and agree otherwise."""
    of_options = library, catalog, _sent_switches(job), job.value("oo_level") == "O1"
    if switches is None:
        return _without_file(*of_options)
    return pass_states(switches, catalog, pass_options(*of_options))


def pass_options(
    library: Library, catalog: FusionPasses, sent: str, closed_by_level: bool
) -> PassOptions:
    """The options of a job that decide about passes; an unknown value decides nothing."""
    passes = catalog.of(library)
    options = PassOptions(passes.switches, passes.exceptional)
    options.by_name = optimization_switches(sent)
    options.forbidden_close = options.by_name.pop(FORBIDDEN_CLOSE, None)
    options.closed_by_level = closed_by_level
    return options


@lru_cache(maxsize=32)
def _without_file(
    library: Library, catalog: FusionPasses, sent: str, closed_by_level: bool
) -> dict[str, dict[str, PassState]]:
    options = pass_options(library, catalog, sent, closed_by_level)
    return pass_states(None, catalog, options)


def optimization_switches(text: str) -> dict[str, bool]:
    """Pass → on; a token that is not `name:on` or `name:off` is dropped, of two the last counts."""
    tokens = (token.rpartition(":") for token in text.split(";"))
    return {name: value == ON for name, _, value in tokens if name and value in (ON, OFF)}


def _sent_switches(job: Job) -> str:
    """The text that reaches GE: ATC and TF2 add a switch of their own, TF2 without the `;`."""
    text = job.value("optimization_switch") or ""
    own = f"{FORBIDDEN_CLOSE}:{ON}"
    if job.front_end is FrontEnd.ATC:
        return f"{text};{own}" if text else own
    return text + own if job.front_end is FrontEnd.TF2 else text


def pass_states(
    reading: FusionSwitch | None, catalog: FusionPasses, options: PassOptions | None = None
) -> dict[str, dict[str, PassState]]:
    """Group → pass → state, of every catalogued pass and every pass that is named.

    For a pass without flags of its own in a whole-model compile, with no licence limits. Empty
    switches for a file that CANN refuses. Of one outside of the project no pass is told that is
    not catalogued.
    """
    options = options or PassOptions(catalog.switches, catalog.exceptional)
    is_read = reading is not None and reading.accepted
    exceptional = options.exceptional | (
        reading.exceptional if is_read and reading else frozenset()
    )
    kept_on = catalog.kept_on(is_json=is_read and reading is not None and not reading.records)
    states: dict[str, dict[str, PassState]] = {}
    for group in GROUPS:
        user = reading.switches[group] if is_read and reading else {}
        built_in = options.switches.get(group, {})
        unplaced = (name for name in options.by_name if not catalog.known(name))
        written = {*user, *(exceptional - options.exceptional)}
        if reading and reading.source.is_outside:
            written = set(filter(catalog.known, written))
        others = {*built_in, *options.exceptional, *unplaced}
        names = {*catalog.groups[group], *written, *others}
        states[group] = {
            name: _state(name, kept_on, exceptional, options) or _switched(name, user, built_in)
            for name in sorted(names - {ALL})
        }
    return states


def _state(
    name: str, kept_on: frozenset[str], exceptional: frozenset[str], options: PassOptions
) -> PassState | None:
    """What decides before the switches; None where nothing does."""
    if name in options.by_name:
        return PassState(options.by_name[name], BY_SWITCH)
    if name in exceptional:
        return PassState(True, BY_EXCEPTION)
    if name in kept_on and options.forbidden_close is not None:
        return PassState(options.forbidden_close, BY_FORBIDDEN_CLOSE)
    if options.closed_by_level:
        return PassState(False, BY_LEVEL)
    return PassState(True, BY_FORBIDDEN_CLOSE) if name in kept_on else None


def _switched(name: str, user: dict[str, bool], built_in: dict[str, bool]) -> PassState:
    for switches, decider in ((user, BY_USER), (built_in, BY_BUILT_IN)):
        if name in switches:
            return PassState(switches[name], decider)
    for switches, decider in ((user, BY_USER_ALL), (built_in, BY_BUILT_IN_ALL)):
        if ALL in switches:
            return PassState(switches[ALL], decider)
    return PassState(True, BY_DEFAULT)
