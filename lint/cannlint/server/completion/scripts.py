"""Completion of options in scripts and pages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cannlint.formats.scripts import PAGES, Language, language_of
from cannlint.formats.shown import Item
from cannlint.jobs.python.ways import front_ends_in
from cannlint.jobs.settings import FrontEnd, OptionSpec
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.server.completion.options import names_at, paths, takes_path, values_of
from cannlint.server.completion.probing import OptionPlace, in_python, in_shell
from cannlint.server.completion.python_text import KEYWORD, LITERAL, QUOTED, Statement
from cannlint.server.completion.shell_text import ShellCommand

_SHELL = "shell"
"""The form of an option on a command line, beside those of Python."""
_WORD = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_NEARBY = 4_000
"""Characters around the cursor in which an option counts as being there already."""


@dataclass(eq=False, slots=True)
class ScriptItems:
    """What can stand at the cursor: `items`, and the length of the text that they replace."""

    items: list[Item]
    replaced: int


def script_language(path: str, kind: Kind | None) -> str | None:
    """The language of a script or page by its name, or else by the kind of its content."""
    known = language_of(path)
    if known is not None:
        return known
    if kind in (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT):
        return Language.PYTHON
    return Language.SHELL if kind is Kind.ATC_COMMANDS else None


def script_items(
    text: str, offset: int, path: str, language: str, operators: Operators | None
) -> ScriptItems:
    """The options at an offset of a script, or their values."""
    form: str = _SHELL
    nearby = text[max(offset - _NEARBY, 0) : offset + _NEARBY]
    if language == Language.PYTHON:
        found = in_python(Statement(text, offset)) if _may_set_options(text) else None
        place, form = found if found is not None else (None, form)
    else:
        command = _command(text, offset, language)
        place, nearby = in_shell(command), command.text
    if place is None:
        return ScriptItems([], 0)
    if place.spec is not None:
        return _values(place, place.spec, form, path, operators)
    items = list(names_at(place, frozenset(_WORD.findall(nearby))))
    replaced = len(place.typed)
    if place.front_end is FrontEnd.ATC:
        replaced += _dashes(text, offset - replaced)
    for item in items:
        item.label = _as_written(item.label, place, form)
    return ScriptItems(items, replaced)


def _may_set_options(text: str) -> bool:
    """Whether a Python script has any mark of a front end, or of ATC."""
    return "atc" in text or bool(front_ends_in(text.encode("utf-8", "surrogatepass")))


def _command(text: str, offset: int, language: str) -> ShellCommand:
    """The command at an offset of a script, or of the block of a page."""
    if language in PAGES:
        from cannlint.jobs.pages import blocks_of, without_marks

        for block in blocks_of(text):
            if block.start <= offset <= block.end:
                return ShellCommand(without_marks(text, block), offset - block.start)
        return ShellCommand("", 0)
    return ShellCommand(text, offset)


def _dashes(text: str, end: int) -> int:
    """The number of dashes before an offset."""
    before = text[max(end - 2, 0) : end]
    return len(before) - len(before.rstrip("-"))


def _as_written(name: str, place: OptionPlace, form: str) -> str:
    """The name of an option in a form of writing."""
    name = f"--{name}" if place.front_end is FrontEnd.ATC else name
    if form == KEYWORD:
        return f"{name}="
    return f'"{name}"' if form == LITERAL else name


def _values(
    place: OptionPlace, spec: OptionSpec, form: str, path: str, operators: Operators | None
) -> ScriptItems:
    typed = place.typed
    if takes_path(spec) and form in (_SHELL, QUOTED):
        return ScriptItems(list(paths(os.path.dirname(path), typed)), len(typed))
    if spec.type == "list":
        typed = typed.rpartition(",")[2]
    items = list(values_of(spec, operators))
    if form != _SHELL and spec.front_end is not FrontEnd.ATC:
        items = list(_in_python(items, spec, form, place.via))
    return ScriptItems(items, len(typed))


def _in_python(items: list[Item], spec: OptionSpec, form: str, via: str | None) -> Iterator[Item]:
    """The values as Python has them: a text has quotes, a number and a boolean have none."""
    is_bare = spec.type in ("bool", "int")
    for item in items:
        if form == LITERAL and not is_bare:
            is_bytes = via == "parameter_map" and spec.field == "s"
            item.label = f'{"b" if is_bytes else ""}"{item.label}"'
        if form == LITERAL or not is_bare:
            yield item
