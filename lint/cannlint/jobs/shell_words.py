"""The words of a shell text: quotes, escapes and expansions, with the place of every character."""

from __future__ import annotations

import re

from cannlint.jobs.shell_model import ELEMENT, HOLE, NAME, Scope, Word, hole, offsets, shifted
from cannlint.jobs.shell_templates import OPENING, shown_end, template_end

_PLAIN = re.compile(r"[^\s'\"\\$`;&|<>()#\0]+")
_QUOTED_PLAIN = re.compile(r"[^\"\\$`\0]+")
_EXPANDED = re.compile(r"~|(?!-)[^*?]*[*?]")
"""A plain word that the shell replaces by a home folder or the names of files."""

_ANSI = re.compile(r"\$'(?:[^'\\]|\\.)*'", re.DOTALL)
_DOCUMENT_PLAIN = re.compile(r"[^\\$`\0]+")
_PIECE = re.compile(r"[^\s'\"\\$`;&|<>()#\0{\[]+")


TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell_model import Part


_MOST_PARTS = 32
"""Parts of a word that are told apart by what they come from."""


def read_word(scope: Scope, start: int) -> tuple[Word, int]:
    """The word that begins at an offset, and where it ends."""
    return _WordReader(scope, start).read()


def read_value(scope: Scope, start: int) -> tuple[Word, int]:
    """The same of an assignment, whose value is neither cut into words nor the names of files."""
    reader = _WordReader(scope, start)
    reader.whole = True
    return reader.read()


def document_word(scope: Scope, start: int, end: int) -> Word:
    """The lines of a here document as one word, expanded as if in double quotes."""
    reader = _WordReader(scope, start)
    reader.end = end
    return reader.document()


def shown_word(scope: Scope, start: int) -> Word | None:
    """A placeholder such as `<name>` that stands for a word in an example."""
    end = shown_end(scope.text, start, scope.end)
    return hole(start, end) if end else None


