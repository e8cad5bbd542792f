"""The text form of protobuf messages, of any size, in one pass (grammars/prototext.lark).

A line as protobuf itself writes it is one match of one pattern; what is written in another way
is taken token by token. Both patterns come from the tokens of the grammar. That messages stand in
messages no pattern can say: here are a list of what is open and a table of what may come next.
There is no schema: a number, a name and a string may stand wherever a value may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from cannlint.errors import CannlintError
from cannlint.graphs.prototext_tokens import (
    BRACKETS,
    COLON,
    COMMA,
    LIST_CLOSES,
    LIST_OPENS,
    SEPARATORS,
    is_name,
    patterns,
    unquoted,
)
from cannlint.graphs.text_file import TextFile
from cannlint.language import Phrase, said

ProtoMessage = dict[str, list[Any]]
Part = tuple[str, ProtoMessage]

_CHUNK = 1 << 20
LONGEST_LINE = 1 << 26
"""The maximum length of a line, in characters; longer ones are weights."""

LONGEST_PART = 1 << 26
"""Characters between two messages that are handed out."""

DEEPEST = 100
"""The maximum depth of messages, as in protobuf itself."""

# what may come next, as an error names it
_FIELD = Phrase("a field")
_AFTER_NAME = Phrase("`:` or `{`")
_VALUE = Phrase("a value")
_ITEM = Phrase("a value or `]`")
_AFTER_ITEM = Phrase("`,` or `]`")

_MARKS = {
    **dict.fromkeys([(_FIELD, separator) for separator in SEPARATORS], _FIELD),
    (_AFTER_NAME, COLON): _VALUE,
    (_AFTER_NAME, LIST_OPENS): _ITEM,
    (_VALUE, LIST_OPENS): _ITEM,
    (_ITEM, LIST_CLOSES): _FIELD,
    (_AFTER_ITEM, COMMA): _ITEM,
    (_AFTER_ITEM, LIST_CLOSES): _FIELD,
}
_AFTER_SCALAR = {_VALUE: _FIELD, _ITEM: _AFTER_ITEM}


@dataclass(eq=False, slots=True)
class _Open:
    """A message that is being read; `path` is None where nothing in it is streamed."""

    name: str
    closing: str
    path: str | None
    in_list: bool
    message: ProtoMessage = field(init=False, default_factory=dict)


def parts(path: str, file: IO[bytes], streamed: Iterable[str]) -> Iterator[Part]:
    """The messages at the streamed places, each when it ends, and at last the rest, at "".

    A message maps a field to its values in order: a scalar is its text, a message another such
    map. `streamed` are dotted paths of fields, such as `graph.op`; what is handed out there is
    not stored, so memory is bounded by the largest. Raises CannlintError with line and column
    where the text is none of this form.
    """
    reader = _Reader(path, streamed)
    held = 0
    for block in _blocks(path, file):
        held += len(block)
        for part in reader.read(block):
            held = 0
            yield part
        if held > LONGEST_PART:
            raise _too_long(path, Phrase("a message"), LONGEST_PART)
    yield "", reader.end()


def _blocks(path: str, file: IO[bytes]) -> Iterator[str]:
    """The text in pieces of whole lines: a token is never split."""
    text = TextFile(file)
    pieces: list[str] = []
    held = 0
    chunk = text.read(_CHUNK)
    while chunk:
        cut = chunk.rfind("\n") + 1
        if cut:
            yield "".join([*pieces, chunk[:cut]])
            pieces, held = [], 0
        pieces.append(chunk[cut:])
        held += len(chunk) - cut
        if held > LONGEST_LINE:
            raise _too_long(path, Phrase("a line"), LONGEST_LINE)
        chunk = text.read(_CHUNK)
    if held:
        yield "".join(pieces)


def _too_long(path: str, what: str, limit: int) -> CannlintError:
    return CannlintError(
        "{path}: {what} has more than {limit:,} characters; "
        "write the dump without weights (DUMP_GE_GRAPH=2)",
        path=path,
        what=what,
        limit=limit,
    )


class _Reader:
    """Where a text is: the messages that are open, and what may come next.

    `_name` is the field whose value is due, `_texts` the values whose last is a text that
    another may go on: "a" "b" is "ab".
    """

    __slots__ = (
        "_block",
        "_line",
        "_name",
        "_next",
        "_open",
        "_path",
        "_places",
        "_streamed",
        "_texts",
    )

    def __init__(self, path: str, streamed: Iterable[str]) -> None:
        self._path = path
        self._streamed = frozenset(streamed)
        self._places = frozenset(
            place.rsplit(".", depth)[0]
            for place in self._streamed
            for depth in range(place.count(".") + 1)
        )
        self._open = [_Open("", "", "", False)]
        self._next = _FIELD
        self._name = ""
        self._texts: list[Any] | None = None
        self._line = 1
        self._block = ""

    def read(self, block: str) -> Iterator[Part]:
        """Read whole lines."""
        line_at, token_at, skipped_at = (pattern.match for pattern in patterns())
        self._block = block
        at = 0
        while True:
            found = line_at(block, at) if self._next is _FIELD else None
            if found is not None:
                at = found.end()
                part = self._take_line(found)
            else:
                found = token_at(block, at)
                if found is None:
                    skipped = skipped_at(block, at)
                    raise self._fault(skipped.end() if skipped else at)
                if found.lastgroup == "end":
                    break
                if found.lastgroup == "string" and self._texts is not None:
                    at = self._go_on(self._texts, found, token_at)
                    continue
                at = found.end()
                if found.lastgroup == "extension" and self._next is not _FIELD:
                    at = found.start("extension") + 1  # a list: what is in it comes next
                part = self._take_token(found)
            if part is not None:
                yield part
        self._line += block.count("\n")

    def end(self) -> ProtoMessage:
        """What is left when the text has ended."""
        if self._next is not _FIELD or len(self._open) > 1:
            raise CannlintError(
                "{path}:{line}: the file ends too early", path=self._path, line=self._line
            )
        return self._open[0].message

    def _go_on(
        self,
        texts: list[Any],
        found: re.Match[str] | None,
        token_at: Callable[[str, int], re.Match[str] | None],
    ) -> int:
        """Put the texts that follow a text to it; where they end."""
        pieces, at = [texts[-1]], 0
        while found is not None and found.lastgroup == "string":
            pieces.append(unquoted(found["string"]))
            at = found.end()
            found = token_at(self._block, at)
        texts[-1] = "".join(pieces)
        return at

    def _take_line(self, found: re.Match[str]) -> Part | None:
        kind = found.lastgroup
        if kind == "close":
            return self._close(found["close"], found.start("close"))
        name = found["name"]
        if kind == "open":
            self._enter(name, found["open"], found.start("open"))
            return None
        values = self._open[-1].message.setdefault(name, [])
        values.append(unquoted(found["string"]) if kind == "string" else found["plain"])
        self._texts = values if kind == "string" else None
        return None

    def _take_token(self, found: re.Match[str]) -> Part | None:
        kind = found.lastgroup or ""
        text = found[kind]
        self._texts = None
        if kind == "mark" or (kind == "extension" and self._next is not _FIELD):
            return self._take_mark(text[0], found.start(kind))
        if self._next is _FIELD and kind != "string" and (kind == "extension" or is_name(text)):
            self._name = text
            self._next = _AFTER_NAME
        elif self._next in _AFTER_SCALAR:
            values = self._open[-1].message.setdefault(self._name, [])
            values.append(unquoted(text) if kind == "string" else text)
            self._texts = values if kind == "string" else None
            self._next = _AFTER_SCALAR[self._next]
        else:
            raise self._fault(found.start(kind))
        return None

    def _take_mark(self, mark: str, at: int) -> Part | None:
        after = _MARKS.get((self._next, mark))
        if after is not None:
            if mark == LIST_OPENS:
                self._open[-1].message.setdefault(self._name, [])
            self._next = after
        elif mark in BRACKETS and self._next not in (_FIELD, _AFTER_ITEM):
            self._enter(self._name, mark, at)
        elif mark in BRACKETS.values() and self._next is _FIELD:
            return self._close(mark, at)
        else:
            raise self._fault(at)
        return None

    def _enter(self, name: str, mark: str, at: int) -> None:
        if len(self._open) > DEEPEST:
            raise self._fault(
                at, said("messages are nested more than {deepest} deep", deepest=DEEPEST)
            )
        outer = self._open[-1].path
        path = None if outer is None else f"{outer}.{name}" if outer else name
        in_list = self._next is _ITEM
        closing = BRACKETS[mark]
        self._open.append(_Open(name, closing, path if path in self._places else None, in_list))
        self._next = _FIELD
        self._texts = None

    def _close(self, mark: str, at: int) -> Part | None:
        closed = self._open[-1]
        if mark != closed.closing:
            raise self._fault(at)
        self._open.pop()
        self._next = _AFTER_ITEM if closed.in_list else _FIELD
        self._texts = None
        if closed.path in self._streamed:
            return closed.path, closed.message
        self._open[-1].message.setdefault(closed.name, []).append(closed.message)
        return None

    def _fault(self, at: int, what: str = "") -> CannlintError:
        line = self._line + self._block.count("\n", 0, at)
        column = at - self._block.rfind("\n", 0, at)
        expected: str = self._next
        if expected is _FIELD and len(self._open) > 1:
            expected = said("a field or `{closing}`", closing=self._open[-1].closing)
        what = what or said("expected {expected}", expected=expected)
        return CannlintError(
            "{path}:{line}:{column}: not the text of a protobuf message: {what}",
            path=self._path,
            line=line,
            column=column,
            what=what,
        )
