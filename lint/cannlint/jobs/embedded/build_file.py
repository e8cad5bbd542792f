"""The commands that a Dockerfile, a makefile or a batch file runs, each as text for a shell."""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language
from cannlint.jobs.embedded.part import Builder, Part, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_INSTRUCTION = re.compile(
    r"[ \t]*(RUN|CMD|ENTRYPOINT|ENV|ARG|COPY|ADD)[ \t]+(?:--\S+[ \t]+)*", re.IGNORECASE
)
_RUNS, _COPIES = ("RUN", "CMD", "ENTRYPOINT"), ("COPY", "ADD")
_WITH_DOCUMENTS = ("RUN", *_COPIES)
_MARK = r"<<-?(?:[A-Za-z_]\w*|'\w+'|\"\w+\")"
_DOCUMENT = re.compile(r"(?<!<)<<-?['\"]?([A-Za-z_]\w*)")
_SCRIPT = re.compile(rf"{_MARK}[ \t]*\r?\n")
"""A here document that is the whole script of RUN."""
_COPY = re.compile(rf"(?P<mark>{_MARK})[ \t]+(?P<file>\S+)[ \t]*\r?\n")
_ASSIGNS = re.compile(r"\w+=", re.ASCII)
_LIST_WORD = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("|\Z)', re.DOTALL)
"""A word; one that is not closed goes to the end, so that no other quote in it is tried."""
_LIST_LETTER = re.compile(r"\\(.)|'", re.DOTALL)
_COMMENT = re.compile(r"[ \t]*#")
_CONTINUED = re.compile(r"\\[ \t]*\r?\n?\Z")
_RECIPE = re.compile(r"\t[ \t]*[@+-]*[ \t]*")
_MAKE = re.compile(r"\$(?:\$|\([^()\n]*\)|\{[^{}\n]*\}|[^\s$])")
_PARAMETER = re.compile(r"%(?:\w+%|~?\w*\d)|!\w+!", re.ASCII)
_REMARK = re.compile(r"[ \t]*@?(?:rem\b|::)", re.IGNORECASE)
_SILENT = re.compile(r"[ \t]*@")
_CARET = re.compile(r"\^[ \t]*\r?\n")


class _Instruction:
    """An instruction: the lines of its words, and those of its here documents with their marks."""

    __slots__ = ("documents", "lines", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[tuple[int, int]] = []
        self.documents: list[tuple[int, int]] = []


def in_dockerfile(text: str) -> Iterator[Part]:
    """RUN instructions, with the variables that ENV and ARG set before, and scripts of COPY."""
    builder = Builder(text)
    for instruction in _instructions(text):
        start, end = instruction.lines[0]
        copy = _COPY.match(text, start, end) if instruction.name in _COPIES else None
        if copy is not None:
            _take_copy(copy, builder)
        elif instruction.name in _COPIES:
            continue
        elif text.startswith("[", start):
            for line in instruction.lines:
                _take_list(text, *line, builder)
        elif _SCRIPT.match(text, start, end):
            del instruction.documents[-1:]
        elif instruction.name in _RUNS or _ASSIGNS.match(text, start):
            for line in instruction.lines:
                builder.take(*line)
        for line in instruction.documents:
            builder.take(*line)
    if builder:
        yield Part(Language.SHELL, builder.word())


def _instructions(text: str) -> Iterator[_Instruction]:
    """The instructions that may set something or run a shell, without comments in them."""
    found: _Instruction | None = None
    marks: list[str] = []
    is_open = False
    for start, end in lines_of(text, 0, len(text)):
        if marks and not is_open and found is not None:
            found.documents.append((start, end))
            if text[start:end].strip() == marks[0]:
                del marks[0]
            continue
        if _COMMENT.match(text, start, end):  # also in the middle of an instruction
            continue
        if not is_open:
            if found is not None:
                yield found
            match = _INSTRUCTION.match(text, start, end)
            found = _Instruction(match[1].upper()) if match is not None else None
            start = match.end() if match is not None else start
        is_open = _CONTINUED.search(text, start, end) is not None
        if found is not None:
            found.lines.append((start, end))
            if found.name in _WITH_DOCUMENTS:
                marks += (mark[1] for mark in _DOCUMENT.finditer(text, start, end))
    if found is not None:
        yield found


def _take_copy(copy: re.Match[str], builder: Builder) -> None:
    """Take the words of COPY with a here document as the command that writes the file."""
    builder.put("cat > ", *copy.span())
    builder.take(*copy.span("file"))
    builder.put(" ", *copy.span())
    builder.take(*copy.span("mark"))
    builder.put("\n", *copy.span())


def _take_list(text: str, start: int, end: int, builder: Builder) -> None:
    """Take the words of a line of a JSON list, in quotes of a shell."""
    for word in _LIST_WORD.finditer(text, start, end):
        if not word[2]:
            break
        at, last = word.span(1)
        builder.put("'", at - 1, at)
        for letter in _LIST_LETTER.finditer(text, at, last):
            builder.take(at, letter.start())
            plain = letter[1] or "'"
            builder.put(r"'\''" if plain == "'" else plain, *letter.span())
            at = letter.end()
        builder.take(at, last)
        builder.put("' ", last, last + 1)
    builder.put(" " if _CONTINUED.search(text, start, end) else "\n", end - 1, end)


def in_makefile(text: str) -> Iterator[Part]:
    """The recipes of the rules: what make fills in is known when it runs only."""
    builder = Builder(text)
    is_open = False
    for start, end in lines_of(text, 0, len(text)):
        recipe = _RECIPE.match(text, start, end)
        if recipe is not None or is_open:
            at = recipe.end() if recipe is not None else start
            for match in _MAKE.finditer(text, at, end):
                builder.take(at, match.start())
                if match[0] == "$$":
                    builder.put("$", *match.span())
                else:
                    builder.unknown(*match.span())
                at = match.end()
            builder.take(at, end)
            is_open = _CONTINUED.search(text, start, end) is not None
        elif builder and text[start:end].strip():
            yield Part(Language.SHELL, builder.word())
            builder = Builder(text)
    if builder:
        yield Part(Language.SHELL, builder.word())


def in_batch_file(text: str) -> Iterator[Part]:
    """The commands of a batch file of Windows, where a caret continues a line."""
    builder = Builder(text)
    for start, end in lines_of(text, 0, len(text)):
        if _REMARK.match(text, start, end):
            continue
        silent = _SILENT.match(text, start, end)
        at = start if silent is None else silent.end()
        for match in _PARAMETER.finditer(text, at, end):
            builder.take(at, match.start())
            builder.unknown(*match.span())
            at = match.end()
        caret = _CARET.search(text, at, end)
        builder.take(at, caret.start() if caret is not None else end)
        if caret is not None:
            builder.put(" ", *caret.span())
    if builder:
        yield Part(Language.SHELL, builder.word())
