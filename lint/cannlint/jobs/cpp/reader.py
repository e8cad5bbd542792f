"""The jobs of a C++ source: maps of options that a call of GE is given, and aclSetCompileopt.

A map is followed from where it is declared to the call, through what is set in it by name; what is
no literal is not known. A test of GE's own asks for refusals on purpose: it has no jobs.
"""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.jobs.cpp.expressions import closings, literal, pair_of, pairs_in, parts_of, unwrapped
from cannlint.jobs.cpp.found import Entry, Found
from cannlint.jobs.cpp.tokens import MARK, NAME, Token, tokens_of
from cannlint.jobs.jobs_reading import TOO_LONG, UNPARSED_SCRIPT, JobsReading, Unparsed
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

MOST_TOKENS = 500_000
"""Words of a source that are read."""
_READ_AGAIN = 20
"""How many times the words of a source are looked at within calls, whatever stands in what."""
_MOST_NAMES = 40
"""Words between the brackets of a template."""
_MAPS = frozenset(("map", "unordered_map"))
_TEXTS = frozenset(("string", "char", "auto", "AscendString", "string_view"))
_ADDING = frozenset(("emplace", "insert", "insert_or_assign", "try_emplace"))
_OF_TESTS = ("gtest/gtest.h", "TEST_F(", "TEST(")
_CALLS = {
    "aclgrphBuildInitialize": 0,
    "aclgrphBuildModel": 1,
    "GEInitialize": 0,
    "GEInitializeV2": 0,
}
"""Function → the argument that is its map of options."""
_ADD_GRAPH = "AddGraph"
_GRAPH_OPTIONS = 2
"""The method of a session, and the argument that is its map of options."""
_SESSIONS = frozenset(("ge::Session", "Session", "ge::GeSession", "GeSession"))
_SESSION = "Session"
_SET_OPTION = ("aclSetCompileopt", "AclSetCompileopt")


class Map:
    """A map of options as far as it has been put together; `complete` is whether that is all."""

    __slots__ = ("complete", "entries")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.complete = True


def read(source: Source) -> JobsReading:
    """Every job of a source."""
    reading = JobsReading(source, Kind.CPP_SOURCE, [])
    if any(word in source.text for word in _OF_TESTS):
        return reading
    tokens: list[Token] = []
    for token in tokens_of(source.text):
        tokens.append(token)
        if len(tokens) > MOST_TOKENS:
            part = Unparsed(Span(*source.line_span(1)), TOO_LONG, MOST_TOKENS)
            reading.note(UNPARSED_SCRIPT, part)
            return reading
    reading.keep(_Reader(source, tokens).jobs().jobs())
    return reading


