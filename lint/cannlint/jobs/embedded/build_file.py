"""The commands that a Dockerfile, a makefile or a batch file runs, each as text for a shell."""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language
from cannlint.jobs.embedded.part import Builder, Part, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_INSTRUCTION = re.compile(
    r"[ \t]*(RUN|CMD|ENTRYPOINT|ENV|ARG)[ \t]+(?:--\S+[ \t]+)*", re.IGNORECASE
)
_ASSIGNS = re.compile(r"\w+=", re.ASCII)
_LIST_WORD = re.compile(r'"((?:[^"\\]|\\.)*)("|\Z)', re.DOTALL)
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


def in_dockerfile(text: str) -> Iterator[Part]:
    """RUN instructions, with the variables that ENV and ARG set before."""
    builder = Builder(text)
    is_open = is_list = is_taken = False
    for start, end in lines_of(text, 0, len(text)):
        if _COMMENT.match(text, start, end):  # also in the middle of an instruction
            continue
        if not is_open:
            match = _INSTRUCTION.match(text, start, end)
            is_list = match is not None and text.startswith("[", match.end())
            is_taken = match is not None and _is_shell(text, match)
            start = match.end() if match is not None else start
        is_open = _CONTINUED.search(text, start, end) is not None
        if is_list:
            _take_list(text, start, end, builder)
            builder.put(" " if is_open else "\n", end - 1, end)
        elif is_taken:
            builder.take(start, end)
    if builder:
        yield Part(Language.SHELL, builder.word())


def _is_shell(text: str, match: re.Match[str]) -> bool:
    """Whether an instruction is text of a shell: of ENV and ARG, an assignment is."""
    is_variable = match[1].upper() in ("ENV", "ARG")
    return not is_variable or _ASSIGNS.match(text, match.end()) is not None


def _take_list(text: str, start: int, end: int, builder: Builder) -> None:
    """Take the words of a JSON list, or of a part of one, in quotes of a shell."""
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
