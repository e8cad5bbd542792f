"""Python text that is being written: the statement at the cursor, closed so that it can be read.

The text does not parse while someone types, so no parser helps: one pass over strings, brackets and
line ends finds the statements. The reader of scripts gets the one at the cursor, in each way in
which it may go on, with the statements that say what its names stand for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice

_TOKEN = re.compile(
    r"[rbuf]{0,2}(?P<quote>\"\"\"|'''|\"|')|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|\#[^\n]*|\\\r?\n|(?P<end>\n)",
    re.IGNORECASE,
)
_ENDS = {
    '"': re.compile(r'[^"\\\n]*(?:\\.[^"\\\n]*)*(?P<closed>")?', re.DOTALL),
    "'": re.compile(r"[^'\\\n]*(?:\\.[^'\\\n]*)*(?P<closed>')?", re.DOTALL),
    '"""': re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?P<closed>""")?', re.DOTALL),
    "'''": re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?P<closed>''')?", re.DOTALL),
}
"""What follows an opening quote: the rest of the string, which may lack its end."""
_STATEMENT = re.compile(
    r"[ \t]*(?:@|(?:def|class|import|from|return|with|try|except|finally|raise|assert|while)\b)"
)
"""What begins a statement, also behind a bracket that nobody has closed yet."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_NAME = re.compile(r"[^\W\d]\w*")
_IMPORT = re.compile(r"^[ \t]*(?:import|from)[ \t][^\n]*", re.MULTILINE)
_WORD = re.compile(r"(?<!\w)[^\W\d]\w*\Z")
_TARGET = re.compile(r"([^\W\d]\w*)[ \t]*(?:[:=\[|]|\.update\b)")
"""The name that a statement assigns to, or that has a dict which it changes."""
KEYWORD, ATTRIBUTE, QUOTED, LITERAL = "keyword", "attribute", "quoted", "literal"
"""What is completed: the name of an argument, an attribute, a string, or a value without quotes."""
_AFTER = {KEYWORD: ("=0",), ATTRIBUTE: (" = 0", "(0)", "")}
_AFTER_STRING = ("", ": 0", "].s = 0", "] = 0", ", 0")
"""How a statement may go on behind what is completed; behind the closing bracket for `]`."""
_OUTERMOST = re.compile(r"^(?:def|class|import|from)\b", re.MULTILINE)
_FAR = 100_000
"""Characters before and behind a statement in which others are looked for."""
_LONGEST = 20_000
"""Characters of a statement; a longer one is left out."""
_MOST_NAMES, _MOST_STATEMENTS = 30, 60
_STEPS = 3
"""Names that are followed one after another."""


class Scan:
    """The statements of a text, and what is open at its end.

    `starts` are the offsets of statements, `quote` the quote that is open with the offset of what
    is in it, `brackets` those that are open, `is_comment` whether the text ends in a comment.
    """

    __slots__ = ("brackets", "is_comment", "quote", "starts")

    def __init__(self, text: str, start: int = 0, until_closed: bool = False) -> None:
        self.starts = [start]
        self.brackets: list[str] = []
        self.quote: tuple[str, int] | None = None
        self.is_comment = False
        at, end = start, start + _FAR
        while (token := _TOKEN.search(text, at, end)) is not None:
            at = token.end()
            if token["quote"]:
                at = self._string(text, token)
            elif token["open"]:
                self.brackets.append(token["open"])
            elif token["close"]:
                if self.brackets:
                    self.brackets.pop()
            elif token["end"]:
                if self.brackets and not _STATEMENT.match(text, at):
                    continue
                self.brackets.clear()
                self.starts.append(at)
                if until_closed:
                    return
            elif token[0].startswith("#"):
                self.is_comment = at == len(text)

    def _string(self, text: str, token: re.Match[str]) -> int:
        rest = _ENDS[token["quote"].lower()].match(text, token.end(), token.end() + _FAR)
        assert rest is not None
        if rest["closed"] is None and rest.end() == len(text):
            self.quote = (token["quote"], token.end())
        return rest.end()


class Attempt:
    """A whole statement with a probe: where the probe is, and the form that it stands in."""

    __slots__ = ("at", "form", "text")

    def __init__(self, before: str, probe: str, form: str) -> None:
        self.text = before + probe
        self.at = len(before)
        self.form = form

    def ending(self, rest: str) -> Attempt:
        """The same, followed by a text."""
        decorated = "\ndef f(): pass" if self.text.startswith("@") else ""
        return Attempt(self.text[: self.at], f"{self.text[self.at :]}{rest}{decorated}", self.form)


class Statement:
    """The statement at an offset of a text: what is `before` the cursor in it, and what `after`.

    `quoted` is the part of a string before the cursor, None outside of strings; `word` is the
    part of a name before the cursor.
    """

    __slots__ = (
        "_brackets",
        "_end",
        "_quote",
        "_start",
        "_text",
        "after",
        "before",
        "is_comment",
        "quoted",
        "word",
    )  # fmt: skip

    def __init__(self, text: str, offset: int) -> None:
        scan = Scan(text[:offset], _clear_start(text, offset))
        start = scan.starts[-1]
        self.is_comment = scan.is_comment
        self.before = text[start:offset].lstrip(" \t")
        self.quoted = text[scan.quote[1] : offset] if scan.quote is not None else None
        self.word = _last_word(self.before)
        self._text = text
        self._brackets = scan.brackets
        self._quote = scan.quote[0] if scan.quote is not None else ""
        self._start = start
        self._end = _end_of_statement(text, start, offset)
        self.after = text[offset : self._end].rstrip()

    @property
    def typed(self) -> str:
        """What of a string or name is written before the cursor."""
        return self.quoted if self.quoted is not None else self.word

    def attempts(self, probe: str, replaces: bool = False) -> Iterator[Attempt]:
        """The statement with a probe at the cursor, in each way in which it may go on.

        Inside a string the probe continues it, or replaces what is typed. Outside of strings it is
        a name first, then a string.
        """
        if len(self.before) > _LONGEST:
            return
        before = self.before[: len(self.before) - len(self.typed)]
        probe = probe if replaces else self.typed + probe
        if self.quoted is not None:
            yield from self._closed(Attempt(before, probe, QUOTED), self._quote, _AFTER_STRING)
            return
        form = ATTRIBUTE if before.endswith(".") else KEYWORD
        yield from self._closed(Attempt(before, probe, form), "", _AFTER[form])
        yield from self._closed(Attempt(f'{before}"', f'{probe}"', LITERAL), "", _AFTER_STRING)

    def _closed(self, attempt: Attempt, quote: str, middles: tuple[str, ...]) -> Iterator[Attempt]:
        closing = "".join(_CLOSING[bracket] for bracket in reversed(self._brackets))
        for middle in middles if self.after else ():
            yield attempt.ending(_inserted(middle, quote, self.after))
        for middle in middles:
            if not middle.startswith("]"):
                yield attempt.ending(f"{quote}{middle}{closing}")
            elif closing.startswith("]"):
                yield attempt.ending(f"{quote}{closing}{middle[1:]}")

    def context(self) -> list[str]:
        """The statements that say what the names of this one stand for, and what they are used for.

        All imports, what is assigned to a name last before this statement, and what follows with
        the name that this one assigns to.
        """
        imports = islice(_IMPORT.finditer(self._text, 0, _FAR), _MOST_STATEMENTS)
        found = [line[0].strip() for line in imports]
        names = set(_NAME.findall(self.before[-_LONGEST:]))
        known: set[str] = set()
        bound: dict[int, str] = {}
        for _ in range(_STEPS):
            for name in sorted(names - known)[:_MOST_NAMES]:
                known.add(name)
                for start, statement in self._binding(name):
                    bound[start] = statement
                    names.update(_NAME.findall(statement))
        before = [bound[start] for start in sorted(bound)][:_MOST_STATEMENTS]
        return [one for one in (*found, *before) if parsed(one)]

    def uses(self) -> list[str]:
        """The statements behind this one that use the name it assigns to."""
        target = _TARGET.match(self.before)
        if target is None:
            return []
        use = re.compile(rf"^[^\n\#]*\b{re.escape(target[1])}\b", re.MULTILINE)
        found = []
        for match in use.finditer(self._text, self._end + 1, self._end + _FAR):
            statement = statement_at(self._text, match.start())
            if "(" in statement and len(statement) < _LONGEST:
                found.append(statement)
            if len(found) > _MOST_STATEMENTS:
                break
        return [one for one in dict.fromkeys(found) if parsed(one)]

    def _binding(self, name: str) -> Iterator[tuple[int, str]]:
        """The last statements above that assign to a name or to the `name` of it."""
        first = max(self._start - _FAR, 0)
        for form in (r"(?:self\.)?{}[ \t]*(?::[^=\n]+)?", r"{}\.name[ \t]*"):
            written = form.format(re.escape(name))
            assigned = re.compile(rf"^[ \t]*{written}=(?!=)", re.MULTILINE)
            *_, last = (None, *assigned.finditer(self._text, first, self._start))
            if last is not None:
                statement = statement_at(self._text, last.start())
                if len(statement) < _LONGEST:
                    yield last.start(), statement


def statement_at(text: str, start: int) -> str:
    """The statement that begins at an offset."""
    starts = Scan(text, start, until_closed=True).starts
    return text[start : starts[1] if len(starts) > 1 else len(text)].strip()


def _clear_start(text: str, offset: int) -> int:
    """Where the scan for a statement begins: at the last definition or import that is outside all.

    That is not one in a string of several lines: then the number of its quotes is odd.
    """
    first = max(offset - _FAR, 0)
    *_, last = (None, *_OUTERMOST.finditer(text, first, offset))
    line = max(text.rfind("\n", 0, first) + 1, first - _LONGEST)
    start = last.start() if last is not None else line
    is_inside = any(text.count(quote, 0, start) % 2 for quote in ('"""', "'''"))
    return line if is_inside else start


def parsed(statement: str) -> bool:
    """Whether a text is a statement of Python."""
    try:
        ast.parse(statement.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _end_of_statement(text: str, start: int, offset: int) -> int:
    """The end of the statement at an offset; that of the line if the statement is not complete."""
    end = start + len(statement_at(text, start))
    if end >= offset and end - start < _LONGEST and parsed(text[start:end]):
        return end
    line_end = text.find("\n", offset)
    return line_end if line_end >= 0 else len(text)


def _last_word(text: str) -> str:
    found = _WORD.search(text)
    return found[0] if found is not None else ""


def _inserted(middle: str, quote: str, after: str) -> str:
    """What is behind the cursor, with what goes on behind the string or the bracket."""
    if middle.startswith("]"):
        return after + middle[1:]
    if quote and after.startswith(quote):
        return quote + middle + after[len(quote) :]
    return middle + after
