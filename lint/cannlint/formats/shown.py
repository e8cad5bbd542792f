"""What `inspect` and editors show of a file of any kind: rows, names, and what can be written."""

from __future__ import annotations

import re
from enum import Enum

from cannlint.language import Phrase, translated
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.library.operators import Operators

_STRING = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[\[\]{}:,]')


class Account:
    """One row of `cannlint inspect`: what CANN makes of a line or an entry.

    `line` is from 1; `start` the offset of an entry in the text, where a line may have several.
    `shows_findings` says that what is found in it is shown below, as its effect does not say all.
    """

    __slots__ = ("counts", "line", "outcome", "shows_findings", "start", "what")

    def __init__(self, line: int, what: str, outcome: str, counts: bool, start: int = 0) -> None:
        self.shows_findings = counts
        self.line = line
        self.what = what
        self.outcome = outcome
        self.counts = counts
        self.start = start


def misread_name(line: int, what: str) -> Account:
    """The row of a line that CANN reads as the name of a node, and that is none."""
    account = Account(line, what, translated("no effect: no node has this name"), False)
    account.shows_findings = True
    return account


class Sort(Enum):
    """The sort of a name."""

    OP_TYPE = Phrase("operator type")
    NODE = "node"
    DTYPE = "dtype"
    MODE = Phrase("implementation mode")
    FUSION_PASS = Phrase("fusion pass")


class Place:
    """A name with its position.

    `entry` is the whole of what it belongs to: its line, or the switch of a pass. Of a dtype and
    of a mode `op_type` is the operator that it is for, "" for that of a node; a dtype has a
    `side` (`input` or `output`) and a `position` from 0. `group` are the fusion groups that
    a pass is switched in; `list_name` is the mixed-precision list and update of an operator.
    """

    __slots__ = (
        "entry",
        "group",
        "list_name",
        "name",
        "op_type",
        "position",
        "side",
        "sort",
        "span",
    )

    def __init__(self, sort: Sort, name: str, span: Span, entry: Span) -> None:
        self.sort = sort
        self.name = name
        self.span = span
        self.entry = entry
        self.op_type = name if sort is Sort.OP_TYPE else ""
        self.side = ""
        self.position = 0
        self.group: tuple[str, ...] = ()
        self.list_name = ""


def type_or_node(is_type: bool, name: str, span: Span, entry: Span) -> Place:
    """The name of an operator type or a node."""
    return Place(Sort.OP_TYPE if is_type else Sort.NODE, name, span, entry)


def inside(span: Span) -> Span:
    """A JSON string without its quotes."""
    return Span(span.start + 1, max(span.start + 1, span.end - 1))


class Icon:
    """How an editor marks a completion, as the protocol numbers it (CompletionItemKind)."""

    METHOD = 2
    FUNCTION = 3
    CLASS = 7
    MODULE = 9
    PROPERTY = 10
    KEYWORD = 14
    FILE = 17
    FOLDER = 19
    ENUM_MEMBER = 20


class Item:
    """One text that can stand at the cursor.

    `text` is what is written, the label if None; `rank` sorts the items before their order does.
    `kind` is the mark that it gets (Icon). `about` are the front end and the key of an option: its
    page is made only if the editor asks.
    """

    __slots__ = ("about", "detail", "kind", "label", "rank", "summary", "text")

    def __init__(self, label: str, kind: int, detail: str | None = None) -> None:
        self.label = label
        self.kind = kind
        self.detail = detail
        self.text: str | None = None
        self.rank = 0
        self.summary: str | None = None
        self.about: tuple[str, str] | None = None


def named(names: Iterable[str], kind: int, detail: str | None = None) -> Iterator[Item]:
    """An item for each name."""
    return (Item(name, kind, detail) for name in names)


def line_before(text: str, offset: int) -> str:
    """The line of an offset up to it."""
    return text[text.rfind("\n", 0, offset) + 1 : offset]


def op_types(operators: Operators) -> Iterator[Item]:
    """The operator types that all configured SoCs have."""
    names = [name for name in operators.library.names() if not operators.missing_from(name)]
    return named([*names, *operators.extra], Icon.CLASS, operators.where)


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
