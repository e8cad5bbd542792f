"""The passes that a fusion switch file names, looked up in the catalog of the library."""

from __future__ import annotations

from cannlint.cann.fusion import (
    ALL,
    EXCEPTIONAL,
    FOLDER_WITHOUT_UB_FUSION,
    GROUPS,
    PRIORITY,
    SWITCH,
    UB_FUSION,
)
from cannlint.facts import Fact
from cannlint.lookup import Lookups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.fusion_switch.passes import Mention
    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.library.operators import Operators
    from cannlint.library.passes import FusionPasses
    from cannlint.syntax.json_nodes import Member

UNKNOWN_PASS: Fact[Mention] = Fact("unknown-pass")
PASS_IN_OTHER_CASE: Fact[Mention] = Fact("pass-in-other-case")
PASS_OF_OTHER_GROUP: Fact[Mention] = Fact("pass-of-other-group")
PASS_OF_GRAPH_ENGINE: Fact[Mention] = Fact("pass-of-graph-engine")
OBSOLETE_PASS: Fact[Mention] = Fact("obsolete-pass")
PASS_OF_LATER_RELEASE: Fact[Mention] = Fact("pass-of-later-release")
PASS_STAYS_ON: Fact[Mention] = Fact("pass-stays-on")
ALL_OFF_LEAVES_ON: Fact[AllLookup] = Fact("all-off-leaves-on")
ALL_ON_LEAVES_OFF: Fact[AllLookup] = Fact("all-on-leaves-off")
UB_FUSION_WITHOUT_HARDWARE: Fact[Member] = Fact("ub-fusion-without-hardware")


class AllLookup:
    """An `ALL`, the groups it is for, and the passes that it does not switch.

    `by_entry` are those that the compiler's own configuration has an entry for, `kept_on` those
    that no file turns off.
    """

    __slots__ = ("by_entry", "groups", "kept_on", "mention")

    def __init__(
        self, mention: Mention, groups: tuple[str, ...], by_entry: list[str], kept_on: list[str]
    ) -> None:
        self.mention = mention
        self.groups = groups
        self.by_entry = by_entry
        self.kept_on = kept_on


def look_up(reading: FusionSwitch, operators: Operators) -> Lookups:
    """Look up every pass.

    Where the names stand is found only for a file that there is something to say about.
    """
    lookups = Lookups(operators)
    without_ub = socs_without_ub_fusion(operators)
    if without_ub or not _is_only_switches(reading) or _has_facts(reading, operators.passes):
        _record(lookups, reading)
    if without_ub:
        _record_ub_fusion(lookups, reading)
    return lookups


def _is_only_switches(reading: FusionSwitch) -> bool:
    """Whether CANN accepts the file, and there is nothing in it but the switches of passes."""
    value = reading.value
    return reading.accepted and not (isinstance(value, dict) and set(value) - {SWITCH})


def _has_facts(reading: FusionSwitch, passes: FusionPasses) -> bool:
    """Whether there is a fact about any of the switches, without looking for their places."""
    of_lines = bool(reading.records)  # the text form does not know groups
    return any(
        name == ALL
        or _fact_of(name, None if of_lines else group, passes) is not None
        or (not is_on and _stays_on(name, passes, is_json=not of_lines))
        for group in GROUPS
        for name, is_on in reading.switches[group].items()
    )


def _record(lookups: Lookups, reading: FusionSwitch) -> None:
    """Record the facts about every pass, with its place."""
    from cannlint.formats.fusion_switch.passes import mentions

    forced = {node.plain for node in reading.exceptions()}
    known = lookups.operators.passes.every_name
    unknown: _Unknown | None = None
    for mention in mentions(reading):  # one by one: a file may have very many
        lookups.names.add(mention.name)
        if mention.name == ALL and mention.section == SWITCH:
            _look_up_all(lookups, mention, reading)
        elif mention.name in known:
            _look_up_pass(lookups, mention, mention.name in forced)
        else:
            unknown = unknown or _Unknown(lookups)
            unknown.record(mention)


class _Unknown:
    """Records the names of which nothing is known."""

    def __init__(self, lookups: Lookups) -> None:
        from cannlint.formats.fusion_switch.passes import names_in_other_case, spellings

        self._note = lookups.note
        self._passes = lookups.operators.passes
        self._lowered = spellings(self._passes).keys() | {ALL.lower()}
        self._in_other_case = names_in_other_case

    def record(self, mention: Mention) -> None:
        """Record a name that may be one in another case."""
        is_near = mention.name.lower() in self._lowered
        is_known = is_near and self._in_other_case(mention, self._passes)
        self._note(PASS_IN_OTHER_CASE if is_known else UNKNOWN_PASS, mention)


