"""What a simple command sets, and the variables that statements set in all."""

from __future__ import annotations

import re

from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.statements import DECLARING, UNREAD, Block, Simple, commands_of_all
from cannlint.jobs.shell.steps import steps_for
from cannlint.jobs.shell.values import ALL, ANY, Values
from cannlint.jobs.shell.word import NONE, UNKNOWN_PART, Word, part_of, shifted, unknown_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.parse import Script
    from cannlint.jobs.shell.statements import Statement
    from cannlint.jobs.shell.word import Sources, Word


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
_IN_FRONT = re.compile(r'\(?\s*"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:\[@\])?\})[" \t]', re.ASCII)
"""A value that begins with that of a variable, and goes on behind it."""
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
    found = _IN_FRONT.match(value)
    return found is not None and name in found.groups()


class Changes:
    """Finds what statements of one script set, whatever is known in front of them."""

    def __init__(self, script: Script, is_expanded: bool) -> None:
        self.text = script.text
        self.expander = Expander(script.hidden, Values(steps_for(script.text)), is_expanded)

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


_LOCAL = frozenset(("local", "declare", "typeset"))
_REFERENCE = re.compile(r"-[A-Za-z]*n")


class Setter:
    """Notes what commands set in what is known.

    `context` are the loops and calls that are being read for one of their values: what is not
    known may differ between them. `local_names` are those of the function that is being read.
    """

    def __init__(self, text: str, known: Values) -> None:
        self.text = text
        self.known = known
        self.lists: dict[int, list[Word]] = {}
        self.context: Sources = NONE
        self.local_names: set[str] = set()
        self.has_references = False

    def take(self, words: list[Word], written: str, piped: bool) -> list[Word]:
        """Note what a command sets; what is left of it to be run.

        A part of a pipeline sets nothing in the shell itself.
        """
        declares = words[0].text if words[0].text in DECLARING else ""
        assigned = 1 if declares else 0
        while assigned < len(words) and self._assignment(words[assigned]) is not None:
            assigned += 1
        if declares in _LOCAL:
            self.local_names.update(self._names(words[1:]))
        if declares:
            self._declare(words[1:], piped)
        elif assigned == len(words) and not piped:
            for word in words:
                self._assign(word)
        if not declares and assigned < len(words):
            words = words[assigned:]
            self._builtin(words, written, piped)
            return words
        self._forget(names_changed(words if declares else [], written), written)
        return []

    def _assignment(self, word: Word) -> re.Match[str] | None:
        match = ASSIGNMENT.match(self.text, word.start)
        return match if match is not None and word.text.startswith(match[0]) else None

    def _names(self, words: list[Word]) -> list[str]:
        return [word.text.partition("=")[0].rstrip("+") for word in words]

    def _declare(self, words: list[Word], piped: bool) -> None:
        for word in words:
            if _REFERENCE.fullmatch(word.text):
                self.has_references = True
            elif self._assignment(word) is not None and not piped:
                self._assign(word)
        self._forget([name for name in self._names(words) if piped], "")
        bare = [word.text for word in words if self._assignment(word) is None]
        self._forget([name for name in bare if name in self.local_names], "")

    def _assign(self, word: Word) -> None:
        match = self._assignment(word)
        assert match is not None
        name, grows = match[1], match[2] == "+="
        if name == "IFS":
            self.known.is_split_at_blanks = False
        if self.has_references:
            self.known.forget_all()
        written = self.text[match.end() : max(word.end, match.end())]
        sources = self.known.mentioned(written) | {name}
        if grows:
            sources |= self.known.sources.get(name, NONE)
        words = self.lists.get(word.start)
        if words is not None:
            self._assign_list(name, words, grows, sources)
            return
        value = part_of(word, len(match[0]), len(word.text))
        if grows:
            value = _added(self.known.texts.get(name), value)
        if not value.known:
            sources |= self.context
        self.known.set_text(name, value, sources)

    def _assign_list(self, name: str, words: list[Word], grows: bool, sources: Sources) -> None:
        if any(self.text.startswith("[", word.start) for word in words):
            self.known.forget(name)  # with keys, in an order of its own
            return
        written = " ".join([self.text[word.start : word.end] for word in words])
        sources |= self.known.mentioned(written)
        old = self.known.arrays.get(name) if grows else []
        if old is None or not all(word.known for word in words):
            sources |= self.context
        at = words[0].start if words else 0
        self.known.set_list(
            name, [*([unknown_word(at, at)] if old is None else old), *words], sources
        )

    def _builtin(self, words: list[Word], written: str, piped: bool) -> None:
        first = words[0].text
        if first == "set" and len(words) > 1 and words[1].text == "--" and not piped:
            sources = self.known.mentioned(written) | self.context
            self.known.set_positional(words[2:], sources)
        elif first == "set" and len(words) > 1 and words[1].text[:1] in ("-", "+"):
            return
        elif first == "shift" and not piped:
            self._shift(words[1].text if len(words) > 1 else "1")
        else:
            self._forget(names_changed(words, written), written)

    def _shift(self, by: str) -> None:
        words = self.known.arrays.get(ALL)
        count = int(by) if by.isascii() and by.isdigit() and len(by) < 4 else None
        sources = self.known.sources.get(ALL, NONE)
        skipped = words[:count] if words is not None and count is not None else [None]
        if words is None or any(
            w is None or (w.text == UNKNOWN_PART and not w.quoted) for w in skipped
        ):
            self.known.forget_positional()
        else:
            self.known.set_positional(words[count:], sources)

    def _forget(self, names: object, written: str) -> None:
        sources: Sources | None = None
        for name in names:  # type: ignore[attr-defined]
            if sources is None:
                sources = self.known.mentioned(written) | self.context
            if name == ALL:
                self.known.forget_positional()
            self.known.forget(name)
            self.known.note_sources(name, sources)
            given = self.known.given.pop(name, None)
            if given is not None:
                self.known.set_text(name, given, sources | {name})
            if name in (ALL, ANY):  # which may be the names that are mentioned
                sources = None


def _added(old: Word | None, new: Word) -> Word:
    """Two texts one behind the other, each where it is written."""
    before = old if old is not None else unknown_word(new.start, new.start)
    word = Word(before.start)
    word.text, word.end, word.quoted = before.text + new.text, new.end, before.quoted or new.quoted
    starts, ends = before.places()
    new_starts, new_ends = new.places()
    word.starts, word.ends = starts + new_starts, ends + new_ends
    if before.parts is not None and new.parts is not None:
        moved = shifted(new.parts, len(before.text), len(word.text))
        word.parts = [*before.parts, *moved]
    return word
