"""Completion in cannlint.toml, or in [tool.cannlint] of pyproject.toml.

We look at the lines only: while one is being written, the text is not valid TOML.
"""

from __future__ import annotations

import re

from lsprotocol.types import CompletionItem, CompletionItemKind

from cannlint.jobs.configured_jobs import FRONT_END, VERSION
from cannlint.jobs.model import FrontEnd
from cannlint.jobs.tables import descriptions, options_of, spec_of
from cannlint.kinds import CONFIG_KINDS
from cannlint.language import translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import OptionSpec

_HEADER = re.compile(r"^[ \t]*\[{1,2}[ \t]*([^\]\n]*?)[ \t]*\]{1,2}", re.MULTILINE)
_OURS = re.compile(r"tool\.cannlint(?:\.|$)")
_KEY = re.compile(r"^[ \t]*[\"']?([\w-]+)[\"']?[ \t]*=", re.MULTILINE)
_FRONT_END = re.compile(rf"^[ \t]*{FRONT_END}[ \t]*=[ \t]*[\"'](\w+)[\"']", re.MULTILINE)
_KEYS = {
    "": ("soc", "library", "opp", VERSION, "extra-ops", "exclude"),
    "ignore": ("rules", "paths", "keys", "reason"),
}
"""Table → its settings."""

_BOOLEANS = ("true", "false")


def toml_completions(text: str, offset: int, is_pyproject: bool) -> Iterator[CompletionItem]:
    """The settings of a table, the options of a front end, and their values."""
    table, start, end = _table(text, offset)
    if is_pyproject:
        if not _OURS.match(table):
            return
        table = _OURS.sub("", table, count=1)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if line.lstrip().startswith(("[", "#")):
        return
    key, equals, value = line.partition("=")
    name = key.strip(" \t\"'")
    if table.startswith("job."):
        front_end = _front_end(text[start:end])
        if equals:
            yield from _option_values(front_end, name, value)
        else:
            present = set(_KEY.findall(text[start:end]))
            yield from _options(front_end, present)
    elif equals:
        yield from _values(table, name, value)
    else:
        for setting in _KEYS.get(table, ()):
            yield CompletionItem(label=setting, kind=CompletionItemKind.Property)


def _table(text: str, offset: int) -> tuple[str, int, int]:
    """The name of the table that an offset is in, and where its lines start and end."""
    name, start = "", 0
    for header in _HEADER.finditer(text):
        if header.end() > offset:
            return name, start, header.start()
        name, start = header[1], header.end()
    return name, start, len(text)


def _front_end(lines: str) -> FrontEnd:
    """The front end in the lines of a job; ATC if they name no known one."""
    named = _FRONT_END.search(lines)
    known = {front_end.value: front_end for front_end in FrontEnd}
    return known.get(named[1] if named else "", FrontEnd.ATC)


def _options(front_end: FrontEnd, present: set[str]) -> Iterator[CompletionItem]:
    about = descriptions()
    for setting in (FRONT_END, VERSION):
        if setting not in present:
            yield CompletionItem(label=setting, kind=CompletionItemKind.Property)
    for key, spec in options_of(front_end).items():
        if key not in present and spec.option not in present:
            summary = about.get(spec.option, {}).get("summary")
            yield CompletionItem(label=key, kind=CompletionItemKind.Property, detail=summary)


def _option_values(front_end: FrontEnd, name: str, value: str) -> Iterator[CompletionItem]:
    if name == FRONT_END:
        yield from _texts([known.value for known in FrontEnd], value)
        return
    spec = spec_of(front_end, name)
    if spec is not None:
        yield from _legal(spec, value)


def _legal(spec: OptionSpec, value: str) -> Iterator[CompletionItem]:
    if spec.values:
        yield from _texts([legal for legal in spec.values if legal], value, spec.entry)
    elif spec.type == "bool":
        for legal in _BOOLEANS:
            yield CompletionItem(label=legal, kind=CompletionItemKind.EnumMember)


def _values(table: str, name: str, value: str) -> Iterator[CompletionItem]:
    if table == "files":
        yield from _texts([kind.value for kind in CONFIG_KINDS], value)
    elif (table, name) == ("", "soc"):
        from cannlint.library.choose import choose

        yield from _texts(sorted(choose().socs), value)
    elif (table, name) == ("", "library"):
        from cannlint.library.snapshot import EMBEDDED

        yield from _texts(list(EMBEDDED), value)
    elif (table, name) == ("ignore", "rules"):
        from cannlint.rules.loading import rule_modules

        yield from _texts(list(rule_modules()), value)


def _texts(
    names: list[str], written: str, entry: dict[str, object] | None = None
) -> Iterator[CompletionItem]:
    """Strings, with quotes unless a quote is already open."""
    is_open = written.count('"') % 2 == 1 or written.count("'") % 2 == 1
    default = (entry or {}).get("default")
    for name in names:
        yield CompletionItem(
            label=name if is_open else f'"{name}"',
            kind=CompletionItemKind.EnumMember,
            detail=translated("the default") if name == default else None,
        )
