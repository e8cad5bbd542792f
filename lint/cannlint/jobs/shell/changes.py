"""The variables that statements set."""

from __future__ import annotations

import re

from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.statements import DECLARING, UNREAD, Block, Simple, commands_of_all
from cannlint.jobs.shell.values import ALL, ANY, Values
from cannlint.jobs.shell.word import UNKNOWN_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.parse import Script
    from cannlint.jobs.shell.statements import Statement
    from cannlint.jobs.shell.word import Word

_READING = frozenset(("read", "mapfile", "readarray", "unset", "let", "getopts", "printf"))
_NAMING = frozenset(("eval", "read", "unset"))
_EMPTYING = frozenset(("local", "declare", "typeset"))
_ELEMENT = re.compile(r"([A-Za-z_]\w*)\[[^\]\n]*\]\+?=", re.ASCII)
_SETS = re.compile(r"(?<![\w\-.])([A-Za-z_]\w*)\+?=", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PARAMETERS = frozenset(("set", "shift"))
_GROWS = re.compile(r'set\s+--\s+"\$@"')
"""What only adds to the positional parameters."""
_INSIDE = re.compile(r"\$\{([A-Za-z_]\w*):?=", re.ASCII)
_CHANGING = _READING | _NAMING | DECLARING | _PARAMETERS | {"for", "select"}


def names_changed(words: list[Word], written: str) -> Iterator[str]:
    """The variables that a command changes other than by assignment."""
    first = words[0].text if words else ""
    if first in _NAMING:
        names = [word.text.lstrip()[:1] for word in words[1:2]]
    else:
        names = [word.text.partition("=")[0] for word in words[1:] if first in DECLARING]
    if any(UNKNOWN_PART in name for name in names):
        yield ANY
    if first in _READING:
        yield from (name for word in words[1:] for name in _NAME.findall(word.text))
    elif first in _PARAMETERS:
        yield ALL
    elif first in _EMPTYING:
        yield from (word.text for word in words[1:] if _NAME.fullmatch(word.text))
    elif written.startswith(("((", "for ((", "for((")):
        yield from _NAME.findall(written)
    elif first in ("for", "select") and len(words) > 1:
        yield words[1].text
    elif first == "eval":
        yield from (match[1] for word in words for match in _SETS.finditer(word.text))
    elif "[" in written and (element := _ELEMENT.match(written)):
        yield element[1]
    if "=" in written and "${" in written:
        yield from _INSIDE.findall(written)


def _adds(assignment: str, value: str) -> bool:
    """Whether what is assigned has the old value in front: `A+=x`, `A="$A x"`."""
    if assignment.endswith("+="):
        return True
    name = assignment[:-1]
    return bool(re.match(rf'\(?\s*"?\$(?:{name}\b|\{{{name}(?:\[@\])?\}})[" \t]', value))


class Changes:
    """Finds what statements of one script set, whatever is known in front of them."""

    def __init__(self, script: Script, is_expanded: bool) -> None:
        self.text = script.text
        self.expander = Expander(script.hidden, Values(), is_expanded)

    def in_order(self, statements: list[Statement]) -> Iterator[tuple[str, bool]]:
        """The names that statements set, and whether their values are only added to."""
        for statement in commands_of_all(statements):
            if statement.changes is None:
                statement.changes = self._of(statement) or ()
            yield from statement.changes

    def of(self, statements: list[Statement]) -> dict[str, bool]:
        """The names that statements set, and whether their values are never more than added to."""
        found: dict[str, bool] = {}
        for name, adds in self.in_order(statements):
            found[name] = adds and found.get(name, True)
        return found

    def _of(self, statement: Statement) -> list[tuple[str, bool]]:
        if not isinstance(statement, Simple):
            is_unread = isinstance(statement, Block) and statement.kind == UNREAD
            return [(ANY, False)] if is_unread else []
        raw = statement.words
        changes: list[tuple[str, bool]] = []
        for one in raw:
            match = ASSIGNMENT.match(self.text, one.start, one.end)
            if match is not None:
                value = self.text[match.end() : match.end() + 200]
                changes.append((match[1], _adds(match[0], value)))
        if not raw:
            return changes
        written = self.text[statement.start : raw[-1].end]
        words = [self.expander.value(raw[0])]
        if words[0].text in _CHANGING:
            words += [self.expander.value(one) for one in raw[1:]]
        grows = _GROWS.match(written) is not None
        names = names_changed(words, written)
        return [*changes, *((name, name == ALL and grows) for name in names)]
