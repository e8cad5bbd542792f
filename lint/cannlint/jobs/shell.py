"""The simple commands of a shell script, with the place of every character of their words.

As much of the shell's grammar as it takes to find commands and their words: quotes, escapes,
comments, continuation lines, here documents, redirections, substitutions. Nothing is run. What
only a run could tell, such as `$1` or `$(...)`, stands in a word as HOLE.
"""

from __future__ import annotations

import re

from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HOLE = "\0"
"""Stands for text that only a run of the script knows; no word of a shell can hold a NUL."""

_DEEPEST = 40
"""Substitutions within each other that are read; deeper ones are skipped."""

_PLAIN = re.compile(r"[^\s'\"\\$`;&|<>()#\0]+")
_BLANKS = re.compile(r"(?:[ \t\r\f\v]|\\\r?\n)+")
_QUOTED_PLAIN = re.compile(r"[^\"\\$`\0]+")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?=)", re.ASCII)
_SET = re.compile(
    r"(?<![\w\-.])([A-Za-z_]\w*)\+?=|\b(?:for|read|select|local|mapfile|unset)[ \t]+([^\n;|&]*)",
    re.ASCII,
)
_PLACEHOLDER = re.compile(r"<[^\s<>|&;'\"$]+>")
_SHOWN = re.compile(_PLACEHOLDER.pattern + r"(?=[ \t\r\n]|\Z)")
_REDIRECTION = re.compile(r"(?:&>>?|[<>]&\d*-?|<<<|>>|>\||<>|[<>])")
_OPENING = frozenset(("if", "while", "until", "for", "case", "select", "{", "function"))
_CLOSING = frozenset(("fi", "done", "esac", "}"))
_RESERVED = _OPENING | _CLOSING | frozenset(("then", "do", "else", "elif", "!", "in"))
_TRANSPARENT = frozenset(("if", "while", "until", "{", "then", "do", "else", "elif", "!"))


