"""What a YAML file of a CI system gives its commands: `env:`, `variables:`, the values of a matrix.

A value that is put together itself is unknown; of the values of a matrix a command gets one.
"""

from __future__ import annotations

import re
from itertools import islice

from cannlint.jobs.embedded.part import Builder
from cannlint.jobs.shell.word import UNKNOWN_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.shell.word import Word

    Place = tuple[int, int]

_ENVIRONMENT = ("env", "variables", "environment")
_MATRIX, _OF_SHELL, _LEFT_OUT = "matrix", "parallel", "exclude"
_INPUTS = "inputs"
_HOLDING = (*_ENVIRONMENT, _MATRIX, _INPUTS)
_VALUES = ("value", "default")
"""What stands below a variable that is described."""
_LINE = re.compile(
    r"^(?P<indent>[ ]*)(?P<items>(?:-[ ]+)*)"
    r"(?:(?P<key>[\w.-]+)[ ]*:(?:[ ]+|(?=\r?$)))?(?P<rest>[^\n]*)",
    re.MULTILINE,
)
_TEXT = r"(?P<quote>[\"']?)(?P<text>[^\s\"'$`\\{}\[\],#]+)(?P=quote)"
_PLAIN = re.compile(rf"{_TEXT}[ \t\r]*(?:#.*)?")
_ITEM = re.compile(rf"[\[,][ ]*{_TEXT}(?=[ ]*[\],])")
_EXPRESSION = re.compile(
    r"\$\{\{\s*(?:github\.event\.)?(?P<of>env|matrix|inputs)\.(?P<name>[\w-]+)\s*\}\}"
)
_MENTIONED = re.compile(r"\$\{?([A-Za-z_]\w*)", re.ASCII)
_USE = re.compile(rf"{UNKNOWN_PART}|\$(?:\{{(?P<braced>\w+)\}}|(?P<name>\w+))", re.ASCII)
_MOST_HOLDERS, _MOST = 200, 1_000
"""Keys with variables below, and variables, of one file; real ones have some ten."""


class _Line:
    """A line that is not blank: `at` is the column of its key or text, `edge` that of its dash."""

    __slots__ = ("at", "edge", "end", "key", "rest", "start")

    def __init__(self, match: re.Match[str]) -> None:
        self.start, self.end = match.span()
        self.edge = len(match["indent"])
        self.at = self.edge + len(match["items"])
        self.key: str | None = match["key"]
        self.rest = match.span("rest")


class Variable:
    """A variable with the places of its values, and the part of the file that sees it."""

    __slots__ = ("name", "of", "scope", "values")

    def __init__(self, of: str, name: str, values: list[Place], scope: Place) -> None:
        self.of = of
        self.name = name
        self.values = values
        self.scope = scope


def variables_of(text: str) -> list[Variable]:
    """The variables of a file in their order."""
    if not any(f"{name}:" in text for name in _HOLDING):
        return []
    lines = [_Line(match) for match in _LINE.finditer(text) if match[0].strip()]
    holding = (n for n, line in enumerate(lines) if line.key in _HOLDING)
    found: list[Variable] = []
    for number in islice(holding, _MOST_HOLDERS):
        line = lines[number]
        below = _below(lines, number)
        if line.key == _MATRIX:
            holder = _holder(lines, number)
            of = "env" if lines[holder].key == _OF_SHELL else _MATRIX
            found += _of_matrix(text, below, of, _scope(lines, holder))
        elif line.key == _INPUTS:
            found += _described(text, below, _INPUTS, (0, len(text)))
        else:
            found += _described(text, below, "env", _scope(lines, number))
    return found[:_MOST]


def _below(lines: Sequence[_Line], number: int) -> list[_Line]:
    """The lines that stand further right than a key; the items of a list may stand right below."""
    key = lines[number]
    end = number + 1
    while end < len(lines) and (lines[end].edge > key.at or _is_item_of(lines[end], key)):
        end += 1
    return list(lines[number + 1 : end])


def _is_item_of(line: _Line, key: _Line) -> bool:
    return line.at > line.edge == key.at


