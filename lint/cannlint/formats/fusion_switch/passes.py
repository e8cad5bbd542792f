"""Every name of a pass in a fusion switch file that CANN takes as it is written."""

from __future__ import annotations

from functools import lru_cache

from cannlint.cann.fusion import ALL, EXCEPTIONAL, OFF, ON, PRIORITY, SWITCH
from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import counting
from cannlint.syntax.json_nodes import Member
from cannlint.text.quotes import unquoted
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.close_names import CloseNames
    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.library.passes import FusionPasses
    from cannlint.text.span import Span


class Mention:
    """A name, the section of the file it stands in, and what it is switched to.

    `group` is None in the text form, whose lines count in both, and in the list of exceptions;
    `is_on` is None outside of `Switch`; `is_json` is whether the name stands in quotes.
    """

    __slots__ = ("_place", "group", "is_json", "is_on", "name", "section")

    def __init__(
        self,
        name: str,
        place: Member | Span,
        section: str,
        group: str | None = None,
        is_on: bool | None = None,
        is_json: bool = True,
    ) -> None:
        self.name = name
        self._place = place
        self.section = section
        self.group = group
        self.is_on = is_on
        self.is_json = is_json

    @property
    def span(self) -> Span:
        """Where the name stands."""
        return self._place.key_span if isinstance(self._place, Member) else self._place


def mentions(reading: FusionSwitch) -> Iterator[Mention]:
    """Every name that counts, `ALL` included; not those whose form another rule is about."""
    for record in reading.having(Fate.KEPT):
        line = record.line
        if line.key is None or line.is_comment or not _is_clean(line.name):
            continue
        if not line.name.startswith(BYTE_ORDER_MARK) and unquoted(line.name) is None:
            yield Mention(line.name, line.key, SWITCH, None, line.switch == ON, is_json=False)
    for section, group, passes in reading.passes():
        for member in counting(passes):
            is_on = _is_on(member.value.plain) if section == SWITCH else None
            if _is_clean(member.name) and (is_on is not None or section == PRIORITY):
                yield Mention(member.name, member, section, group, is_on)
    for node in reading.exceptions():
        if _is_clean(str(node.plain)):
            yield Mention(str(node.plain), node.span, EXCEPTIONAL)


def _is_clean(name: str) -> bool:
    """Whether no blank keeps the name from being one."""
    return bool(name) and name == name.strip()


def _is_on(written: object) -> bool | None:
    """What a value means, blanks aside; None for what is neither."""
    if written in (ON, OFF):  # nearly all
        return written == ON
    bare = written.strip(C_BLANKS) if isinstance(written, str) else None
    return bare == ON if bare in (ON, OFF) else None


_ALL = ALL.lower()
_CLOSE = 0.85
_LONGEST = 100
_SHORTEST_STEM = 8
"""The end of a name that stands for it; shorter ones are the ends of many."""
_ORDER = ("a", "z")
"""Passes are run in the order of their names: some names begin with these letters, repeated."""
_ENDINGS = ("fusionpass", "pass", "fusion")


@lru_cache(maxsize=8)
def spellings(passes: FusionPasses) -> dict[str, list[tuple[str, str]]]:
    """Lower-case name → (group, name) of the passes that are spelt so but for case."""
    found: dict[str, list[tuple[str, str]]] = {}
    for group, names in passes.groups.items():
        for name in names:
            if name not in passes.obsolete:
                found.setdefault(name.lower(), []).append((group, name))
    return found


def names_in_other_case(mention: Mention, passes: FusionPasses) -> tuple[str, ...]:
    """The names that an unknown one differs from in case only; those of its group come alone.

    There can be two: some passes differ from each other in nothing but case.
    """
    lowered = mention.name.lower()
    if lowered == _ALL and mention.section == SWITCH:
        return (ALL,)
    found = spellings(passes).get(lowered)
    return _of_its_group(mention, found) if found is not None else ()


def close_to(mention: Mention, passes: FusionPasses) -> tuple[str, ...]:
    """The names that an unknown one is close to: one, or those that only case sets apart."""
    if len(mention.name) > _LONGEST:
        return ()
    meant = _nearest(mention.name.lower(), passes)
    return _of_its_group(mention, spellings(passes)[meant]) if meant is not None else ()


@lru_cache(maxsize=8)
def _similar(passes: FusionPasses) -> CloseNames:
    from cannlint.close_names import CloseNames

    return CloseNames(spellings(passes))


@lru_cache(maxsize=10_000)
def _nearest(lowered: str, passes: FusionPasses) -> str | None:
    """The name in lower case that another is a slip of; an editor asks after each keystroke."""
    longer = [other for other in spellings(passes) if other.endswith(lowered)]
    for other in longer:
        before = other.removesuffix(lowered)
        if any(not before.strip(letter) for letter in _ORDER):
            return other
    for other in _similar(passes).to(lowered, 3, _CLOSE):
        if _differs_by_a_slip(lowered, other):
            return other
    return longer[0] if len(longer) == 1 and len(_stem(lowered)) >= _SHORTEST_STEM else None


def _of_its_group(mention: Mention, found: list[tuple[str, str]]) -> tuple[str, ...]:
    same = tuple(name for group, name in found if group == mention.group)
    return same or tuple(name for _, name in found)


def _differs_by_a_slip(name: str, other: str) -> bool:
    """Whether few letters differ, for the part of a name that is not in almost every one."""
    from difflib import SequenceMatcher

    same = sum(block.size for block in SequenceMatcher(None, name, other).get_matching_blocks())
    return max(len(name), len(other)) - same <= max(1, len(_stem(other)) // 5)


def _stem(name: str) -> str:
    """A name without the endings that almost every one has."""
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name
