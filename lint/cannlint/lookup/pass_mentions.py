"""Every name of a pass in a fusion switch file that CANN takes as it is written."""

from __future__ import annotations

from cannlint.cann.fusion import EXCEPTIONAL, OFF, ON, PRIORITY, SWITCH
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_switch import counting
from cannlint.syntax.json_nodes import Member
from cannlint.text.quotes import unquoted
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.fusion_switch import FusionSwitch
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
