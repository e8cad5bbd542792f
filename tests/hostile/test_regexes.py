"""Every regular expression of the product takes a number of steps linear in its text.

Each pattern that a module compiles is run, in the way in which its module uses it, on texts that
repeat one or two of the characters that the pattern tells apart, with an end that does not fit.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import settings
from lark import Lark
from lark.lexer import TerminalDef

import cannlint
from cannlint.data import read_data
from cannlint.kinds import FORMATS
from cannlint.syntax.grammar import recogniser
from regex_steps import RegexSteps, TooManyStepsError

try:
    from re import _parser as regex_parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as regex_parser

HAS_SERVER = importlib.util.find_spec("pygls") is not None

SHORT = 20
"""Characters of the shorter text. A text four times as long may take five times as many steps, and
a FEW more; sixteen times as many would be quadratic."""
FEW = 100
CHARACTERS = 14 if settings.default.max_examples >= 100 else 6
"""Of a pattern, tried alone and in pairs: more of them in CI, where property tests try more."""

ONLY_MATCH = {
    "cannlint.discovery.detect assigned switch",
    "cannlint.discovery.detect dtype line",
    "cannlint.discovery.detect header",
    "cannlint.discovery.detect json after comments",
    "cannlint.discovery.detect switch line",
    "cannlint.discovery.detect type line",
    "cannlint.syntax.json_containers._PLAIN_ITEM",
    "cannlint.syntax.json_containers._PLAIN_MEMBER",
    "cannlint.text.toml_places._BETWEEN",
    "cannlint.text.toml_places._BLANKS",
    "cannlint.text.toml_places._BARE",
    "cannlint.text.toml_places._STRING",
    "cannlint.text.toml_places._SCALAR",
}
"""Those that a function takes and then matches at one place."""


def modules() -> Iterator[object]:
    for info in pkgutil.walk_packages(cannlint.__path__, "cannlint."):
        if not info.name.endswith("__main__") and (HAS_SERVER or ".server" not in info.name):
            yield importlib.import_module(info.name)


def patterns() -> Iterator[tuple[str, re.Pattern, set[str]]]:
    """The name of each pattern, the pattern, and how it is called."""
    from cannlint.discovery import detect

    for module in modules():
        text = inspect.getsource(module)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern):
                used = set(re.findall(rf"\b{name}\.(\w+)\(", text))
                name = f"{module.__name__}.{name}"
                other = {"match"} if name in ONLY_MATCH else {"search", "match", "fullmatch"}
                yield name, value, used or other
    yield from patterns_of_grammars()
    for name in detect._PATTERNS:
        name, pattern = f"cannlint.discovery.detect {name}", detect._pattern(name)
        yield name, pattern, {"match" if name in ONLY_MATCH else "search"}


def patterns_of_grammars() -> Iterator[tuple[str, re.Pattern, set[str]]]:
    """What takes the clean lines of a format as a whole, and what Lark takes others apart by."""
    for form in FORMATS.values():
        if form.grammar is not None:
            name = form.grammar
            yield f"{name}, a clean line", recogniser(name, "clean").pattern, {"fullmatch"}
            for terminal in terminals_of(read_data("grammars", f"{name}.lark")):
                yield f"{name}.{terminal.name}", re.compile(terminal.pattern.to_regexp()), {"match"}


def terminals_of(text: str) -> list[TerminalDef]:
    """The terminals of a grammar, as Lark's lexer has them."""
    starts = re.findall(r"^\??([a-z]\w*) *:", text, re.MULTILINE)
    return Lark(text, parser="lalr", start=[one for one in starts if one != "clean"]).terminals


CASES = {name: (pattern, used) for name, pattern, used in patterns()}