class Word:
    """One word of a command: its text after all expansions, and where it is written.

    `starts` and `ends` have, for each character of `text`, the offsets of what it is written as;
    None where the text stands in the file as it is.
    """

    __slots__ = ("end", "ends", "quoted", "start", "starts", "text")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.text = ""
        self.quoted = False
        self.starts: list[int] | None = None
        self.ends: list[int] | None = None

    @property
    def known(self) -> bool:
        """Whether the whole text is known."""
        return HOLE not in self.text

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place of text[start:end]; of the word with its quotes when it is the whole."""
        last = len(self.text) if end is None else end
        if start == 0 and last == len(self.text):
            return Span(self.start, self.end)
        if self.starts is None or self.ends is None:
            return Span(self.start + start, self.start + last)
        begin = self.starts[start] if start < len(self.starts) else self._inner_end()
        return Span(begin, self.ends[last - 1] if last > start else begin)

    def without_first(self) -> Word:
        """The word after its first character, which is written with more than itself."""
        assert self.starts is not None and self.ends is not None
        rest = Word(self.ends[0])
        rest.end, rest.text, rest.quoted = self.end, self.text[1:], self.quoted
        rest.starts, rest.ends = self.starts[1:], self.ends[1:]
        return rest

    def _inner_end(self) -> int:
        return self.ends[-1] if self.ends else self.end


class Command:
    """The words of one simple command; `end_mark` is what ends it: `;`, a line feed, ..."""

    __slots__ = ("end_mark", "words")

    def __init__(self, words: list[Word], end_mark: str) -> None:
        self.words = words
        self.end_mark = end_mark


def commands_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Command]:
    """The simple commands of a part of a script, in order, those in substitutions included."""
    last = len(text) if end is None else end
    yield from _Shell(text, last, _set_once(text), 0).commands(start)


def _set_once(text: str) -> frozenset[str]:
    """The variables that a script sets in one place only."""
    seen: set[str] = set()
    again: set[str] = set()
    if "=" not in text or "$" not in text:
        return frozenset()
    for match in _SET.finditer(text):
        for name in (match[1],) if match[1] else _NAME.findall(match[2]):
            (again if name in seen else seen).add(name)
            if not match[1]:
                again.add(name)
    return frozenset(seen - again)


class _Shell:
    def __init__(self, text: str, end: int, once: frozenset[str], level: int) -> None:
        self.text = text
        self.end = end
        self.once = once
        self.level = level
        self.depth = 0
        self.values: dict[str, str] = {}
        self.inner: list[tuple[int, int]] = []
        self.documents: list[str] = []
        self.unclosed: set[str] = set()

    def commands(self, start: int) -> Iterator[Command]:
        at, before = start, "\n"
        while at < self.end:
            words, mark, at = self._simple_command(at)
            words = self._settle(words, before, mark)
            inner, self.inner = self.inner, []
            if words:
                yield Command(words, mark)
            for begin, stop in inner:
                yield from self._nested(begin, stop)
            before = mark

    def _nested(self, begin: int, stop: int) -> Iterator[Command]:
        if self.level < _DEEPEST:
            nested = _Shell(self.text, stop, frozenset(), self.level + 1)
            yield from nested.commands(begin)

    def _simple_command(self, at: int) -> tuple[list[Word], str, int]:
        """The words from an offset on, the mark that ends them, and where the next begin."""
        words: list[Word] = []
        while at < self.end:
            blanks = _BLANKS.match(self.text, at, self.end)
            at = blanks.end() if blanks else at
            if at >= self.end:
                break
            char = self.text[at]
            if char == "\n":
                return words, "\n", self._skip_documents(at + 1)
            if char == "#":
                at = self._line_end(at)
            elif char == "<" and (shown := _SHOWN.match(self.text, at, self.end)):
                words.append(_hole(at, shown.end()))
                at = shown.end()
            elif char in "<>" or self.text.startswith("&>", at):
                at = self._redirection(words, at)
            elif char in ";&|()":
                return self._operator(words, at)
            else:
                word, at = self._word(at)
                words.append(word)
        return words, "", at

    def _operator(self, words: list[Word], at: int) -> tuple[list[Word], str, int]:
        double = self.text[at : at + 2]
        mark = double if double in ("&&", "||", ";;", "|&") else self.text[at]
        if mark == "(":
            self.depth += 1
        elif mark == ")" and self.depth:
            self.depth -= 1
        return words, mark, at + len(mark)

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at, self.end)
        return self.end if found < 0 else found

    def _settle(self, words: list[Word], before: str, mark: str) -> list[Word]:
        """A command without its reserved words and assignments; plain assignments are kept."""
        while words and words[0].text in _RESERVED and not words[0].quoted:
            first = words[0].text
            self.depth += (first in _OPENING) - (first in _CLOSING)
            self.depth = max(self.depth, 0)
            if first not in _TRANSPARENT:
                return []
            words = words[1:]
        exported = bool(words) and words[0].text == "export"
        assigned = words[1:] if exported else words
        count = 0
        while count < len(assigned) and _ASSIGNMENT.match(assigned[count].text):
            count += 1
        plain = before in ("\n", ";") and mark in ("\n", ";", "", "&&") and not self.depth
        if count == len(assigned) and plain:
            for word in assigned:
                self._assign(word)
        return [] if exported else words[count:]

    def _assign(self, word: Word) -> None:
        name, _, value = word.text.partition("=")
        if name in self.once and HOLE not in value:
            self.values[name] = value

    def _redirection(self, words: list[Word], at: int) -> int:
        """Skip a redirection and its file; remember the end of a here document."""
        if self.text.startswith("<<", at) and not self.text.startswith("<<<", at):
            at += 3 if self.text.startswith("<<-", at) else 2
            end, after = self._target(at)
            if end is not None:
                self.documents.append(end.text)
            return after
        if words and words[-1].end == at and words[-1].text.isdigit() and not words[-1].quoted:
            words.pop()
        match = _REDIRECTION.match(self.text, at, self.end)
        at = match.end() if match else at + 1
        if match and match[0][-1] in "-0123456789":
            return at
        return self._target(at)[1]

    def _target(self, at: int) -> tuple[Word | None, int]:
        blanks = _BLANKS.match(self.text, at, self.end)
        at = blanks.end() if blanks else at
        if at >= self.end or self.text[at] in "\n;&|()<>":
            return None, at
        return self._word(at)

    def _skip_documents(self, at: int) -> int:
        """The offset after the here documents that begin on this line."""
        for end in self.documents:
            while at < self.end:
                stop = self._line_end(at)
                line = self.text[at:stop]
                at = min(stop + 1, self.end)
                if line.strip("\t\r ") == end:
                    break
        self.documents.clear()
        return at

    def _word(self, at: int) -> tuple[Word, int]:
        return _WordReader(self, at).read()


def _hole(start: int, end: int) -> Word:
    """A word of which nothing is known."""
    word = Word(start)
    word.text, word.end, word.starts, word.ends = HOLE, end, [start], [end]
    return word


class _WordReader:
    """Reads one word; a word of plain characters, as nearly all are, needs no offsets."""

    def __init__(self, shell: _Shell, start: int) -> None:
        self.shell = shell
        self.text = shell.text
        self.end = shell.end
        self.at = start
        self.word = Word(start)
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def read(self) -> tuple[Word, int]:
        plain = _PLAIN.match(self.text, self.at, self.end)
        after = plain.end() if plain else self.at
        if plain and (after == self.end or self.text[after] in " \t\n;&|()"):
            self.word.text, self.word.end = plain[0], after
            return self.word, after
        while self.at < self.end and self._piece():
            pass
        self.word.text, self.word.end = "".join(self.parts), self.at
        self.word.starts, self.word.ends = self.starts, self.ends
        return self.word, self.at

    def _piece(self) -> bool:
        """Read the next piece; false at the end of the word."""
        plain = _PLAIN.match(self.text, self.at, self.end)
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
        elif char in "$`":
            self._expansion(quoted=False)
        elif char == "#":
            self._literal(self.at + 1)
        elif char == HOLE:
            self.at += 1
        elif char == "<" and self.parts and (match := self._placeholder()):
            self._add(HOLE, self.at, match)
            self.at = match
        else:
            return char not in " \t\r\n\f\v;&|()<>" and self._literal(self.at + 1)
        return True

    def _placeholder(self) -> int:
        match = _PLACEHOLDER.match(self.text, self.at, self.end)
        return match.end() if match else 0

    def _literal(self, end: int) -> bool:
        self.parts.append(self.text[self.at : end])
        self.starts += range(self.at, end)
        self.ends += range(self.at + 1, end + 1)
        self.at = end
        return True

    def _add(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        self.starts += [start] * len(text)
        self.ends += [end] * len(text)

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
        if quote not in self.shell.unclosed:
            found = self.text.find(quote, self.at + 1, self.end)
            if found >= 0:
                return found
            self.shell.unclosed.add(quote)
        return self.shell._line_end(self.at)

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
                self.at += 1
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
        value = self.shell.values.get(name) if name else None
        split = value is not None and not quoted and re.search(r"[\s*?\[]|^$", value)
        self._add(HOLE if value is None or split else value, start, end)
        self.at = end

    def _expanded(self, start: int) -> tuple[str | None, int]:
        """The variable that is expanded, where it is one, and where the expansion ends."""
        following = self.text[start + 1 : start + 2]
        if self.text[start] == "`":
            return None, self._backquoted(start)
        if following == "(":
            return None, self._substitution(start + 2)
        if following == "{":
            return self._braced(start + 2)
        match = _NAME.match(self.text, start + 1, self.end)
        if match:
            return match[0], match.end()
        special = following != "" and following in "@*#?$!0123456789-"
        return None, start + 2 if special else start

    def _braced(self, start: int) -> tuple[str | None, int]:
        line_end = self.shell._line_end(start)
        close = _matching(self.text, start, line_end, _BRACE)
        name = self.text[start:close]
        return (name if _NAME.fullmatch(name) else None), min(close + 1, line_end)

    def _backquoted(self, start: int) -> int:
        close = self._closing("`")
        if close < self.end and self.text[close] == "`":
            self.shell.inner.append((start + 1, close))
            return close + 1
        return max(close, start + 1)

    def _substitution(self, start: int) -> int:
        """Where a `$(` closes; what is in it is read as commands of its own."""
        close = _matching(self.text, start, self.end, _BRACKET)
        self.shell.inner.append((start, close))
        return min(close + 1, self.end)


_BRACKET = re.compile(r"\\.|'[^']*'|[()]", re.DOTALL)
_BRACE = re.compile(r"[{}]")


def _matching(text: str, start: int, end: int, brackets: re.Pattern[str]) -> int:
    """The offset of the bracket that closes; the end where none does."""
    depth = 1
    for match in brackets.finditer(text, start, end):
        depth += (match[0] in "({") - (match[0] in ")}")
        if not depth:
            return match.start()
    return end