class _Reader:
    """Goes through the words once, with the names of the blocks around each."""

    def __init__(self, source: Source, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.found = Found(source)
        self.maps: list[dict[str, Map]] = [{}]
        self.texts: list[dict[str, list[Token]]] = [{}]
        self.has_sessions = "ge_api" in source.text
        self.closings = closings(tokens)
        self.left = _READ_AGAIN * len(tokens)

    def jobs(self) -> Found:
        """All that the source sets."""
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.kind == NAME:
                at = self._name(at, token.text.rpartition("::")[2])
                continue
            if token.kind == MARK and token.text == "{":
                self.maps.append({})
                self.texts.append({})
            elif token.kind == MARK and token.text == "}" and len(self.maps) > 1:
                self.maps.pop()
                self.texts.pop()
            at += 1
        return self.found

    def _name(self, at: int, last: str) -> int:
        """What a name begins; the place behind what has been read."""
        follows = self._mark(at + 1)
        if last in _MAPS and follows == "<":
            return self._declared(at)
        if last in _TEXTS:
            return self._text(at)
        if follows == "(" and last in _CALLS:
            self._call(at, last, at + 1, _CALLS[last])
        elif follows == "(" and last == _ADD_GRAPH and self.has_sessions:
            self._call(at, last, at + 1, _GRAPH_OPTIONS)
        elif follows == "(" and last in _SET_OPTION:
            self._set_option(at)
        elif self.tokens[at].text in _SESSIONS and self.has_sessions:
            self._session(at)
        else:
            self._use(at)
        return at + 1

    def _mark(self, at: int) -> str:
        """The mark at a place; none for another word."""
        if at >= len(self.tokens) or self.tokens[at].kind != MARK:
            return ""
        return self.tokens[at].text

    def _closed(self, opening: int) -> int | None:
        """The place of the mark that closes the one at a place; None where there is none."""
        end = self.closings.get(opening)
        self.left -= (end or opening) - opening
        return end if self.left > 0 else None

    def _declared(self, at: int) -> int:
        """Read `std::map<A, B> name = {...};`."""
        depth, after = 0, at + 1
        while after < min(len(self.tokens), at + _MOST_NAMES):
            depth += (self._mark(after) == "<") - (self._mark(after) == ">")
            after += 1
            if not depth:
                break
        if after >= len(self.tokens) or self.tokens[after].kind != NAME:
            return after
        made = self.maps[-1][self.tokens[after].text] = Map()
        begins = after + 2 if self._mark(after + 1) == "=" else after + 1
        if self._mark(begins) == ";":
            made.complete = begins == after + 1
            return begins
        end = self._closed(begins) if self._mark(begins) == "{" else None
        pairs = pairs_in(self.tokens[begins : end + 1]) if end is not None else None
        if pairs is None:
            made.complete = False
            return begins
        made.entries = [self._entry(key, value) for key, value in pairs]
        return (end or begins) + 1

    def _text(self, at: int) -> int:
        """`const std::string name = "text";`, which is the text wherever the name stands."""
        name = at + 1
        while self._mark(name) in ("*", "&") or self._is_const(name):
            name += 1
        if name >= len(self.tokens) or self.tokens[name].kind != NAME:
            return at + 1
        begins = name + 2 if self._mark(name + 1) in ("=", "(", "{") else 0
        if self._mark(name + 1) == "[" and self._mark(name + 2) == "]":
            begins = name + 4
        value = self._until(begins, ";)}") if begins else []
        self.texts[-1].pop(self.tokens[name].text, None)
        if literal(unwrapped(value)) is not None:
            self.texts[-1][self.tokens[name].text] = list(unwrapped(value))
        return name + 1

    def _is_const(self, at: int) -> bool:
        return at < len(self.tokens) and self.tokens[at].text in ("const", "constexpr")

    def _until(self, at: int, ends: str) -> list[Token]:
        """The words up to one of some marks that is in no brackets."""
        found: list[Token] = []
        depth = 0
        for token in self.tokens[at : at + _MOST_NAMES]:
            if token.kind == MARK:
                if not depth and token.text in ends:
                    return found
                depth += (token.text in "([{") - (token.text in ")]}")
            found.append(token)
        return []

    def _entry(self, key: list[Token], value: list[Token]) -> Entry:
        return Entry(list(unwrapped(key)), self._known(value))

    def _known(self, value: Sequence[Token]) -> list[Token]:
        """The words of a value, a name in place of what it stands for."""
        value = list(unwrapped(value))
        ends = [token.text for token in value[1:]]
        if value and value[0].kind == NAME and ends in ([], [".", "c_str", "(", ")"]):
            for texts in reversed(self.texts):
                if value[0].text in texts:
                    return texts[value[0].text]
        return value

    def _map(self, name: str) -> Map | None:
        return next((maps[name] for maps in reversed(self.maps) if name in maps), None)

    def _use(self, at: int) -> None:
        """`name[key] = value;`, `name.emplace(key, value)`, or a name that something else gets."""
        known = self._map(self.tokens[at].text)
        if known is None:
            return
        if self._mark(at + 1) == "[":
            end = self._closed(at + 1)
            if end is None or self._mark(end + 1) != "=" or self._mark(end + 2) == "=":
                return
            value = self._until(end + 2, ";")
            known.entries.append(self._entry(list(self.tokens[at + 2 : end]), value))
        elif self._mark(at + 1) == ".":
            self._method(at + 2, known)
        elif self._mark(at + 1) in (",", ")", "=") or self._mark(at - 1) == "&":
            known.complete = False

    def _method(self, at: int, known: Map) -> None:
        """What a method adds to a map; another one may do anything."""
        name = self.tokens[at].text if at < len(self.tokens) else ""
        end = self._closed(at + 1) if self._mark(at + 1) == "(" else None
        if name not in _ADDING or end is None:
            known.complete = known.complete and name in ("size", "empty", "find", "count", "at")
            return
        parts = parts_of(self.tokens[at + 2 : end])
        pair = pair_of(parts[0]) if len(parts) == 1 else (parts[0], parts[1]) if parts else None
        if pair is None:
            known.complete = False
        else:
            known.entries.append(self._entry(*pair))

    def _session(self, at: int) -> None:
        """Read `ge::Session name(options)`, `new Session(options)`, `make_shared<...>(options)`."""
        opening = at + 1
        while self._mark(opening) in (">", "*") or (
            opening == at + 1 and opening < len(self.tokens) and self.tokens[opening].kind == NAME
        ):
            opening += 1
        if self._mark(opening) in ("(", "{"):
            self._call(at, _SESSION, opening, 0)

    def _call(self, at: int, name: str, opening: int, number: int) -> None:
        """A call of GE with a map of options."""
        end = self._closed(opening)
        arguments = parts_of(self.tokens[opening + 1 : end]) if end is not None else []
        if number >= len(arguments):
            return
        given = arguments[number]
        known = self._map(given[0].text) if len(given) == 1 and given[0].kind == NAME else None
        if known is None:
            pairs = pairs_in(given)
            if not pairs:
                return
            known = Map()
            known.entries = [self._entry(key, value) for key, value in pairs]
        self.found.add_call(self.tokens[at], name, known.entries, known.complete)

    def _set_option(self, at: int) -> None:
        """`aclSetCompileopt(option, value)`."""
        end = self._closed(at + 1)
        arguments = parts_of(self.tokens[at + 2 : end]) if end is not None else []
        if len(arguments) == 2:
            self.found.add_option(self.tokens[at], arguments[0], self._known(arguments[1]))