def _look_up_pass(lookups: Lookups, mention: Mention, is_forced_on: bool) -> None:
    passes = lookups.operators.passes
    is_off = mention.section == SWITCH and not mention.is_on
    has_to_stay = is_off and _stays_on(mention.name, passes, mention.is_json)
    if has_to_stay and not is_forced_on:
        lookups.note(PASS_STAYS_ON, mention)
    fact = _fact_of(mention.name, mention.group, passes)
    if fact is not None and not (fact == PASS_OF_OTHER_GROUP and has_to_stay):
        lookups.note(fact, mention)


def _fact_of(name: str, group: str | None, passes: FusionPasses) -> Fact[Mention] | None:
    """The fact about the name of a pass in a group; None as a group stands for both."""
    if name in passes.obsolete:
        return OBSOLETE_PASS
    if name in passes.ge_passes:
        return PASS_OF_GRAPH_ENGINE
    own_group = passes.group_of(name)
    if own_group is not None:
        is_other = group not in (None, own_group) and name not in passes.documented_only
        return PASS_OF_OTHER_GROUP if is_other else _of_release(name, passes)
    return _of_release(name, passes) if passes.has_no_group(name) else UNKNOWN_PASS


def _of_release(name: str, passes: FusionPasses) -> Fact[Mention] | None:
    return PASS_OF_LATER_RELEASE if passes.later_release(name) is not None else None


def _stays_on(name: str, passes: FusionPasses, is_json: bool) -> bool:
    """Whether a file of this form cannot turn a pass off."""
    if name in passes.exceptional:
        return True
    return (
        name in passes.forbidden_close
        and passes.group_of(name) is not None
        and not (is_json and name in passes.closable_by_json)
    )


def _look_up_all(lookups: Lookups, mention: Mention, reading: FusionSwitch) -> None:
    """Record an `ALL` that does not switch all passes of its groups.

    As in an inspection, a pass counts that only later releases than this one turn off.
    """
    passes = lookups.operators.passes
    groups = GROUPS if mention.group is None else (mention.group,)
    by_entry, kept_on = [], []
    stays = passes.exceptional | passes.kept_on(mention.is_json)
    for group in groups:
        own = _own_entries(reading, group)
        entries = passes.switches[group].items()
        by_entry += [n for n, is_on in entries if is_on != mention.is_on and n not in own]
        own.update(by_entry)
        kept_on += [name for name in passes.groups[group] if name not in own and name in stays]
    part = AllLookup(mention, groups, by_entry, kept_on)
    if mention.is_on and by_entry:
        lookups.note(ALL_ON_LEAVES_OFF, part)
    elif not mention.is_on and (by_entry or kept_on):
        lookups.note(ALL_OFF_LEAVES_ON, part)


def _own_entries(reading: FusionSwitch, group: str) -> set[str]:
    """The names that the file itself decides about in a group."""
    from cannlint.formats.fusion_switch.passes import mentions

    return {
        mention.name
        for mention in mentions(reading)
        if mention.section == EXCEPTIONAL
        or (mention.section == SWITCH and mention.group in (None, group))
    }


def _record_ub_fusion(lookups: Lookups, reading: FusionSwitch) -> None:
    """Record every section for UB fusion that has something in it."""
    from cannlint.formats.fusion_switch.reading import counting

    for name in (SWITCH, PRIORITY):
        section = reading.root.last(name) if reading.root is not None else None
        for member in counting(section) if section is not None else ():
            if member.name == UB_FUSION and member.value.members:
                lookups.note(UB_FUSION_WITHOUT_HARDWARE, member)


def socs_without_ub_fusion(operators: Operators) -> tuple[str, ...]:
    """The SoCs asked for that have no UB fusion.

    By the folder of a SoC, or by its name where the library is older than the SoC.
    """
    folders = {soc: operators.library.folder_of(soc) or soc.lower() for soc in operators.socs}
    return tuple(
        soc
        for soc, folder in folders.items()
        if folder.split("pr_")[0].split("dt_")[0] == FOLDER_WITHOUT_UB_FUSION
    )
