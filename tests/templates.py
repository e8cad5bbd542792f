"""The texts that a translation has to have.

`python tests/templates.py` prints what the Chinese catalogues lack, as JSON to be filled in;
given that file, it puts the translations into the catalogues.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import cannlint
from cannlint.data import read_data
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import descriptions, table_of
from cannlint.jobs.verdicts import FORMS
from cannlint.language import SOURCE, catalogue, joined, paragraphs
from cannlint.rules.loading import docstring_of, rule_names

PACKAGE = Path(cannlint.__file__).parent
RULE_SOURCES = [
    *sorted(
        set((PACKAGE / "rules").rglob("*.py"))
        - {PACKAGE / "rules" / "codes.py", PACKAGE / "rules" / "index.py"}
    ),
    PACKAGE / "config/faults.py",
    PACKAGE / "formats/ops_info/entry.py",
    PACKAGE / "formats/ops_info/reading.py",
    PACKAGE / "resolve/outcome.py",
    *(PACKAGE / f"resolve/dtypes/{name}.py" for name in ("customized", "graph", "judge", "trail")),
]
"""Modules whose prose is templates of messages."""

OTHER_SOURCES = sorted(set(PACKAGE.rglob("*.py")) - set(RULE_SOURCES))
"""Modules that mark what is translated by calling one of MARKS."""

MARKS = {
    "CannlintError": 0,
    "Message": 0,
    "Phrase": 0,
    "counted": 1,
    "of": 0,
    "said": 0,
    "translated": 0,
}
"""Functions, and which of their arguments is a text that is translated."""

LOCALE_FREE = re.compile(r"\W*(?:\{\w*\}\W*)*")
"""A template of values only, which is the same in every language."""

_KEYWORDS = {"label", "help", "note", "message"}
"""Arguments whose texts are templates, be they one word only."""

_TEMPLATE_AT = {
    "with_fix": 0,
    "Message": 0,
    "Phrase": 0,
    "of": 0,
    "said": 0,
    "translated": 0,
    "at": 1,
    "also": 1,
}
"""Functions, and which of their arguments is a template."""

_NO_PROSE = {"compile", "Rule", "ValueError", "removesuffix"}
"""Functions whose texts nobody reads."""

_PROSE = re.compile(r"[A-Za-z`}][\w.,;]* [A-Za-z`{]|\{[a-z]+\}")
_REGEX = re.compile(r"\\[sdw.]|\(\?|\[\^")


def templates(path: Path) -> dict[str, int]:
    """Each template in a module of RULE_SOURCES → its line."""
    return _lines(_texts(_tree(path), is_certain=False), path)


@cache
def marked(path: Path) -> dict[str, int]:
    """Each text that a module hands to one of MARKS, be it by a name → its line."""
    tree = _tree(path)
    named: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
    found = []
    for call in ast.walk(tree):
        at = MARKS.get(_name(call)) if isinstance(call, ast.Call) else None
        if at is not None and len(call.args) > at:
            argument = call.args[at]
            values = named.get(argument.id, []) if isinstance(argument, ast.Name) else [argument]
            found += [text for value in values for text in _literals(value)]
    return _lines(iter(found), path)


def _literals(node: ast.expr) -> Iterator[ast.Constant]:
    """The texts that an expression can be: its own, or those of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def usage_texts() -> set[str]:
    """The paragraphs of help of every command and option."""
    from typer.main import get_command

    from cannlint.cli.app import app

    found: set[str] = set()
    waiting = [get_command(app)]
    while waiting:
        command = waiting.pop()
        for told in (command, *command.params):
            found.update(map(joined, paragraphs(getattr(told, "help", None) or "")))
        waiting += getattr(command, "commands", {}).values()
    return found - {""}


def constants(path: Path) -> set[str]:
    """Every text in a module."""
    nodes = ast.walk(_tree(path))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def docstrings(path: Path) -> set[str]:
    """Every text that stands alone."""
    nodes = ast.walk(_tree(path))
    values = [node.value for node in nodes if isinstance(node, ast.Expr)]
    return {str(value.value) for value in values if isinstance(value, ast.Constant)}


