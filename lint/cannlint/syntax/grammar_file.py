"""Reads a grammar file (.lark) into expressions.

Only what the files under grammars/ use is known: rules and terminals of strings, regular
expressions, names, groups, alternatives, `?`, `*`, `+` and `[...]`; priorities, which tell Lark's
lexer what to try first; and `?rule` and `_rule`, which are about the tree that Lark builds.
Anything else is an error where it is asked for. Lark, which reads the whole file, refuses names
that are not defined.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Expression = tuple[str, Any]
    """("string" | "regex" | "symbol", text); ("choice" | "sequence", expressions); or
    ("?" | "*" | "+", [expression]), which may be left out or repeated."""

_DEFINITION = re.compile(r"\??([a-zA-Z_]\w*)(?:\.(-?\d+))?[ \t]*:(.*)", re.ASCII)
_TOKEN = re.compile(
    r'[ \t]*(?:(?P<symbol>[a-zA-Z_][a-zA-Z_0-9]*)\b|"(?P<string>[^"\\]+)"'
    r"|/(?P<regex>(?:[^/\\]|\\.)+)/(?P<flags>[ims]*)|(?P<sign>[()\[\]|?*+]))(?![.:~{])"
)
_CLOSING = {"(": ")", "[": "]"}
_REPEATS = ("?", "*", "+")


class GrammarError(Exception):
    """A grammar file that is not complete, or has something in it that is not known here."""


class GrammarFile:
    """The definitions of a grammar file, each read when it is asked for.

    `priorities` has the number behind each name, 0 where there is none.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.priorities: dict[str, int] = {}
        self._bodies: dict[str, str] = {}
        self._definitions: dict[str, Expression] = {}
        for line in text.splitlines():
            if line.strip() and not line.startswith("//"):
                self._take(line)

    def _take(self, line: str) -> None:
        found = _DEFINITION.fullmatch(line)
        if found is None or found[1] in self._bodies:
            raise GrammarError(f"{self.name}: cannot read `{line}`")
        self._bodies[found[1]] = found[3]
        self.priorities[found[1]] = int(found[2] or 0)

    def definition(self, name: str) -> Expression:
        """What a name stands for."""
        if name not in self._definitions:
            if name not in self._bodies:
                raise GrammarError(f"{self.name}: {name} is not defined")
            self._definitions[name] = _Expressions(self.name, self._bodies[name]).whole()
        return self._definitions[name]


class _Expressions:
    """Reads what stands behind the colon of a definition."""

    def __init__(self, grammar: str, text: str) -> None:
        self._grammar = grammar
        self._text = text.rstrip()
        self._at = 0

    def whole(self) -> Expression:
        """The whole text as one expression; nothing at all is a sequence of nothing."""
        expression = self._choice() if self._text else ("sequence", [])
        if self._at < len(self._text):
            raise self._error()
        return expression

    def _choice(self) -> Expression:
        options = [self._sequence()]
        while self._next("|"):
            options.append(self._sequence())
        return options[0] if len(options) == 1 else ("choice", options)

    def _sequence(self) -> Expression:
        items: list[Expression] = []
        while (item := self._item()) is not None:
            while repeat := self._next(*_REPEATS):
                item = (repeat, [item])
            items.append(item)
        if not items:
            raise self._error()
        return items[0] if len(items) == 1 else ("sequence", items)

    def _item(self) -> Expression | None:
        opening = self._next("(", "[")
        if opening:
            inner = self._choice()
            if not self._next(_CLOSING[opening]):
                raise self._error()
            return ("?", [inner]) if opening == "[" else inner
        found = _TOKEN.match(self._text, self._at)
        if found is None or found["sign"]:
            return None
        self._at = found.end()
        if found["regex"]:
            flags = found["flags"]
            return "regex", f"(?{flags}:{found['regex']})" if flags else found["regex"]
        sort = "symbol" if found["symbol"] else "string"
        return sort, found[sort]

    def _next(self, *signs: str) -> str:
        """The next sign, if it is one of these, which is then passed; or ""."""
        found = _TOKEN.match(self._text, self._at)
        if found is None or found["sign"] not in signs:
            return ""
        self._at = found.end()
        return str(found["sign"])

    def _error(self) -> GrammarError:
        rest = self._text[self._at :]
        return GrammarError(f"{self._grammar}: cannot read `{rest}` in `{self._text}`")


def is_rule(name: str) -> bool:
    """Whether a name is that of a rule, not of a terminal."""
    return name.islower()
