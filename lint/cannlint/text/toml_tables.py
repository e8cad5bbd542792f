"""A TOML text with very many tables of one kind, read table by table.

Each is remembered by its text: after an edit only the changed one is read again.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.text.toml import TomlError, read_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MANY = 50
"""Fewer tables are read at once: an edit takes no time that anybody notices."""
_OPENING = re.compile(r"^[ \t]*\[", re.MULTILINE)
_HEADER = re.compile(r"\[job\.([A-Za-z0-9_-]+)\][ \t]*(?:#[^\n]*)?\r?(?=\n|\Z)")
_JOB = "job"


class Part:
    """A part of a TOML text from a header to the next: [start, end); `name` is that of a job."""

    __slots__ = ("end", "name", "start")

    def __init__(self, start: int, end: int, name: str | None) -> None:
        self.start = start
        self.end = end
        self.name = name


def read_tables(text: str) -> dict[str, Any]:
    """The values of a TOML text, not to be changed. Raises TomlError as `read_toml` does."""
    return (_in_parts(text) if has_many(text) else None) or read_toml(text)


def has_many(text: str) -> bool:
    """Whether a text has so many jobs that they are read one by one."""
    return text.count("\n[job.") >= _MANY


@lru_cache(maxsize=1)
def parts_of(text: str) -> list[Part]:
    """The parts of a text, in order; cached, because its settings and its jobs are made of them."""
    starts = [0, *(found.start() for found in _OPENING.finditer(text))]
    parts = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        header = _HEADER.match(text, start, end)
        parts.append(Part(start, end, header[1] if header is not None else None))
    return parts


def _in_parts(text: str) -> dict[str, Any] | None:
    """The values of a text whose parts are TOML each; None where its jobs are not that plain."""
    jobs: dict[str, Any] = {}
    rest = []
    for part in parts_of(text):
        written = text[part.start : part.end]
        table = _read(written)
        if table is None or part.name in jobs:
            return None
        if part.name is None:
            rest.append(written)
        else:
            jobs[part.name] = table[_JOB][part.name]
    try:
        values = read_toml("".join(rest))
    except TomlError:
        return None
    return {**values, _JOB: jobs} if _JOB not in values else None


@lru_cache(maxsize=10_000)
def _read(text: str) -> dict[str, Any] | None:
    """The values of one part; None where it is no TOML by itself."""
    try:
        return read_toml(text)
    except TomlError:
        return None
