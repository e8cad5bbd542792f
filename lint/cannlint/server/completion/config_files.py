"""Completion in config files."""

from __future__ import annotations

import re

from cannlint.cann.dtypes import WRITTEN
from cannlint.cann.fusion import ALL, EXCEPTIONAL, GROUPS, OFF, ON, PRIORITY, SWITCH
from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.cann.modes import IMPL_MODES
from cannlint.server.completion.items import Item, named
from cannlint.server.completion.items import Kind as Icon
from cannlint.server.hover import dtypes_at
from cannlint.server.places import Place, Sort
from cannlint.syntax.op_precision import SECTIONS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.library.operators import Operators

_ENTRY = re.compile(r"(?:OpType::(?P<type>[^:]*)|[^:]*)(?P<colon>:{1,2})?(?P<rest>.*)", re.DOTALL)
_LISTS = re.compile(r"InputDtype.(?P<inputs>.*?)(?:,?OutputDtype.(?P<outputs>.*))?$", re.DOTALL)
_ONLY_OUTPUTS = re.compile(r"OutputDtype.(?P<outputs>.*)$", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[\[\]{}:,]')


def _line_before(text: str, offset: int) -> str:
    """The line of an offset up to it."""
    return text[text.rfind("\n", 0, offset) + 1 : offset]


def _types(operators: Operators) -> Iterator[Item]:
    """The operator types that all configured SoCs have."""
    names = [name for name in operators.library.names() if not operators.missing_from(name)]
    return named([*names, *operators.extra], Icon.Class, operators.where)


def in_customize_dtypes(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = _line_before(text, offset)
    entry = _ENTRY.fullmatch(before)
    assert entry is not None
    if not entry["colon"]:
        if before.startswith("OpType::"):
            yield from _types(operators)
        elif not before or "OpType::".startswith(before):
            yield from named(["OpType::"], Icon.Keyword)
        return
    lists = _LISTS.search(entry["rest"]) or _ONLY_OUTPUTS.search(entry["rest"])
    if lists is None:
        keywords = ["InputDtype:", "OutputDtype:"]
        yield from named(keywords, Icon.Keyword)
        return
    parts = lists.groupdict()
    side = "input" if parts.get("outputs") is None else "output"
    dtype = Place(Sort.DTYPE, "", Span(0, 0), Span(0, 0))
    dtype.op_type = (entry["type"] or "").strip()
    dtype.side = side
    dtype.position = str(parts[f"{side}s"]).count(",")
    allowed = dtypes_at(dtype, operators) or list(WRITTEN.values())
    yield from named(allowed, Icon.EnumMember, f"{side} {dtype.position}")
    if side == "input" and dtype.position:
        yield from named(["OutputDtype:"], Icon.Keyword)


def in_op_precision(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = _line_before(text, offset)
    key, equals, _ = before.partition("=")
    if before.startswith("["):
        yield from named(SECTIONS, Icon.Module)
    elif equals:
        modes = operators.library.modes.get(key.strip(), IMPL_MODES)
        yield from named([mode for mode in modes if mode in IMPL_MODES], Icon.EnumMember)
    else:
        yield from _types(operators)


def in_keep_dtype(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = _line_before(text, offset)
    if before.startswith("OpType::"):
        yield from _types(operators)
    elif not before or "OpType::".startswith(before):
        yield from named(["OpType::"], Icon.Keyword)


def in_mixlist(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    path, is_key = json_place(text[:offset])
    if is_key and not path:
        yield from named(LISTS, Icon.Property)
    elif is_key and len(path) == 1 and path[0] in LISTS:
        yield from named(UPDATES, Icon.Property)
    elif not is_key and len(path) == 3:
        yield from _types(operators)


def in_fusion_switch(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    if not text[:offset].lstrip("\ufeff \t\r\n").startswith("{"):
        if ":" in _line_before(text, offset):
            yield from named([ON, OFF], Icon.EnumMember)
        else:
            passes = (name for group in GROUPS for name in operators.passes.groups[group])
            yield from named(dict.fromkeys([ALL, *passes]), Icon.Function)
        return
    path, is_key = json_place(text[:offset])
    if is_key and not path:
        yield from named([SWITCH, PRIORITY, EXCEPTIONAL], Icon.Property)
    elif is_key and len(path) == 1:
        yield from named(GROUPS, Icon.Property)
    elif is_key and path[0] == SWITCH and path[1] in GROUPS:
        names = [ALL, *operators.passes.groups[path[1]]]
        yield from named(names, Icon.Function, path[1])
    elif not is_key and path and path[0] == SWITCH:
        yield from named([ON, OFF], Icon.EnumMember)


def json_place(before: str) -> tuple[list[str], bool]:
    """The end of an incomplete JSON text: the keys on the way, and whether a key follows.

    An item of an array has an empty key for the array's own place: `{"a": ["x", "` is at
    `["a", ""]`.
    """
    stack: list[list[str]] = []  # of each open bracket: the bracket, the key under way
    expects_key = False
    for match in _STRING.finditer(before):
        sign = match[0]
        if sign in "{[":
            stack.append([sign, ""])
            expects_key = sign == "{"
        elif sign in "}]":
            if stack:
                stack.pop()
            expects_key = False
        elif sign == ",":
            expects_key = bool(stack) and stack[-1][0] == "{"
        elif sign == ":":
            expects_key = False
        elif expects_key and stack and match.end() < len(before):
            stack[-1][1] = sign.strip('"')
    keys = [key for _, key in stack]
    if expects_key and keys:
        keys = keys[:-1]
    return keys, expects_key
