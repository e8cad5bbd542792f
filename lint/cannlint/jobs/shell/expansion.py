"""The words of a command after quotes, escapes and expansions, with the place of each character."""

from __future__ import annotations

import re

from cannlint.jobs.shell.statements import RawWord
from cannlint.jobs.shell.values import is_list
from cannlint.jobs.shell.word import (
    ELEMENT,
    NAME,
    NONE,
    UNKNOWN_PART,
    Word,
    offsets,
    one_of,
    shifted,
    unknown_word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.hidden import Document, HiddenText
    from cannlint.jobs.shell.values import Values
    from cannlint.jobs.shell.word import Part

ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?=)", re.ASCII)
_DEFAULT = re.compile(
    rf"\$\{{(?P<name>{NAME.pattern}|\d+)(?P<sign>:?[-=])"
    r"(?P<text>[^$`\\\"'{}]*|\"[^$`\\\"{}]*\"|'[^'{}]*')\}",
    re.ASCII,
)
"""A variable with the text that it has where it is not set."""
_EXPANDED = re.compile(r"~|(?!-)[^*?]*[*?]")
"""A plain word that the shell replaces by a home folder or the names of files."""
_WRITTEN = re.compile(r"['\"\\$`\0{\[<【《「（＜｛]")
"""In a word that does not stand in the script as it is."""
_BARE = re.compile(r"[^'\"\\$`\0]+")
_QUOTED = re.compile(r"[^\"\\$`\0]+")
_DOCUMENT = re.compile(r"(?:[^\\$`\0]|\\\")[^\\$`\0]*(?:\\\"[^\\$`\0]*)*")
_LOOSE = re.compile(
    r"\$(?:[A-Za-z_]\w*|[\d@*#?$!-]|\{[^{}\n]*\}?|\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)?)"
    r"|`[^`]*`?",
    re.ASCII,
)
"""An expansion in a place that the parser does not understand."""
_MOST_PARTS = 32
"""Parts of a word that are told apart by what they come from."""


class Expander:
    """Expands the words of a text with the values that are known.

    `is_expanded`: the text was expanded before, so that an UNKNOWN_PART in it is one. In a file
    it is a stray NUL.
    """

    def __init__(self, hidden: HiddenText, values: Values, is_expanded: bool) -> None:
        self.hidden = hidden
        self.text = hidden.text
        self.values = values
        self.is_expanded = is_expanded

    def words(self, raw: RawWord) -> list[Word]:
        """The words that one word of the script stands for."""
        word = self.word(raw)
        if not raw.expansions or not self.text.startswith(("$", '"'), raw.start):
            return [word]
        written = self.text[raw.start : raw.end]
        several = self.values.words_of(written)
        if several is None and word.text == UNKNOWN_PART and is_list(written):
            word.quoted = False  # any number of words
        return [word] if several is None else several

    def word(self, raw: RawWord) -> Word:
        """One word, where the shell may cut values into words."""
        return self._word(raw, is_whole=False)

    def value(self, raw: RawWord) -> Word:
        """An assignment, whose value is neither cut into words nor the names of files."""
        return self._word(raw, is_whole=True)

    def array(self, raw: RawWord) -> Word:
        """The assignment of an array without its words: `NAME=`."""
        match = ASSIGNMENT.match(self.text, raw.start)
        word = Word(raw.start)
        word.text, word.end = (match[0], match.end()) if match else ("", raw.start + 1)
        return word

    def document(self, document: Document) -> Word:
        """The lines of a here document as one word."""
        raw = RawWord(document.body, document.end)
        if not document.is_quoted:
            return _Expansion(self, raw, is_whole=True).document()
        word = Word(raw.start)
        word.end, word.text, word.quoted = raw.end, self.text[raw.start : raw.end], True
        return word

    def _word(self, raw: RawWord, is_whole: bool) -> Word:
        text = self.text[raw.start : raw.end]
        if raw.expansions or raw.start in self.hidden.unknown or _WRITTEN.search(text):
            return _Expansion(self, raw, is_whole).word_of()
        if not is_whole and _EXPANDED.match(text):
            return unknown_word(raw.start, raw.end)
        word = Word(raw.start)
        word.text, word.end = text, raw.end
        return word


