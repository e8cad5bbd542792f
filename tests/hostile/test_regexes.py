"""Every regular expression of the product takes time linear in its text.

Each pattern that a module compiles is run, in the way in which its module uses it, on texts that
repeat one or two of the characters that the pattern tells apart, with an end that does not fit.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
import time
from collections.abc import Callable, Iterator

import pytest

import cannlint

try:
    from re import _parser as regex_parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as regex_parser

HAS_SERVER = importlib.util.find_spec("pygls") is not None

SHORT, LONG = 1500, 6000
GROWTH = 9.0
"""A text four times as long may take so many times as long; sixteen would be quadratic."""
PER_CHARACTER = 1.5e-6
"""Seconds under which a text is not worth a second look."""

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

Runs = Callable[[str], object]


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
    for name in detect._PATTERNS:
        name, pattern = f"cannlint.discovery.detect {name}", detect._pattern(name)
        yield name, pattern, {"match" if name in ONLY_MATCH else "search"}


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
    chars = sorted(characters(tree, {"a", "1", " ", "\n", "!"}))[:14]
    words = beginnings(pattern)
    pieces = [*chars, *words[1:], *(a + b for a in chars for b in chars if a != b)]
    for piece in pieces:
        for begin in words[:2] if len(piece) == 2 else words:
            yield begin, piece


def runs(pattern: re.Pattern, used: set[str]) -> Iterator[Runs]:
    if used & {"finditer", "findall", "sub", "split"}:
        yield lambda text: sum(1 for _ in pattern.finditer(text))
    elif "search" in used:
        yield pattern.search
    if used & {"match"}:
        yield pattern.match
    if used & {"fullmatch"}:
        yield pattern.fullmatch


def seconds(run: Runs, text: str | bytes) -> float:
    best = 9.0
    for _ in range(3):
        started = time.perf_counter()
        run(text)
        best = min(best, time.perf_counter() - started)
    return best


def text_of(pattern: re.Pattern, begin: str, piece: str, length: int) -> str | bytes:
    text = begin + piece * (length // len(piece)) + "\x01"
    if isinstance(pattern.pattern, bytes):
        return text.encode("utf-8", "surrogateescape")
    return text


@pytest.mark.parametrize("name", CASES)
def test_time_grows_as_the_text(name):
    pattern, used = CASES[name]
    for run in runs(pattern, used):
        for begin, piece in texts(pattern):
            text = text_of(pattern, begin, piece, SHORT)
            started = time.perf_counter()
            run(text)
            if time.perf_counter() - started < PER_CHARACTER * len(text):
                continue
            short = seconds(run, text)
            if short < PER_CHARACTER * len(text):
                continue
            long = seconds(run, text_of(pattern, begin, piece, LONG))
            assert long < GROWTH * short, f"{pattern.pattern!r} on {begin!r} + {piece!r} * n"


def test_no_pattern_is_overlooked():
    """Those that are compiled inside of a function are counted, so that a new one is seen."""
    assert len(CASES) > (120 if HAS_SERVER else 110)
