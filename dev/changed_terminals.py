"""Reads lines with changed terminals of a grammar, whose parse tables are built once.

Most changes of a grammar are of one terminal: what may follow what stays as it is, and so does the
reading of every line in which the terminal is found at the same places.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache

from lark import Lark
from lark.lexer import PatternRE, TerminalDef
from lark.parser_frontends import create_contextual_lexer

from grammar_mutants import grammar_text

_MODULE = "cannlint.syntax.grammar"
_RULES = re.compile(r"(?m)^(?:\?|_?[a-z]).*$")


class ChangedTerminals:
    """The grammar `name`, and grammars that differ from it in their terminals alone."""

    def __init__(self, name: str, starts: Iterable[str]) -> None:
        self._name = name
        self._text = grammar_text(name)
        self._lark = Lark(self._text, parser="lalr", start=list(starts))
        self._own = self._patterns(self._text)

    def takes(self, text: str) -> bool:
        """Whether a grammar differs in its terminals alone, and in no text that code knows."""
        is_same = _RULES.findall(text) == _RULES.findall(self._text)
        strings = re.compile(r'(?m)^[A-Z].*:.*".*$')
        return is_same and strings.findall(text) == strings.findall(self._text)

    def touched(self, text: str, lines: list[str]) -> Iterator[int]:
        """The numbers of the lines in which a changed terminal matches elsewhere, one by one."""
        own = sys.modules[_MODULE].Grammar(self._name, self._text)
        other = sys.modules[_MODULE].Grammar(self._name, text)
        if own.priorities != {name: other.priorities.get(name, 0) for name in own.priorities}:
            yield from range(len(lines))
            return
        patterns = self._patterns(text)
        changed = [name for name in self._own if self._own[name] != patterns[name]]
        for number, line in enumerate(lines):
            if any(
                _places(self._own[name], line) != _places.__wrapped__(patterns[name], line)
                for name in changed
            ):
                yield number

    def _patterns(self, text: str) -> dict[str, str]:
        grammar = sys.modules[_MODULE].Grammar(self._name, text)
        return {one.name: grammar.terminal(one.name) for one in self._lark.terminals}

    def put(self, text: str) -> None:
        """Let what is imported of the product read with the terminals of a grammar."""
        module = sys.modules[_MODULE]
        changed = module.Grammar(self._name, text)
        lark = self._with(changed)
        module.grammar = lambda name: changed if name == self._name else module.own_grammar(name)
        module.parser = lambda name, *starts: (
            lark if name == self._name else module.own_parser(name, *starts)
        )
        packages = ("cannlint.syntax", f"cannlint.formats.{self._name}")
        for one in [sys.modules[name] for name in sys.modules if name.startswith(packages)]:
            for value in vars(one).values():
                getattr(value, "cache_clear", lambda: None)()
            if getattr(getattr(one, "_GRAMMAR", None), "name", "") == self._name:
                one._GRAMMAR = changed

    def _with(self, changed: object) -> Lark:
        conf = copy.copy(self._lark.parser.lexer_conf)
        conf.terminals = [
            TerminalDef(
                one.name, PatternRE(changed.terminal(one.name)), changed.priorities[one.name]
            )
            for one in conf.terminals
        ]
        conf.terminals_by_name = {one.name: one for one in conf.terminals}
        lark = copy.copy(self._lark)
        lark.parser = copy.copy(lark.parser)
        lark.parser.lexer_conf = conf
        tables = lark.parser.parser
        lark.parser.lexer = create_contextual_lexer(conf, tables, None, lark.options)
        return lark


@cache
def _places(pattern: str, line: str) -> tuple[int, ...]:
    """Where a match that begins at each place of a line ends."""
    matches: Iterator[re.Match[str] | None] = (
        re.compile(pattern).match(line, at) for at in range(len(line) + 1)
    )
    return tuple(match.end() if match else -1 for match in matches)
