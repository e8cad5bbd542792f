"""The grammars under grammars/: what their rules and terminals accept, as regular expressions.

The grammar file decides. A grammar of lines is total: each line is one of its alternatives, and
where several terminals could begin, the highest priority wins. The alternatives that a clean file
has are compiled to one pattern, which takes no text that a terminal of higher priority would take;
any other line is parsed by Lark, whose import takes 50 ms. The grammar of a value is compiled to
one pattern as a whole. Tests hold what is compiled against Lark.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from cannlint.data import read_data
from cannlint.errors import CannlintError
from cannlint.language import Phrase
from cannlint.syntax.grammar_file import GrammarError, GrammarFile, is_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lark import Lark, Token, Tree

    from cannlint.syntax.grammar_file import Expression

    Parts = dict[str, tuple[int, str]]
    """Symbol → where its text begins, and the text; in the order of the text if Lark found them."""


class Grammar(GrammarFile):
    """One grammar, with its terminals and rules as regular expressions."""

    def terminal(self, name: str) -> str:
        """A terminal as the text of a regular expression."""
        return str(_Compiler(self, ()).source(self.definition(name), (name,)))

    def literal(self, name: str) -> str:
        """The text of a terminal that is one string, or several that follow each other."""
        sort, value = self.definition(name)
        if sort == "string":
            return str(value)
        if sort == "symbol":
            return self.literal(value)
        if sort == "sequence":
            return "".join(
                str(text) if kind == "string" else self.literal(text) for kind, text in value
            )
        raise GrammarError(f"{self.name}: {name} is not a string")

    def tokens(self, rule: str) -> re.Pattern[str]:
        """A pattern of any one terminal of a rule, each in a group of its name."""
        names = {str(value) for sort, value in _leaves(self.definition(rule)) if sort == "symbol"}
        return re.compile("|".join(f"(?P<{name}>{self.terminal(name)})" for name in sorted(names)))


class Recogniser:
    """Recognises the texts of one rule, by a pattern that is compiled from the rule.

    A symbol that a text has once at most is a part: `groups` has the groups of the pattern that
    capture it, one for each place in the grammar. Of a symbol that may be repeated (the items of
    a list), or begins with `_`, the pattern captures nothing.
    """

    __slots__ = ("_names", "groups", "match", "pattern")

    def __init__(self, grammar: Grammar, start: str) -> None:
        expression = grammar.definition(start)
        counts = _most(grammar, expression, (start,))
        once = [name for name, count in counts.items() if count == 1 and name[0] != "_"]
        compiler = _Compiler(grammar, once, (start, *counts))
        self.pattern = re.compile(compiler.source(expression, (start,)))
        if self.pattern.groups != compiler.group_count:
            raise GrammarError(f"{grammar.name}: a regular expression has groups of its own")
        self.groups = compiler.groups
        self.match = self.pattern.fullmatch
        self._names = [(group, name) for name, groups in self.groups.items() for group in groups]

    def parts(self, text: str) -> Parts | None:
        """The parts of a text, None where it is not of the grammar."""
        match = self.match(text)
        if match is None:
            return None
        return {
            name: (match.start(group), match[group])
            for group, name in self._names
            if match[group] is not None
        }


class _Compiler:
    """Writes expressions of a grammar as regular expressions; captures some of its symbols.

    Where a terminal stands no other may begin that has a higher priority, but those that are known.
    """

    def __init__(
        self, grammar: Grammar, captured: Iterable[str], known: tuple[str, ...] = ()
    ) -> None:
        self._grammar = grammar
        self._known = known
        self.groups: dict[str, tuple[int, ...]] = dict.fromkeys(captured, ())
        self.group_count = 0

    def source(self, expression: Expression, inside: tuple[str, ...]) -> str:
        """An expression that stands in the definitions `inside`, the innermost last."""
        sort, value = expression
        if sort == "string":
            return re.escape(str(value))
        if sort == "regex":
            return f"(?:{value})"
        if sort == "symbol":
            return self._symbol(value, inside)
        sources = [self.source(item, inside) for item in value]
        if sort == "choice":
            return f"(?:{'|'.join(sources)})"
        return "".join(sources) if sort == "sequence" else f"(?:{sources[0]}){sort}"

    def _symbol(self, name: str, inside: tuple[str, ...]) -> str:
        if name in inside:
            raise GrammarError(f"{self._grammar.name}: {name} refers to itself")
        if is_rule(name) and not is_rule(inside[-1]):
            raise GrammarError(f"{self._grammar.name}: the terminal {inside[-1]} has a rule in it")
        definition = self._grammar.definition(name)
        opening = "(?:"
        # what a terminal is made of is no token of its own
        if name in self.groups and is_rule(inside[-1]):
            opening = "("
            self.group_count += 1
            self.groups[name] += (self.group_count,)
        is_regex = definition[0] == "regex"  # which the group encloses already
        source = definition[1] if is_regex else self.source(definition, (*inside, name))
        guard = self._guard(name) if is_rule(inside[-1]) and not is_rule(name) else ""
        return f"{guard}{opening}{source})"

    def _guard(self, name: str) -> str:
        """A look-ahead: nothing begins here that Lark would take first, by its priority."""
        own, others = self._grammar.priorities[name], self._grammar.priorities
        above = [
            other
            for other in others
            if others[other] > own and other not in self._known and not is_rule(other)
        ]
        sources = (self.source(self._grammar.definition(other), (other,)) for other in above)
        return f"(?!{'|'.join(sources)})" if above else ""


def _most(grammar: Grammar, expression: Expression, inside: tuple[str, ...]) -> dict[str, int]:
    """How often each symbol stands in a text at most: once, or 2 for more than once."""
    sort, value = expression
    counts: dict[str, int] = {}
    if sort == "symbol":
        if is_rule(value) and value not in inside:
            counts = _most(grammar, grammar.definition(value), (*inside, value))
        return {**counts, value: 1}
    if sort in ("string", "regex"):
        return counts
    for item in value:
        for name, count in _most(grammar, item, inside).items():
            if sort == "choice":
                counts[name] = max(counts.get(name, 0), count)
            else:
                counts[name] = min(2, counts.get(name, 0) + count * (1 if sort in _ONCE else 2))
    return counts


_ONCE = ("sequence", "?")


def _leaves(expression: Expression) -> list[Expression]:
    """The strings, regular expressions and symbols of an expression, in their order."""
    sort, value = expression
    if sort in ("string", "regex", "symbol"):
        return [expression]
    return [leaf for item in value for leaf in _leaves(item)]


@cache
def grammar(name: str) -> Grammar:
    """The grammar in `grammars/<name>.lark`."""
    return Grammar(name, read_data("grammars", f"{name}.lark"))


@cache
def recogniser(name: str, start: str) -> Recogniser:
    """What recognises the texts of one rule, which must not refer to itself."""
    return Recogniser(grammar(name), start)


class LineReader:
    """Reads each line as one of the alternatives of a grammar's rule `line`.

    The rule `clean` names those that a file with nothing odd in it has: they are recognised by a
    pattern. Any other line is parsed by Lark.
    """

    __slots__ = ("_by_group", "_match", "_name", "_symbols")

    def __init__(self, name: str) -> None:
        clean = recogniser(name, "clean")
        places = [(symbol, group) for symbol, groups in clean.groups.items() for group in groups]
        self._name = name
        self._match = clean.match
        self._by_group = {group: symbol for symbol, group in places if is_rule(symbol)}
        self._symbols = [(symbol, group) for symbol, group in places if not is_rule(symbol)]

    def read(self, line: str) -> tuple[str, Parts]:
        """The alternative that a line without its line feed is, and its terminals."""
        match = self._match(line)
        if match is None:
            [found] = parsed(self._name, line, "line")
            return found
        assert match.lastindex is not None  # the group of the alternative closes last
        parts = {
            symbol: (match.start(group), match[group])
            for symbol, group in self._symbols
            if match[group] is not None
        }
        return self._by_group[match.lastindex], parts


@lru_cache(maxsize=4096)
def parsed(name: str, line: str, *starts: str) -> tuple[tuple[str, Parts], ...]:
    """What Lark makes of a line by each of the rules: the rule's alternative, and its terminals.

    Of a terminal that the line has more than once it is the first. Raises GrammarError where no
    alternative takes the line.
    """
    judge = parser(name, *starts)
    from lark.exceptions import UnexpectedInput

    try:
        trees = [judge.parse(line, start) for start in starts]
    except UnexpectedInput:
        raise GrammarError(f"{name}: no alternative takes the line {line!r}") from None
    return tuple((str(tree.data), _terminals(tree)) for tree in trees)


def _terminals(tree: Tree[Token]) -> Parts:
    from lark import Token

    parts: Parts = {}
    for token in tree.scan_values(lambda value: isinstance(value, Token)):
        parts.setdefault(token.type, (token.start_pos or 0, str(token)))
    return parts


@cache
def line_reader(name: str) -> LineReader:
    """What reads the lines of a format by `grammars/<name>.lark`."""
    return LineReader(name)


@cache
def parser(name: str, *starts: str) -> Lark:
    """Lark's own parser of a grammar, for the texts of several rules: it is built once for all."""
    try:
        from lark import Lark
    except ImportError:
        raise CannlintError(_NO_LARK) from None
    return Lark(read_data("grammars", f"{name}.lark"), parser="lalr", start=list(starts))


_NO_LARK = Phrase(
    "a file has a line that only the Python package lark can read, and lark is not installed: "
    "run `pip install lark`"
)