class _Expansion:
    """Expands one word."""

    def __init__(self, expander: Expander, raw: RawWord, is_whole: bool) -> None:
        self.expander = expander
        self.text = expander.text
        self.values = expander.values
        self.unknown = expander.hidden.unknown
        self.raw = raw
        self.at = raw.start
        self.end = raw.end
        self.is_whole = is_whole
        self.word = Word(raw.start)
        self.parts: list[str] = []
        self.starts, self.ends = offsets(), offsets()
        self.sources: list[Part] = []
        self.choices: dict[int, tuple[Word, ...]] = {}

    def word_of(self) -> Word:
        is_quoted = False
        for start, end in self._segments():
            while self.at < min(start, self.end):
                is_quoted = self._piece(start, is_quoted)
            if end > self.at:
                self._expand(end, is_quoted)
        return self._finished()

    def document(self) -> Word:
        for start, end in self._segments():
            while self.at < start:
                if self._literal(_DOCUMENT, start):
                    continue
                if self.text[self.at] == "\\":
                    self._escape_in_quotes()
                else:
                    self._loose(start, True)
            if end > self.at:
                self._expand(end, True)
        self.word.quoted = True
        return self._finished()

    def _segments(self) -> list[tuple[int, int]]:
        """The expansions, and an empty one at the end."""
        return [*self.raw.expansions, (self.end, self.end)]

    def _finished(self) -> Word:
        word = self.word
        word.text, word.end = "".join(self.parts), self.end
        word.starts, word.ends = self.starts, self.ends
        word.choices = self.choices or None
        word.parts = self.sources if len(self.sources) <= _MOST_PARTS else None
        return word

    def _piece(self, limit: int, is_quoted: bool) -> bool:
        """Take the next piece up to a limit; whether double quotes are open behind it."""
        end = None if is_quoted else self.unknown.get(self.at)
        if end is not None:
            self.word.quoted = self.word.quoted or self.text[self.at] in "'\""
            self._add(UNKNOWN_PART, self.at, end)
            self.at = end
            return is_quoted
        if self._literal(_QUOTED if is_quoted else _BARE, limit):
            return is_quoted
        char = self.text[self.at]
        if char == '"':
            self.word.quoted = True
            self.at += 1
            return not is_quoted
        if char == "'":
            self._single()
        elif char in "$`" + UNKNOWN_PART:
            self._loose(limit, is_quoted)
        elif is_quoted:
            self._escape_in_quotes()
        else:
            self._escape()
        return is_quoted

    def _literal(self, pattern: re.Pattern[str], limit: int) -> bool:
        found = pattern.match(self.text, self.at, limit)
        if found is None:
            return False
        end = found.end()
        if self.unknown and pattern is _BARE:  # a template within
            end = min((at for at in range(self.at + 1, end) if at in self.unknown), default=end)
        self._take(end)
        return True

    def _take(self, end: int) -> None:
        self.parts.append(self.text[self.at : end])
        self.starts.extend(range(self.at, end))
        self.ends.extend(range(self.at + 1, end + 1))
        self.at = end

    def _add(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        self.starts += offsets([start]) * len(text)
        self.ends += offsets([end]) * len(text)

    def _loose(self, limit: int, is_quoted: bool) -> None:
        """Take a character that is no part of an expansion in the tree."""
        found = _LOOSE.match(self.text, self.at, limit)
        if found is not None:
            self._expand(found.end(), is_quoted)
        elif self.text[self.at] == UNKNOWN_PART and not self.expander.is_expanded:
            self.at += 1
        else:
            self._take(self.at + 1)

    def _single(self) -> None:
        self.word.quoted = True
        found = self.text.find("'", self.at + 1, self.end)
        close = found if found >= 0 else self.end
        self.at += 1
        self._take(close)
        self.at = min(close + 1, self.end)

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

    def _escape_in_quotes(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following and following in '$"\\`':
            self._add(following, self.at, self.at + 2)
            self.at += 2
        elif following == "\n" or self.text.startswith("\r\n", self.at + 1):
            self._escape()
        else:
            self._take(self.at + 1)

    def _expand(self, end: int, is_quoted: bool) -> None:
        """The value of a variable that is known, otherwise an UNKNOWN_PART."""
        start, self.at = self.at, end
        self.word.quoted |= self.text[start] == '"'
        written = self.text[start:end]
        name = written[2:-1] if written.startswith("${") else written[1:]
        is_longer = name.isdigit() and len(name) > 1 and written[1] != "{"
        is_name = NAME.fullmatch(name) or ELEMENT.fullmatch(name)
        if written[:1] != "$" or is_longer or not is_name:
            name = ""
        is_kept = is_quoted or self.is_whole
        value = self.values.value_of(name, is_kept, self.is_whole) if name else None
        if not name and (default := _DEFAULT.fullmatch(written)) is not None:
            name = default["name"]
            value = self._or_default(default, start)
        if value is None or (not is_kept and self.values.is_cut(value.text)):
            self._add(UNKNOWN_PART, start, end)
            return
        self._note_part(name, value)
        if is_kept and " " in value.text:
            # several words in one, such as a whole command: each stands where it was set
            starts, ends = value.places()
            self.parts.append(value.text)
            self.starts += starts
            self.ends += ends
        else:
            at = len(self.starts)
            self.choices |= {at + by: words for by, words in (value.choices or {}).items()}
            self._add(value.text, start, end)

    def _or_default(self, written: re.Match[str], start: int) -> Word | None:
        """The value of a variable, or what is written behind it where it may have none."""
        name, sign = written["name"], written["sign"]
        value = self.values.value_of(name, True, True)
        if value is None or not value.known:
            default = Word(start + written.start("text"))
            default.text = written["text"].strip("\"'")
            default.start += written["text"].find(default.text)
            default.end = default.start + len(default.text)
            words = [default] if value is None else [value, default]
            value = one_of(words, start, start + len(written[0]))
        if sign.endswith("=") and value is not None:
            self.values.given[name] = value
        return value

    def _note_part(self, name: str, value: Word) -> None:
        """Note where a part of the word comes from that is about to be added."""
        at, length = len(self.starts), len(value.text)
        if len(self.sources) > _MOST_PARTS:
            return
        is_source = value.parts is not None
        sources = frozenset((name,)) if is_source else self.values.sources.get(name, NONE)
        self.sources += [(at, at + length, sources), *shifted(value.parts or [], at, at + length)]