class _WordReader:
    """Reads one word; a word of plain characters, as nearly all are, needs no offsets."""

    def __init__(self, scope: Scope, start: int) -> None:
        self.scope = scope
        self.text = scope.text
        self.end = scope.end
        self.at = start
        self.whole = False
        self.word = Word(start)
        self.parts: list[str] = []
        self.starts, self.ends = offsets(), offsets()
        self.sources: list[Part] = []

    def read(self) -> tuple[Word, int]:
        plain = _PLAIN.match(self.text, self.at, self.end)
        after = plain.end() if plain else self.at
        if (
            plain
            and (after == self.end or self.text[after] in " \t\n;&|()")
            and not ("{" in plain[0] or "=[" in plain[0])
        ):
            if not self.whole and _EXPANDED.match(plain[0]):
                return hole(self.at, after), after
            self.word.text, self.word.end = plain[0], after
            return self.word, after
        while self.at < self.end and self._piece():
            pass
        self.word.text, self.word.end = "".join(self.parts), self.at
        self.word.starts, self.word.ends = self.starts, self.ends
        self.word.parts = self.sources if len(self.sources) <= _MOST_PARTS else None
        return self.word, self.at

    def document(self) -> Word:
        while self.at < self.end:
            plain = _DOCUMENT_PLAIN.match(self.text, self.at, self.end)
            if plain:
                self._literal(plain.end())
            elif self.text[self.at] == "\\":
                self._escape_in_double()
            elif self.text[self.at] == HOLE:
                self._hole()
            else:
                self._expansion(quoted=True)
        self.word.text, self.word.end, self.word.quoted = "".join(self.parts), self.end, True
        self.word.starts, self.word.ends = self.starts, self.ends
        return self.word

    def _piece(self) -> bool:
        """Read the next piece; false at the end of the word."""
        plain = _PIECE.match(self.text, self.at, self.end)
        if plain:
            self._literal(plain.end())
            return True
        char = self.text[self.at]
        if char == "\\":
            self._escape()
        elif char == "'":
            self._single()
        elif char == '"':
            self._double()
        elif char == "$" and (ansi := _ANSI.match(self.text, self.at, self.end)):
            self._add(HOLE, self.at, ansi.end())
            self.at = ansi.end()
        elif char in "$`":
            self._expansion(quoted=False)
        elif char == "#":
            self._literal(self.at + 1)
        elif char == HOLE:
            self._hole()
        elif char in "<" + OPENING and (template := self._template()):
            self._add(HOLE, self.at, template)
            self.at = template
        else:
            return char not in " \t\r\n\f\v;&|()<>" and self._literal(self.at + 1)
        return True

    def _hole(self) -> None:
        if self.scope.has_holes:
            self._literal(self.at + 1)
        else:
            self.at += 1

    def _template(self) -> int:
        before = self.parts[-1][-1:] if self.parts else ""
        return template_end(self.text, self.at, self.end, before)

    def _literal(self, end: int) -> bool:
        self.parts.append(self.text[self.at : end])
        self.starts.extend(range(self.at, end))
        self.ends.extend(range(self.at + 1, end + 1))
        self.at = end
        return True

    def _add(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        self.starts += offsets([start]) * len(text)
        self.ends += offsets([end]) * len(text)

    def _insert(self, value: Word) -> None:
        """Several words in one, such as a whole command: each stands where it was set."""
        starts, ends = value.places()
        self.parts.append(value.text)
        self.starts += starts
        self.ends += ends

    def _escape(self) -> None:
        following = self.text[self.at + 1 : self.at + 3]
        if following[:1] == "\n" or following == "\r\n":
            self.at += 1 + len(following.partition("\n")[0]) + 1
        elif self.at + 1 >= self.end:
            self.at += 1
        else:
            self.word.quoted = True
            self._add(self.text[self.at + 1], self.at, self.at + 2)
            self.at += 2

    def _closing(self, quote: str) -> int:
        """The offset of the next quote; at the end of the line where there is none in the text."""
        if quote not in self.scope.unclosed:
            found = self.text.find(quote, self.at + 1, self.end)
            if found >= 0:
                return found
            self.scope.unclosed.add(quote)
        return self.scope.line_end(self.at)

    def _single(self) -> None:
        self.word.quoted = True
        close = self._closing("'")
        self.at += 1
        self._literal(close)
        self.at = min(close + 1, self.end) if self.text[close : close + 1] == "'" else close

    def _double(self) -> None:
        self.word.quoted = True
        limit = self._closing('"')
        closed = limit < self.end and self.text[limit] == '"'
        self.at += 1
        while self.at < self.end and (closed or self.at < limit):
            plain = _QUOTED_PLAIN.match(self.text, self.at, self.end if closed else limit)
            if plain:
                self._literal(plain.end())
                continue
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                return
            if char == "\\":
                self._escape_in_double()
            elif char == HOLE:
                self._hole()
            else:
                self._expansion(quoted=True)

    def _escape_in_double(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following in ("$", '"', "\\", "`"):
            self._add(following, self.at, self.at + 2)
            self.at += 2
        elif following == "\n" or self.text.startswith("\r\n", self.at + 1):
            self._escape()
        else:
            self._literal(self.at + 1)

    def _expansion(self, quoted: bool) -> None:
        """A `$...` or backquotes: the value of a variable that is known, otherwise a hole."""
        start = self.at
        name, end = self._expanded(start)
        if end == start:
            self._literal(start + 1)
            return
        kept, variables = quoted or self.whole, self.scope.variables
        value = variables.value_of(name, kept, self.whole) if name else None
        split = value is not None and not kept and variables.is_cut(value.text)
        if value is not None and not split:
            self._note_part(name or "", value)
        if value is not None and kept and " " in value.text:
            self._insert(value)
        else:
            self._add(HOLE if value is None or split else value.text, start, end)
        self.at = end

    def _note_part(self, name: str, value: Word) -> None:
        """Note where a part of the word comes from that is about to be added."""
        at, length = len(self.starts), len(value.text)
        if len(self.sources) > _MOST_PARTS:
            return
        if value.parts is None:
            sources = self.scope.variables.sources.get(name, frozenset())
            self.sources.append((at, at + length, sources))
        else:
            self.sources.append((at, at + length, frozenset((name,))))
            self.sources += shifted(value.parts, at, at + length)

    def _expanded(self, start: int) -> tuple[str | None, int]:
        """The variable that is expanded, where it is one, and where the expansion ends."""
        following = self.text[start + 1 : start + 2]
        if self.text[start] == "`":
            return None, self._backquoted(start)
        if following == "(":
            return None, self._substitution(start + 2)
        if following == "{":
            return self._braced(start + 2)
        match = NAME.match(self.text, start + 1, self.end)
        if match:
            return match[0], match.end()
        special = following != "" and following in "@*#?$!0123456789-"
        return (following or None), start + 2 if special else start

    def _braced(self, start: int) -> tuple[str | None, int]:
        line_end = self.scope.line_end(start)
        close = matching_bracket(self.text, start, line_end, _BRACE)
        name = self.text[start:close]
        is_name = NAME.fullmatch(name) or ELEMENT.fullmatch(name)
        return (name if is_name else None), min(close + 1, line_end)

    def _backquoted(self, start: int) -> int:
        close = self._closing("`")
        if close < self.end and self.text[close] == "`":
            self.scope.inner.append((start + 1, close))
            return close + 1
        return max(close, start + 1)

    def _substitution(self, start: int) -> int:
        """Where a `$(` closes; what is in it is read as commands of its own."""
        close = matching_bracket(self.text, start, self.end)
        self.scope.inner.append((start, close))
        return min(close + 1, self.end)


_BRACKET = re.compile(r"\\.|'[^']*'|[()]", re.DOTALL)
_BRACE = re.compile(r"[{}]")


def matching_bracket(text: str, start: int, end: int, brackets: re.Pattern[str] = _BRACKET) -> int:
    """The offset of the bracket that closes; the end where none does."""
    depth = 1
    for match in brackets.finditer(text, start, end):
        depth += (match[0] in "({") - (match[0] in ")}")
        if not depth:
            return match.start()
    return end
