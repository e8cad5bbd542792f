"""Every name of a pass in a fusion switch file that CANN takes as it is written."""

from __future__ import annotations

from cannlint.cann.fusion import EXCEPTIONAL, OFF, ON, PRIORITY, SWITCH
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_switch import counting
from cannlint.text.quotes import unquoted
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.syntax.json_nodes import Node
    from cannlint.text.span import Span


class Mention:
    """A name, the section of the file it stands in, and what it is switched to.

    `group` is None in the text form, whose lines count in both, and in the list of exceptions;
    `is_on` is None outside of `Switch`; `is_json` is whether the name stands in quotes.
    """

    __slots__ = ("group", "is_json", "is_on", "name", "section", "span")

    def __init__(
        self,
        name: str,
        span: Span,
        section: str,
        group: str | None = None,
        is_on: bool | None = None,
        is_json: bool = True,
    ) -> None:
        self.name = name
        self.span = span
        self.section = section
        self.group = group
        self.is_on = is_on
        self.is_json = is_json

    @property
    def is_clean(self) -> bool:
        """Whether no blank, quote or mark keeps the name from being one."""
        if not self.name or self.name != self.name.strip():
            return False
        return self.is_json or not (
            self.name.startswith(BYTE_ORDER_MARK) or unquoted(self.name) is not None
        )


def mentions(reading: FusionSwitch) -> Iterator[Mention]:
    """Every name that counts, `ALL` included; not those whose form another rule is about."""
    return (mention for mention in _all_mentions(reading) if mention.is_clean)


def _all_mentions(reading: FusionSwitch) -> Iterator[Mention]:
    for record in reading.having(Fate.KEPT):
        line = record.line
        if line.key is not None and not record.is_comment:
            yield Mention(line.name, line.key, SWITCH, None, line.switch == ON, is_json=False)
    for switch in reading.json_switches():
        written = str(switch.member.value.plain).strip(C_BLANKS)
        if written in (ON, OFF):
            yield _of_node(switch.member.key, SWITCH, switch.group, written == ON)
    for section, group, passes in reading.passes():
        for member in counting(passes) if section == PRIORITY else ():
            yield _of_node(member.key, PRIORITY, group)
    for node in reading.exceptions():
        yield _of_node(node, EXCEPTIONAL)


def _of_node(
    node: Node, section: str, group: str | None = None, is_on: bool | None = None
) -> Mention:
    return Mention(str(node.plain), node.span, section, group, is_on)
