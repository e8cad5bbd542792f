"""modify_mixlist: operator types that go to another mixed-precision list, in JSON."""

from __future__ import annotations

import re

from cannlint.formats.format import CAME, GONE, LIST, Entry, Format, Rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.format import Look
    from cannlint.formats.inspection import Inspection
    from cannlint.formats.mixlist.reading import Mixlist
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.text.source import Source
    from cannlint.text.span import Span


_LIST_KEY = r"(?i)(?:black|white|gr[ae]y)[-_ ]?list"
_LIST_OF_TYPES = (
    r'"(?:black|white|gray)-list"\s*:\s*\[\s*"[A-Z][A-Za-z0-9]*"'
    r'|(?i:(?:black|white|gr[ae]y)[-_ ]?list)"\s*:\s*\{\s*"(?:add|remove)"'
)
_UPDATE_KEY = r"(?i)to[-_ ]?(?:add|remove)[a-z]{0,3}['\"]?\s*:"
_NAME = r"mix_?list|(?<![a-z-])ops?_info(?!.*-)\w*\.json"
_OTHER_KEYS = r'"(?!(?i:[^"]*(?:black|white|gr[ae]y|add|remove|list)))[^"]+"\s*:\s*[\[{"]'


def _has_lists(look: Look) -> object:
    return re.search(_LIST_KEY, look.text) and (
        re.search(_UPDATE_KEY, look.text) or re.search(_LIST_OF_TYPES, look.text)
    )


def _has_name(look: Look) -> object:
    """Whether the name tells, of what may be one: the kernels of a build have such names, too."""
    if re.search(_NAME, look.name) is None:
        return False
    return re.search(_OTHER_KEYS, look.text) is None or re.search(_LIST_KEY, look.text)


class MixlistFormat(Format):
    """A modify_mixlist file."""

    option = "modify_mixlist"
    rule_prefix = "MX"
    is_json = True
    schema = "modify_mixlist"
    signs = (
        (Rank.KEYS, _has_lists),
        (Rank.NAME, _has_name),
    )
    new_file = "modify_mixlist.json"
    concerns = (CAME, GONE, LIST)
    refuses_related = True
    """All operations of an operator that contradict each other are wrong."""

    def read(self, source: Source) -> Mixlist:
        """CANN's reading of a file."""
        from cannlint.formats.mixlist.reading import read

        return read(source)

    def look_up(self, reading: Mixlist, operators: Operators) -> Lookups:
        """The operator types, and the lists they are in."""
        from cannlint.formats.mixlist.lookup import look_up

        return look_up(reading, operators)

    def accounts(self, reading: Mixlist, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each operator type."""
        from cannlint.formats.mixlist.shown import accounts

        return accounts(reading, operators)

    def add_effect(self, entry: Inspection, reading: Mixlist, library: Library | None) -> None:
        """The list of each operator type, by the list that it is in by default."""
        entry["final"] = {
            op_type: {
                "white-list": ends["white-list"],
                "black-list": ends["black-list"],
                "gray-list": ends["gray-list"],
            }
            for op_type, ends in reading.final().items()
        }

    def summary(self, reading: Mixlist, operators: Operators) -> str:
        """How many operator types are moved."""
        from cannlint.language import counted, said

        moved = sum(account.counts for account in self.accounts(reading, operators))
        return said("{things} moved", things=counted(moved, "operator type"))

    def entries(self, reading: Mixlist) -> tuple[list[Entry], int]:
        """The operator types."""
        return [Entry(name) for name in reading.final()], 0

    def places(self, reading: Mixlist, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The operator types."""
        from cannlint.formats.mixlist.shown import places

        return places(reading, asked, has_parts)

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset."""
        from cannlint.formats.mixlist.shown import completions

        return completions(text, offset, operators)


FORMAT = MixlistFormat()