def characters(tree: object, found: set[str]) -> set[str]:
    """What a parsed pattern tells apart."""
    for operation, value in tree:
        name = str(operation)
        if name in ("LITERAL", "NOT_LITERAL"):
            found.add(chr(value))
        elif name == "IN":
            characters(value, found)
        elif name == "RANGE":
            found.add(chr(value[0]))
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            characters(value[2], found)
        elif name in ("ASSERT", "ASSERT_NOT"):
            characters(value[1], found)
        elif name == "SUBPATTERN":
            characters(value[3], found)
        elif name == "BRANCH":
            for branch in value[1]:
                characters(branch, found)
    return found


def beginnings(pattern: re.Pattern) -> list[str]:
    """The words in a pattern: what it may have to begin with."""
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    return ["", *dict.fromkeys(re.findall(r"[A-Za-z_]{2,}", text))][:4]


def texts(pattern: re.Pattern) -> Iterator[tuple[str, str]]:
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    tree = regex_parser.parse(text, pattern.flags & (re.VERBOSE | re.MULTILINE | re.DOTALL))
    chars = sorted(characters(tree, {"a", "1", " ", "\n", "!"}))[:CHARACTERS]
    words = beginnings(pattern)
    pieces = [*chars, *words[1:], *(a + b for a in chars for b in chars if a != b)]
    for piece in pieces:
        for begin in words[:2] if len(piece) == 2 else words:
            yield begin, piece


def ways(used: set[str]) -> Iterator[str]:
    """The ways in which a pattern is used, of those that take different steps."""
    if used & {"finditer", "findall", "sub", "split"}:
        yield "finditer"
    elif "search" in used:
        yield "search"
    yield from sorted(used & {"match", "fullmatch"})


def text_of(pattern: re.Pattern, begin: str, piece: str, times: int) -> str | bytes:
    """A text of a beginning, a piece so many times, and an end that does not fit."""
    text = begin + piece * times + "\x01"
    if isinstance(pattern.pattern, bytes):
        return text.encode("utf-8", "surrogateescape")
    return text


def steps(pattern: RegexSteps, way: str, text: str | bytes) -> int:
    """The steps that a pattern takes on a text, so many at most as are counted."""
    pattern.steps = 0
    with suppress(TooManyStepsError):
        getattr(pattern, way)(text)
    return pattern.steps


@pytest.mark.slow  # every expression on every text
@pytest.mark.parametrize("name", CASES)
def test_steps_grow_as_the_text(name):
    pattern, used = CASES[name]
    counted = RegexSteps(pattern)
    for way in ways(used):
        for begin, piece in texts(pattern):
            times = max(4, SHORT // len(piece))
            short, long = (text_of(pattern, begin, piece, n) for n in (times, 4 * times))
            taken = steps(counted, way, short)
            assert steps(counted, way, long) <= 5 * taken + FEW, (
                f"{pattern.pattern!r} on {begin!r} + {piece!r} * n"
            )


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_counting_matcher_finds_what_python_finds(name):
    pattern, _ = CASES[name]
    counted = RegexSteps(pattern)
    for begin, piece in texts(pattern):
        text = text_of(pattern, begin, piece, 3)
        for subject in (text, text[:-1]):
            counted.steps = 0
            found = pattern.search(subject)
            assert counted.search(subject) == (found and found.span())
            whole = pattern.fullmatch(subject)
            assert counted.fullmatch(subject) == (whole and whole.end())


@pytest.mark.parametrize("pattern", ["(?:a|b)*c", r"\s+$", "(a+)+b", "a.*b.*c", "(?:a?){9}a{9}b"])
def test_a_pattern_that_takes_too_long_is_told(pattern):
    counted = RegexSteps(re.compile(pattern))
    grown = [steps(counted, "search", "a" * n + " " * n + "!") for n in (SHORT // 4, SHORT)]
    assert grown[1] > 5 * grown[0] + FEW


def test_no_pattern_is_overlooked():
    """Those that are compiled inside of a function are counted, so that a new one is seen."""
    assert len(CASES) > (120 if HAS_SERVER else 110)