def _holder(lines: Sequence[_Line], number: int) -> int:
    """The number of the line that a line stands below."""
    at = number - 1
    while at > 0 and lines[at].at >= lines[number].at:
        at -= 1
    return max(at, 0)


def _scope(lines: Sequence[_Line], number: int) -> Place:
    """The mapping that a key is in."""
    column = lines[number].at
    first = last = number
    while first > 0 and lines[first].edge >= column and lines[first - 1].at >= column:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].edge >= column:
        last += 1
    return lines[first].start, lines[last].end


def _described(text: str, lines: Sequence[_Line], of: str, scope: Place) -> list[Variable]:
    """The names of a mapping: each has a value, or a description with one; an input a default."""
    found: list[Variable] = []
    column = lines[0].at if lines and lines[0].at == lines[0].edge else -1
    for number, line in enumerate(lines):
        if line.key is None or line.at != column:
            continue
        below = _below(lines, number)
        inner = [one for one in below if one.key in _VALUES]
        values = _values(text, inner[0] if inner else line, [])
        found.append(Variable(of, line.key, values, scope))
    return found


def _of_matrix(text: str, lines: Sequence[_Line], of: str, scope: Place) -> list[Variable]:
    """The names of a matrix, at whatever depth: `include` has more of their values."""
    found: dict[str, Variable] = {}
    left_out = -1
    for number, line in enumerate(lines):
        if left_out >= 0 and line.edge > left_out:
            continue
        left_out = line.at if line.key == _LEFT_OUT else -1
        if line.key is None or line.key == _LEFT_OUT:
            continue
        made = found.setdefault(line.key, Variable(of, line.key, [], scope))
        made.values += _values(text, line, _below(lines, number))
    return list(found.values())


def _values(text: str, line: _Line, below: Sequence[_Line]) -> list[Place]:
    """The places of the plain values behind a key: one, those of a list, or those below."""
    start, end = line.rest
    plain = _PLAIN.fullmatch(text, start, end)
    if plain is not None:
        return [plain.span("text")]
    if text.startswith("[", start):
        return [match.span("text") for match in _ITEM.finditer(text, start, end)]
    items = (_PLAIN.fullmatch(text, *one.rest) for one in below if one.key is None)
    return [match.span("text") for match in items if match is not None]


def filled_in(text: str, word: Word, variables: Sequence[Variable]) -> Word:
    """A command with the variables that it sees: `${{ env.X }}` as its text, `$X` set before it.

    One of several values stands where it is used.
    """
    seen = _seen(variables, word.start)
    if not seen:
        return word
    builder = Builder(text)
    for name in dict.fromkeys(_MENTIONED.findall(word.text)):
        variable = seen.get(("env", name))
        if variable is not None and len(variable.values) < 2:
            start, end = variable.values[0] if variable.values else (variable.scope[0],) * 2
            builder.put(f"{name}=", start, start)
            _put(builder, variable, (start, end))
            builder.put("\n", end, end)
    starts, ends = word.places()
    at = 0
    for use in _USE.finditer(word.text):
        place = starts[use.start()], ends[use.end() - 1]
        of_file = _EXPRESSION.fullmatch(text, *place)
        name = use["braced"] or use["name"]
        key = (of_file["of"], of_file["name"]) if of_file is not None else ("env", name)
        used = seen.get(key)
        if used is not None and (of_file is not None or len(used.values) > 1):
            builder.copy(word, at, use.start())
            _put(builder, used, place)
            at = use.end()
    builder.copy(word, at, len(word.text))
    return builder.word()


def _seen(variables: Sequence[Variable], at: int) -> dict[tuple[str, str], Variable]:
    """The variables that a place of the file sees: of two with one name the inner one."""
    around = [one for one in variables if one.scope[0] <= at < one.scope[1]]
    around.sort(key=lambda one: one.scope[0] - one.scope[1])
    return {(one.of, one.name): one for one in around}


def _put(builder: Builder, variable: Variable, place: Place) -> None:
    """Add the value of a variable, or one of those that it may have."""
    if len(variable.values) == 1:
        builder.take(*variable.values[0])
    else:
        builder.unknown(*place, variable.values)