def table_texts() -> set[str]:
    """The texts of the option tables and of the schema that findings and editors show."""
    waiting: list[Any] = [table_of(end).__dict__ for end in FrontEnd]
    found = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            told = (part.get(key) for key in ("effect", "help", "ignored", "wrong_type"))
            found |= {text for text in told if isinstance(text, str) and text}
            default = part.get("default")
            if isinstance(default, dict):  # by use
                found |= {text for text in default.values() if " " in str(text)}
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    summaries = {about["summary"] for about in descriptions().values()}
    return {*FORMS.values(), *found, *summaries, *schema_texts()}


def schema_texts() -> set[str]:
    """The descriptions of the settings of cannlint.toml, which editors show."""
    waiting: list[Any] = [json.loads(read_data("schemas", "cannlint.schema.json"))]
    found = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict) and isinstance(part.get("description"), str):
            found.add(part["description"])
        if isinstance(part, dict | list):
            waiting += part.values() if isinstance(part, dict) else part
    return found


def page_paragraphs(code: str) -> list[str]:
    """The paragraphs of a rule's page that are prose, each on one line."""
    page = docstring_of(code).strip()
    return [joined(part) for part in paragraphs(page) if not part.startswith(("```", SOURCE))]


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _lines(texts: Iterator[ast.Constant], path: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        if not LOCALE_FREE.fullmatch(text.value):
            found.setdefault(text.value, text.lineno)
    return found


def _texts(node: ast.AST, is_certain: bool) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and (is_certain or _is_prose(node.value)):
            yield node
    elif isinstance(node, ast.Call) and not is_certain:
        yield from _of_call(node)
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.test, is_certain=False)
        yield from _texts(node.body, is_certain)
        yield from _texts(node.orelse, is_certain)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child, is_certain=False)


def _of_call(call: ast.Call) -> Iterator[ast.Constant]:
    name = _name(call)
    if name in _NO_PROSE:
        return
    yield from _texts(call.func, is_certain=False)
    for index, argument in enumerate(call.args):
        yield from _texts(argument, is_certain=_TEMPLATE_AT.get(name) == index)
    for keyword in call.keywords:
        yield from _texts(keyword.value, is_certain=keyword.arg in _KEYWORDS)


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _is_prose(text: str) -> bool:
    return bool(_PROSE.search(text)) and not _REGEX.search(text)


def texts() -> dict[str, list[str]]:
    """What each catalogue has to have, by its name."""
    messages = [text for path in RULE_SOURCES for text in templates(path)]
    messages += [text for path in OTHER_SOURCES for text in marked(path)]
    messages += sorted(table_texts() | usage_texts())
    pages = [text for code in rule_names() for text in page_paragraphs(code)]
    return {"messages": list(dict.fromkeys(messages)), "rules": list(dict.fromkeys(pages))}


def lacking() -> dict[str, dict[str, str]]:
    """What each Chinese catalogue lacks, as a form to fill in."""
    return {
        name: {text: "" for text in wanted if text not in catalogue("zh-CN", name)}
        for name, wanted in texts().items()
    }


def stale() -> dict[str, list[str]]:
    """What each Chinese catalogue has, and is no longer said."""
    said = {
        "messages": table_texts().union(usage_texts(), *map(constants, PACKAGE.rglob("*.py"))),
        "rules": {text for code in rule_names() for text in page_paragraphs(code)},
    }
    return {
        name: [text for text in catalogue("zh-CN", name) if text not in kept]
        for name, kept in said.items()
    }


def update(translations: dict[str, dict[str, str]]) -> None:
    """Put translations into the Chinese catalogues, and drop what is no longer said."""
    dropped = stale()
    for name, wanted in texts().items():
        given = {text: chinese for text, chinese in translations.get(name, {}).items() if chinese}
        known = dict(catalogue("zh-CN", name))
        for text in dropped[name]:
            del known[text]
        known.update((text, given[text]) for text in wanted if text in given)
        path = PACKAGE / "lang" / "zh-CN" / f"{name}.json"
        path.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Print what the Chinese catalogues lack; with a file of that form, filled in, take it over."""
    for file in sys.argv[1:]:
        update(json.loads(Path(file).read_text(encoding="utf-8")))
        catalogue.cache_clear()
    print(json.dumps(lacking(), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
