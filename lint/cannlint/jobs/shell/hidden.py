"""Shell texts as the parser gets them: what it need not see is hidden behind other characters.

Characters that are not ASCII, escapes, templates and here documents are replaced one for one, so
that an offset of the parser is an offset of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter

from cannlint.jobs.shell.word import offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_INNER = r"[^\s{}<>\[\]'\"$;&-][^{}<>\[\]'\"$;&\n]{0,200}"
_AT_START = r"(?<![^\s;&|()])"
_BEHIND_WORD = r"(?<=[^\s;&|()<>])"
_OPENING = re.compile(r"[{<\[【《「（＜｛]")
_TEMPLATE = re.compile(
    r"(?<!\$)(?:\{\{[^\n]{,200}?\}\}|\{%[^\n]{,200}?%\}|\{#[^\n]{,200}?#\})"
    rf"|{_BEHIND_WORD}<[^\s<>|&;'\"$]{{1,200}}>"
    rf"|{_AT_START}\{{(?=[^}}]{{0,201}}[\s|]){_INNER}(?<![\s\\])\}}"
    rf"|{_AT_START}<[^\s<>|&;'\"$]+(?: [^\s<>|&;'\"$-][^\s<>|&;'\"$]*)*(?<! \d)>(?=[ \t\r\n]|\Z)"
)
"""What stands for something else: `{log level}`, `{{ model }}`, `/home/<user>`."""
_IN_OPTION = re.compile(
    rf"\{{(?=[^}}]{{0,201}}[\s|]) ?{_INNER}\}}|<(?=[^>]{{0,201}}[\s|]) ?{_INNER}>"
    rf"|\[(?=[^\]]{{0,201}}[\s|]) ?{_INNER}\]"
    r"|【[^【】\n'\"]{1,200}】|《[^《》\n'\"]{1,200}》|「[^「」\n'\"]{1,200}」|（[^（）\n'\"]{1,200}）"
    r"|＜[^＜＞\n'\"]{1,200}＞|｛[^｛｝\n'\"]{1,200}｝"
)
"""The same in the value of an option, where it may have blanks: `--output=out_<batch size>`."""
_OPTION = re.compile(rb"(?:\A|\s)-[\w-]+=[^\s'\"]*\Z")
_LONGEST_VALUE = 300
"""Characters of an option in front of such a template."""

_NOT_ASCII = re.compile(r"[^\x01-\x7f]")
_BRACED = re.compile(
    r"\$\{(?:(?=[^{}\s]{0,200}[^\x00-\x7f])[^{}\s]+|[^\W\d]\w*(?:-\w+)*[ \t][^{}\n'\"$`]*)\}"
)
"""A variable as people name it in a template: not in ASCII, or of several words."""
_ESCAPE = re.compile(r"\\[^\r\n'\"]")
_ALONE = re.compile(r"\$(?![\w{(@*#?$!'\"-])", re.ASCII)
"""A dollar sign that nothing is expanded by: a prompt, the end of a pattern."""

_TOKEN = re.compile(
    r"[^\\'\"#<()\n$`]+|\\.|\$'(?:[^'\\]|\\.)*'|'[^']*'|\"[^\"\\$`]*(?:\\.[^\"\\$`]*)*\""
    r"|(?P<quote>['\"])"
    rf"|{_AT_START}\#[^\n]*"
    r"|\$?\(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\)|<<<"
    r"|<<-?[ \t]*(?P<mark>(?:[^\s'\"\\<>|&;()]|\\.|'[^'\n]*'|\"[^\"\n]*\")+)"
    r"|(?P<line>\n)|(?P<open>\()|(?P<close>\))|.",
    re.DOTALL,
)
_QUOTED = re.compile(r"[^\"\\$]+|\\.|(?P<quote>\")|(?P<open>\$\()|\$\{[^{}\"\n]*\}|.", re.DOTALL)
"""The same in double quotes."""


class Document:
    """A here document: where its operator and its lines stand, and whether they are expanded."""

    __slots__ = ("body", "end", "is_quoted", "mark", "start")

    def __init__(self, start: int, mark: str) -> None:
        self.start = start
        self.is_quoted = any(char in "'\"\\" for char in mark)
        self.mark = re.sub(r"['\"\\]", "", mark)
        self.body = self.end = 0


class HiddenText:
    """A text, and the bytes that the parser gets for it.

    `unknown` are the templates outside of quotes, by the offsets that they start at. `unclosed` is
    the offset of the first quote that nothing closes, as far as somebody has looked for it.
    """

    __slots__ = ("buffer", "documents", "text", "unclosed", "unknown")

    def __init__(self, text: str) -> None:
        self.text = text
        self.documents: list[Document] = []
        self.unknown: dict[int, int] = {}
        self.unclosed: int | None = None
        plain = _BRACED.sub(_named, text) if "${" in text else text
        if not text.isascii() or "\0" in text:
            plain = _NOT_ASCII.sub(".", plain)
        if "\\" in plain:
            plain = _ESCAPE.sub("..", plain)
        plain = _ALONE.sub(".", plain) if "$" in plain else plain
        self.buffer = bytearray(plain, "ascii")
        if text.startswith("\ufeff"):
            self.buffer[:1] = b" "
        for opening in _OPENING.finditer(text):
            template = _TEMPLATE.match(text, opening.start())
            template = template or self._template_in_option(opening.start())
            if template is not None:
                self._hide_unknown(*template.span())
        if "<<" in text:
            self.hide_documents()

    def documents_in(self, start: int, end: int) -> Sequence[Document]:
        """The here documents whose operators stand between two offsets."""
        if not self.documents:
            return ()
        first = bisect_left(self.documents, start, key=attrgetter("start"))
        return self.documents[first : bisect_left(self.documents, end, key=attrgetter("start"))]

    def hide_documents(self) -> None:
        """Hide here documents, and quotes that nothing closes: such a quote ends with its line."""
        text = self.text
        self.documents.clear()
        pending: list[Document] = []
        opened = offsets()
        last = {quote: text.rfind(quote) for quote in "'\""}
        at = 0
        self.unclosed = None
        while at < len(text):
            is_quoted = bool(opened) and text[opened[-1]] == '"'
            token = (_QUOTED if is_quoted else _TOKEN).match(text, at)
            assert token is not None  # a dot fits everything
            kind, start, at = token.lastgroup, at, token.end()
            if kind == "open":
                opened.append(at - 1)
            elif (kind == "close" or (kind == "quote" and is_quoted)) and opened:
                opened.pop()
            elif kind == "quote" and start == last[text[start]]:
                at = self._hide_quote(start)
            elif kind == "quote" and text[start] == '"':
                opened.append(start)
            elif kind == "mark":
                pending.append(Document(start, token["mark"]))
                self._hide(start, at, b" ")
            elif kind == "line":
                for document in pending:
                    at = self._hide_lines(document, at)
                pending.clear()
        unclosed = [start for start in opened if text[start] == '"']
        if unclosed:
            self._hide_quote(unclosed[0])

    def _hide_quote(self, start: int) -> int:
        """Hide a quote that nothing closes; the end of its line."""
        first = self.unclosed
        self.unclosed = start if first is None else min(first, start)
        end = self._line_end(start)
        self._hide(start, end)
        return end

    def _hide_lines(self, document: Document, at: int) -> int:
        """Hide the lines of a here document; the offset behind the line that ends it."""
        start = document.body = document.end = at
        while at < len(self.text):
            stop = self._line_end(at)
            line = self.text[at:stop]
            document.end, at = at, min(stop + 1, len(self.text))
            if line.strip("\t\r ") == document.mark:
                break
            document.end = at
        self._hide(start, at, b" ")
        self.documents.append(document)
        return at

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return found if found >= 0 else len(self.text)

    def _template_in_option(self, start: int) -> re.Match[str] | None:
        """What stands for something else in the value of an option, from an offset on."""
        template = _IN_OPTION.match(self.text, start)
        before = self.buffer[max(start - _LONGEST_VALUE, 0) : start]
        return template if template is not None and _OPTION.search(before) else None

    def _hide_unknown(self, start: int, end: int) -> None:
        self._hide(start, end)
        self.unknown[start] = end

    def _hide(self, start: int, end: int, letter: bytes = b".") -> None:
        self.buffer[start:end] = letter * (end - start)


def _named(braced: re.Match[str]) -> str:
    """What is in braces as a name, where people write one in their own way."""
    return "${" + "x" * (len(braced[0]) - 3) + "}"
