"""What can be changed in a grammar, one thing at a time: alternatives, and parts of definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NEVER = "NEVER_SEEN: /(?!)x/"
"""A terminal that no text has."""

_DEFINITION = re.compile(r"(\??)([a-zA-Z_]\w*)(\.-?\d+)?[ \t]*:(.*)")
_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)+)"|/(?P<regex>(?:[^/\\]|\\.)+)/[ims]*'
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>[()\[\]|?*+])"
)
_CHARACTER = r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\."
_REGEX = re.compile(rf"{_CHARACTER}|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[=!:]|\(\?i:|[()|]|[*+?]|.")
_MEMBER = re.compile(rf"(?:{_CHARACTER}|.)(?:-(?:{_CHARACTER}|[^\]]))?")


class Mutant(NamedTuple):
    """A grammar with one change: the definition before and after it, and the whole text."""

    before: str
    after: str
    text: str


def alternatives(name: str) -> Iterator[Mutant]:
    """For each alternative of each rule: the grammar in which it never matches."""
    for line, head, body in _definitions(name):
        if head.lstrip("?_")[0].isupper():
            continue
        parts = list(_parts(body))
        for number, part in enumerate(parts):
            if part.strip() == "clean":
                continue  # no alternative, but a name for several: each is tried by itself
            others = [*parts]
            others[number] = " NEVER_SEEN "
            yield _with(name, line, f"{head}:{'|'.join(others)}")


def small_changes(name: str) -> Iterator[Mutant]:
    """Character classes, separators, repetitions, order: one is changed."""
    for line, head, body in _definitions(name):
        plain = re.sub(r"\.-?\d+$", "", head)
        if plain != head:
            yield _with(name, line, f"{plain}:{body}")
        for token in _TOKEN.finditer(body):
            for other in () if token[0] == "clean" else _others(token):
                changed = body[: token.start()] + other + body[token.end() :]
                if changed.strip():
                    yield _with(name, line, f"{head}:{changed}")


def _definitions(name: str) -> Iterator[tuple[str, str, str]]:
    for line in grammar_text(name).splitlines():
        found = _DEFINITION.fullmatch(line)
        if found is not None and not line.startswith("//"):
            yield line, line[: found.start(4) - 1], found[4]


def grammar_text(name: str) -> str:
    """The grammar as it is."""
    return (ROOT / "grammars" / f"{name}.lark").read_text(encoding="utf-8")


def _with(name: str, line: str, changed: str) -> Mutant:
    lines = grammar_text(name).splitlines()
    lines[lines.index(line)] = changed
    return Mutant(line, changed, "\n".join([*lines, NEVER]) + "\n")


def _parts(body: str) -> Iterator[str]:
    """The alternatives of a rule that stand side by side, not within brackets."""
    depth = start = 0
    for token in _TOKEN.finditer(body):
        if token["sign"] in ("(", "["):
            depth += 1
        elif token["sign"] in (")", "]"):
            depth -= 1
        elif token["sign"] == "|" and not depth:
            yield body[start : token.start()]
            start = token.end()
    yield body[start:]


def _others(token: re.Match[str]) -> Iterator[str]:
    if token["string"]:
        yield f'"{token["string"]}x"'
    elif token["regex"]:
        flags = token[0].rpartition("/")[2]
        for regex in _regexes(token["regex"]):
            yield f"/{regex}/{flags}"
    elif token["sign"] in ("?", "*", "+"):
        yield from {"?": ("", "*"), "*": ("?", "+"), "+": ("", "*")}[token["sign"]]
    elif token["name"]:
        yield "NEVER_SEEN"


def _regexes(regex: str) -> Iterator[str]:
    tokens = list(_REGEX.finditer(regex))
    for number, token in enumerate(tokens):
        before, after = regex[: token.start()], regex[token.end() :]
        text = token[0]
        if text.startswith("[") and len(text) > 2:
            yield from (before + other + after for other in _classes(text))
        elif text in ("*", "+", "?") and number:
            lazy = tokens[number - 1][0] in ("*", "+", "?")
            for other in () if lazy else {"?": ("",), "*": ("+",), "+": ("*",)}[text]:
                yield before + other + after
        elif text in ("(?=", "(?!"):
            end = _closing(tokens, number)
            yield before + regex[tokens[end].end() :]
        elif text == "|":
            continue
        elif text.isalnum():
            yield f"{before}{text}x{after}"


def _closing(tokens: list[re.Match[str]], opening: int) -> int:
    depth = 0
    for number in range(opening, len(tokens)):
        depth += tokens[number][0].startswith("(")
        depth -= tokens[number][0] == ")"
        if not depth:
            return number
    raise ValueError("a bracket is open")


def _classes(text: str) -> Iterator[str]:
    """A class without each of its members, and its opposite."""
    sign = "^" if text.startswith("[^") else ""
    members = [found[0] for found in _MEMBER.finditer(text[1 + len(sign) : -1])]
    for number in range(len(members)) if len(members) > 1 else ():
        yield f"[{sign}{''.join(members[:number] + members[number + 1 :])}]"
    yield f"[{'' if sign else '^'}{''.join(members)}]"
