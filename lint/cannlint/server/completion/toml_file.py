"""Completion in cannlint.toml, or in [tool.cannlint] of pyproject.toml.

We look at the lines only: while one is being written, the text is not valid TOML.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from cannlint.config.search import PYPROJECT_ROOT
from cannlint.data import read_data
from cannlint.formats.shown import Icon, Item, named
from cannlint.jobs.configured_jobs import FRONT_END, GRAPH, VERSION
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of, spec_of
from cannlint.kinds import NAMED_KINDS
from cannlint.language import translated
from cannlint.library.operators import Operators
from cannlint.server.completion.options import (
    option_item,
    paths,
    soc_versions,
    takes_path,
    values_of,
)

_HEADER = re.compile(r"^[ \t]*\[{1,2}([^\]\n]*)\]{1,2}", re.MULTILINE)
_KEY = re.compile(r"^[ \t]*[\"']?([\w.-]+)[\"']?[ \t]*=", re.MULTILINE)
_FRONT_END = re.compile(rf"^[ \t]*{FRONT_END}[ \t]*=[ \t]*[\"'](\w+)[\"']", re.MULTILINE)
_BARE = re.compile(r"[\w-]+", re.ASCII)
_QUOTED = re.compile(
    r"\"[^\"\\]*(?:\\(?:.|\Z)[^\"\\]*)*(?P<end>\"|\Z)|'[^']*(?P<close>'|\Z)", re.DOTALL
)
"""A quoted text; one that is still open goes to the end of the line."""
_TYPED = re.compile(r"[^\s\"',\[]*\Z")
_OURS = ".".join(PYPROJECT_ROOT)
_JOB, _FILES, _IGNORE = "job", "files", "ignore"


class TomlPlace:
    """The cursor in a configuration.

    `table` is the table that it is in, without tool.cannlint, `lines` all lines of that; `line` is
    what is before the cursor on its line, `after` what is behind it. None as the table of a
    pyproject.toml is a table of others.
    """

    __slots__ = ("after", "folder", "is_pyproject", "line", "lines", "table")

    def __init__(self, text: str, offset: int, path: str, is_pyproject: bool) -> None:
        name, start, end = _table(text, offset)
        self.lines = text[start:end]
        self.line = text[text.rfind("\n", 0, offset) + 1 : offset]
        self.after = text[offset : offset + 2]
        self.folder = os.path.dirname(path)
        self.is_pyproject = is_pyproject
        self.table: str | None = name
        if is_pyproject:
            is_ours = name == _OURS or name.startswith(f"{_OURS}.")
            self.table = name[len(_OURS) :].lstrip(".") if is_ours else None


class TomlItems:
    """What can stand at the cursor; how much it replaces before the cursor and behind it."""

    __slots__ = ("after", "before", "items")

    def __init__(self, items: Iterator[Item], before: int, after: int = 0) -> None:
        self.items = list(items)
        self.before = before
        self.after = after


def toml_items(place: TomlPlace, operators: Operators | None) -> TomlItems:
    """The tables, the settings of a table, the options of a front end, and their values."""
    line = place.line.lstrip()
    is_header = line.startswith("[") and "=" not in line
    if line.startswith("#") or (place.table is None and not is_header):
        return TomlItems(iter(()), 0)
    if is_header:
        closing = len(place.after) - len(place.after.lstrip("]"))
        return TomlItems(_headers(place), len(line), closing)
    key, equals, value = _split(line)
    if not equals:
        return _keys(place, key)
    return _values(place, key.strip(" \t\"'"), value, operators)


def _split(line: str) -> tuple[str, str, str]:
    """A line before the cursor in key, sign and value; `=` inside of a quoted key is none."""
    quoted = _QUOTED.match(line)
    if quoted is not None and _is_closed(quoted):
        _, equals, value = line[quoted.end() :].partition("=")
        return quoted[0], equals, value
    return line.partition("=")


def _table(text: str, offset: int) -> tuple[str, int, int]:
    """The name of the table that an offset is in, and where its lines start and end."""
    name, start = "", 0
    for header in _HEADER.finditer(text):
        if header.end() > offset:
            return name, start, header.start()
        name, start = header[1].strip(" \t"), header.end()
    return name, start, len(text)


@cache
def _settings() -> dict[str, Any]:
    """The settings of a configuration, as its schema has them."""
    found: dict[str, Any] = json.loads(read_data("schemas", "cannlint.schema.json"))["properties"]
    return found


def _headers(place: TomlPlace) -> Iterator[Item]:
    """The tables that a configuration can have."""
    before = f"{_OURS}." if place.is_pyproject else ""
    for name, about in _settings().items():
        if _is_list_of_tables(about):
            header = f"[[{before}{name}]]"
        elif name == _JOB:
            header = f"[{before}{name}."
        elif _is_table(about):
            header = f"[{before}{name}]"
        else:
            continue
        item = Item(header, Icon.MODULE)
        item.summary = translated(about.get("description", "")) or None
        yield item


def _is_list_of_tables(about: dict[str, Any]) -> bool:
    return bool(about.get("items", {}).get("type") == "object")


def _is_table(about: dict[str, Any]) -> bool:
    forms = about.get("oneOf", [about])
    return any(form.get("type") == "object" for form in forms)


def _keys(place: TomlPlace, typed: str) -> TomlItems:
    """The settings or options that a table can have."""
    quote = typed[:1] if typed[:1] in ("'", '"') else ""
    present = frozenset(_KEY.findall(place.lines))
    table = place.table or ""
    if table == _FILES:
        items = paths(place.folder, typed.lstrip("\"'"))
    elif table.startswith(f"{_JOB}."):
        items = _of_job(place, present)
    else:
        items = (item for item in _of_table(table) if item.label not in present)
    after = 1 if quote and place.after.startswith(quote) else 0
    return TomlItems((_quoted(item, quote) for item in items), len(typed), after)


def _quoted(item: Item, quote: str) -> Item:
    """A key in the quotes that are open, or in those that it needs."""
    if quote or not _BARE.fullmatch(item.label):
        quote = quote or '"'
        item.label = f"{quote}{item.label}{quote}"
    return item


def _of_table(table: str) -> Iterator[Item]:
    """The settings of a table that is no job, as the schema has them."""
    found = _settings()
    if table:
        about = found.get(table, {})
        forms = [about.get("items", {}), *about.get("oneOf", ())]
        found = next((form["properties"] for form in forms if "properties" in form), {})
    for name, about in found.items():
        if not table and (_is_list_of_tables(about) or about.get("type") == "object"):
            continue
        item = Item(name, Icon.PROPERTY)
        item.summary = translated(about.get("description", "")) or None
        yield item


def _of_job(place: TomlPlace, present: frozenset[str]) -> Iterator[Item]:
    """The settings of a job, and the options of its front end that it does not have."""
    job = _settings()[_JOB]["additionalProperties"]["properties"]
    for name in (FRONT_END, GRAPH, VERSION):
        if name not in present:
            item = Item(name, Icon.PROPERTY)
            item.summary = translated(job[name].get("description", "")) or None
            yield item
    for key, spec in options_of(_front_end(place.lines)).items():
        if key not in present and spec.option not in present:
            yield option_item(key, spec, ())


def _front_end(lines: str) -> FrontEnd:
    """The front end in the lines of a job; ATC if they name no known one."""
    found = _FRONT_END.search(lines)
    known = {front_end.value: front_end for front_end in FrontEnd}
    return known.get(found[1] if found else "", FrontEnd.ATC)


def _is_closed(quoted: re.Match[str]) -> bool:
    return bool(quoted["end"] or quoted["close"])


def _values(place: TomlPlace, name: str, value: str, operators: Operators | None) -> TomlItems:
    """The values of a setting, with quotes unless they are open."""
    rest = _QUOTED.sub(lambda quoted: "" if _is_closed(quoted) else quoted[0], value)
    quotes = [at for at in (rest.find('"'), rest.find("'")) if at >= 0]
    typed = rest[min(quotes) + 1 :] if quotes else ""
    items = _known_values(place, name, typed, operators)
    if quotes:
        return TomlItems(items, len(typed))
    bare = _TYPED.search(value)
    assert bare is not None
    return TomlItems((_literal(item) for item in items), len(bare[0]))


def _literal(item: Item) -> Item:
    if item.label not in ("true", "false"):
        item.label = f'"{item.label}"'
    return item


def _known_values(
    place: TomlPlace, name: str, typed: str, operators: Operators | None
) -> Iterator[Item]:
    table = place.table or ""
    if table.startswith(f"{_JOB}."):
        yield from _of_option(place, name, typed, operators)
    elif table == _FILES:
        yield from named([kind.value for kind in NAMED_KINDS], Icon.ENUM_MEMBER)
    elif (table, name) == ("", "soc"):
        yield from named(soc_versions(operators), Icon.ENUM_MEMBER)
    elif (table, name) == ("", "library"):
        from cannlint.library.snapshot import EMBEDDED

        yield from named(list(EMBEDDED), Icon.ENUM_MEMBER)
    elif (table, name) in (("", "opp"), ("", "exclude"), (_IGNORE, "paths")):
        yield from paths(place.folder, typed)
    elif (table, name) == (_IGNORE, "rules"):
        from cannlint.rules.loading import rule_names

        yield from named(rule_names(), Icon.ENUM_MEMBER)


def _of_option(
    place: TomlPlace, name: str, typed: str, operators: Operators | None
) -> Iterator[Item]:
    """The values of an option of a job; a boolean is one of TOML."""
    if name == FRONT_END:
        yield from named([known.value for known in FrontEnd], Icon.ENUM_MEMBER)
        return
    spec = spec_of(_front_end(place.lines), name)
    if name == GRAPH or (spec is not None and takes_path(spec)):
        yield from paths(place.folder, typed)
    elif spec is not None and spec.type == "bool" and not spec.values:
        yield from named(("true", "false"), Icon.ENUM_MEMBER)
    elif spec is not None:
        yield from values_of(spec, operators)
