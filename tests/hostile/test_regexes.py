"""Every regular expression of the product takes a number of steps linear in its text.

Each pattern that a module compiles is run, in the way in which its module uses it, on texts that
repeat one or two of the characters that the pattern tells apart, with an end that does not fit.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
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
from cannlint.graphs import prototext_tokens
from cannlint.kinds import FORMATS
from cannlint.syntax import json_scalars
from cannlint.syntax.grammar import recogniser
from conftest import ROOT
from regex_steps import RegexSteps, TooManyStepsError
from written_patterns import written_in

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
    "cannlint.jobs.pages._BELOW",
    "cannlint.jobs.pages._BELOW_OTHERS",
    "cannlint.syntax.json_containers._PLAIN_ITEM",
    "cannlint.syntax.json_containers._PLAIN_MEMBER",
    "cannlint.text.toml_places._BETWEEN",
    "cannlint.text.toml_places._BLANKS",
    "cannlint.text.toml_places._BARE",
    "cannlint.text.toml_places._STRING",
    "cannlint.text.toml_places._SCALAR",
}
"""Those that a function takes and then matches at one place."""

NAMES_OF_FILES = {
    "cannlint.formats.customize_dtypes _NAME",
    "cannlint.formats.ops_info._NAME",
    "cannlint.formats.op_precision _LOOSE_NAME",
}
"""Those that see the name of a file alone: 255 bytes."""

MADE_BY_A_RUN = {
    "cannlint.cli.usage pattern": "of our own sentences",
    "cannlint.config.faults pattern": "of a schema",
    "cannlint.config.glob part": "of a path pattern: tests/hostile/test_growth.py",
    "cannlint.discovery.detect _PATTERNS[name]": "in its table",
    "cannlint.engine.keys self._key": "of a format",
    "cannlint.formats.ops_info.entry pattern": "of a schema",
    "cannlint.graphs.prototext_tokens line": "of a grammar",
    "cannlint.graphs.prototext_tokens skipped": "of a grammar",
    "cannlint.graphs.prototext_tokens token": "of a grammar",
    "cannlint.jobs.verdicts form": "digits alone, in each of its forms",
    "cannlint.schema part['pattern']": "of a schema",
    "cannlint.schema pattern": "of a schema",
    "cannlint.syntax.grammar '|'.join((f'(?P<{name}>{self.terminal(name)})' "
    "for name in sorted(names)))": "of a grammar",
    "cannlint.syntax.grammar compiler.source(expression, (start,))": "of a grammar",
    "cannlint.syntax.json_scalars _GRAMMAR.terminal(name)": "of a grammar",
}
"""Calls whose expression the code does not show, and where it is from."""


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
                used = set(re.findall(rf"\b{name}\.(\w+)", text))
                name = f"{module.__name__}.{name}"
                other = {"match"} if name in ONLY_MATCH else {"search", "match", "fullmatch"}
                yield name, value, used or other
        for name, value, used in written_in(module):
            if value is not None:
                yield name, value, used
    yield from patterns_of_grammars()
    yield from patterns_of_data()
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


def patterns_of_data() -> Iterator[tuple[str, re.Pattern, set[str]]]:
    """What the schemas say of texts and keys, the keys of formats, and the tokens of dumps."""
    for path in sorted((ROOT / "schemas").glob("*.json")):
        for source in sorted(patterns_in(json.loads(path.read_text()))):
            yield f"{path.name} {source}", re.compile(source), {"search"}
    for kind, form in FORMATS.items():
        if form.key is not None:
            yield f"key of {kind}", re.compile(form.key), {"match"}
    for number, pattern in enumerate(prototext_tokens.patterns()):
        yield f"prototext {number}", pattern, {"match"}
    for found in re.finditer(r"^([A-Z_]+)[.\d]* *:", read_data("grammars", "json.lark"), re.M):
        source = json_scalars._GRAMMAR.terminal(found[1])
        yield f"json.{found[1]}", re.compile(source), {"match"}


def patterns_in(part: object) -> set[str]:
    """The expressions of a schema."""
    if isinstance(part, list):
        return set().union(*map(patterns_in, part))
    if not isinstance(part, dict):
        return set()
    own = {part["pattern"]} if isinstance(part.get("pattern"), str) else set()
    keyed = part.get("patternProperties", {})
    return own.union(keyed, *map(patterns_in, part.values()))


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


SAMPLES = {"SPACE": " ", "DIGIT": "1", "NOT_WORD": " "}
"""A character of a category; of all others "a"."""


def sample(tree: object, into: list[str], before: str = "") -> str:
    """A text that a parsed pattern may take, behind another; `into` gets what it begins with."""
    for operation, value in tree:
        name = str(operation)
        into.append(before)
        if name == "LITERAL":
            before += chr(value)
        elif name in ("ANY", "NOT_LITERAL"):
            before += "a"
        elif name == "IN":
            before += one_of(value)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            before = sample(list(value[2]) * max(value[0], 1), into, before)
        elif name == "SUBPATTERN":
            before = sample(value[3], into, before)
        elif name == "BRANCH":
            before, *_ = (sample(branch, into, before) for branch in value[1])
    return before


def one_of(members: object) -> str:
    """A character of a set; of one that says what it is not, any."""
    for operation, value in members:
        name = str(operation)
        if name in ("LITERAL", "RANGE"):
            return chr(value if name == "LITERAL" else value[0])
        if name == "CATEGORY":
            return SAMPLES.get(str(value).removeprefix("CATEGORY_"), "a")
    return "a"


BEGINNINGS = 12
"""Of a text, so many at most are tried for a pattern."""


def texts(pattern: re.Pattern) -> Iterator[tuple[str, str]]:
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    tree = regex_parser.parse(text, pattern.flags & (re.VERBOSE | re.MULTILINE | re.DOTALL))
    chars = sorted(characters(tree, {"a", "1", " ", "\n", "!"}))[:CHARACTERS]
    begun: list[str] = []
    whole = sample(tree, begun)
    words = list(dict.fromkeys(re.findall(r"[A-Za-z_]{2,}", text)))[:3]
    begun = [*dict.fromkeys(["", *words, *begun])]
    pieces = [*chars, *words, whole, *(a + b for a in chars for b in chars if a != b)]
    for piece in filter(None, pieces):
        for begin in begun[:2] if len(piece) == 2 else begun[:: len(begun) // BEGINNINGS + 1]:
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
            grown = steps(counted, way, long)
            assert grown <= 5 * taken + FEW or name in NAMES_OF_FILES, (
                f"{way} of {pattern.pattern!r} on {begin!r} + {piece!r} * n: {taken}, {grown}"
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


@pytest.mark.parametrize("pattern", ["(?s:.)b.", "(?i:a)B", "(?i)(?-i:a)b", "(?s)(?-s:.)B."])
@pytest.mark.parametrize("text", ["\nBa", "aB\n", "aB", "Ab", "ab\n", "AB\n"])
def test_the_flags_of_a_group_are_its_own(pattern, text):
    found = re.search(pattern, text)
    assert RegexSteps(re.compile(pattern)).search(text) == (found and found.span())


@pytest.mark.parametrize("pattern", ["(?:a|b)*c", r"\s+$", "(a+)+b", "a.*b.*c", "(?:a?){9}a{9}b"])
def test_a_pattern_that_takes_too_long_is_told(pattern):
    counted = RegexSteps(re.compile(pattern))
    grown = [steps(counted, "search", "a" * n + " " * n + "!") for n in (SHORT // 4, SHORT)]
    assert grown[1] > 5 * grown[0] + FEW


def test_no_pattern_is_overlooked():
    """Each call of `re` shows its expression, or the table says where it is from."""
    unseen = {name for one in modules() for name, found, _ in written_in(one) if found is None}
    assert unseen == MADE_BY_A_RUN.keys()
    assert len(CASES) > (400 if HAS_SERVER else 350)
