"""Completion in config files."""

from __future__ import annotations

import re

from lsprotocol.types import CompletionItem, CompletionItemKind

from cannlint.cann.dtypes import WRITTEN
from cannlint.cann.fusion import ALL, EXCEPTIONAL, GROUPS, OFF, ON, PRIORITY, SWITCH
from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.cann.modes import IMPL_MODES
from cannlint.kinds import Kind
from cannlint.server.hover import dtypes_at
from cannlint.server.places import Place, Sort
from cannlint.server.session import has_configuration_name, may_hold_configuration
from cannlint.server.toml_completion import toml_completions
from cannlint.syntax.op_precision import SECTIONS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.library.operators import Operators
    from cannlint.server.session import Checked

_ENTRY = re.compile(r"(?:OpType::(?P<type>[^:]*)|[^:]*)(?P<colon>:{1,2})?(?P<rest>.*)", re.DOTALL)
_LISTS = re.compile(r"InputDtype.(?P<inputs>.*?)(?:,?OutputDtype.(?P<outputs>.*))?$", re.DOTALL)
_ONLY_OUTPUTS = re.compile(r"OutputDtype.(?P<outputs>.*)$", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[\[\]{}:,]')


def completions(checked: Checked, offset: int) -> list[CompletionItem]:
    """The completions at an offset; none if any text is allowed."""
    text = checked.source.text
    if may_hold_configuration(checked.source.path):
        is_pyproject = not has_configuration_name(checked.source.path)
        return list(toml_completions(text, offset, is_pyproject))
    operators = checked.operators
    if operators is None:
        return []
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    if checked.kind is Kind.CUSTOMIZE_DTYPES:
        return list(_customize_dtypes(before, operators))
    if checked.kind is Kind.OP_PRECISION:
        return list(_op_precision(before, operators))
    if checked.kind is Kind.KEEP_DTYPE:
        return list(_keep_dtype(before, operators))
    if checked.kind is Kind.MIXLIST:
        return list(_mixlist(text[:offset], operators))
    if checked.kind is Kind.FUSION_SWITCH:
        return list(_fusion_switch(text[:offset], before, operators))
    return []


def _items(
    names: Iterable[str], kind: CompletionItemKind, detail: str = ""
) -> Iterator[CompletionItem]:
    for name in names:
        yield CompletionItem(label=name, kind=kind, detail=detail or None)


def _types(operators: Operators) -> Iterator[CompletionItem]:
    """The operator types that all configured SoCs have."""
    names = [name for name in operators.library.names() if not operators.missing_from(name)]
    return _items([*names, *operators.extra], CompletionItemKind.Class, operators.where)


def _customize_dtypes(before: str, operators: Operators) -> Iterator[CompletionItem]:
    entry = _ENTRY.fullmatch(before)
    assert entry is not None
    if not entry["colon"]:
        if before.startswith("OpType::"):
            yield from _types(operators)
        elif not before or "OpType::".startswith(before):
            yield from _items(["OpType::"], CompletionItemKind.Keyword)
        return
    lists = _LISTS.search(entry["rest"]) or _ONLY_OUTPUTS.search(entry["rest"])
    if lists is None:
        keywords = ["InputDtype:", "OutputDtype:"]
        yield from _items(keywords, CompletionItemKind.Keyword)
        return
    parts = lists.groupdict()
    side = "input" if parts.get("outputs") is None else "output"
    dtype = Place(Sort.DTYPE, "", Span(0, 0), Span(0, 0))
    dtype.op_type = (entry["type"] or "").strip()
    dtype.side = side
    dtype.position = str(parts[f"{side}s"]).count(",")
    allowed = dtypes_at(dtype, operators) or list(WRITTEN.values())
    yield from _items(allowed, CompletionItemKind.EnumMember, f"{side} {dtype.position}")
    if side == "input" and dtype.position:
        yield from _items(["OutputDtype:"], CompletionItemKind.Keyword)


def _op_precision(before: str, operators: Operators) -> Iterator[CompletionItem]:
    key, equals, _ = before.partition("=")
    if before.startswith("["):
        yield from _items(SECTIONS, CompletionItemKind.Module)
    elif equals:
        modes = operators.library.modes.get(key.strip(), IMPL_MODES)
        yield from _items(
            [mode for mode in modes if mode in IMPL_MODES], CompletionItemKind.EnumMember
        )
    else:
        yield from _types(operators)


def _keep_dtype(before: str, operators: Operators) -> Iterator[CompletionItem]:
    if before.startswith("OpType::"):
        yield from _types(operators)
    elif not before or "OpType::".startswith(before):
        yield from _items(["OpType::"], CompletionItemKind.Keyword)


def _mixlist(before: str, operators: Operators) -> Iterator[CompletionItem]:
    path, is_key = json_place(before)
    if is_key and not path:
        yield from _items(LISTS, CompletionItemKind.Property)
    elif is_key and len(path) == 1 and path[0] in LISTS:
        yield from _items(UPDATES, CompletionItemKind.Property)
    elif not is_key and len(path) == 3:
        yield from _types(operators)


def _fusion_switch(text: str, before: str, operators: Operators) -> Iterator[CompletionItem]:
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        if ":" in before:
            yield from _items([ON, OFF], CompletionItemKind.EnumMember)
        else:
            passes = (name for group in GROUPS for name in operators.passes.groups[group])
            yield from _items(dict.fromkeys([ALL, *passes]), CompletionItemKind.Function)
        return
    path, is_key = json_place(text)
    if is_key and not path:
        yield from _items([SWITCH, PRIORITY, EXCEPTIONAL], CompletionItemKind.Property)
    elif is_key and len(path) == 1:
        yield from _items(GROUPS, CompletionItemKind.Property)
    elif is_key and path[0] == SWITCH and path[1] in GROUPS:
        names = [ALL, *operators.passes.groups[path[1]]]
        yield from _items(names, CompletionItemKind.Function, path[1])
    elif not is_key and path and path[0] == SWITCH:
        yield from _items([ON, OFF], CompletionItemKind.EnumMember)


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
