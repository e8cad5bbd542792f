"""Read and check cannlint.toml, or [tool.cannlint] in pyproject.toml.

A quick check decides whether a file is valid. Only if it fails, the schema
(schemas/cannlint.schema.json) is loaded to find the problems.
"""

from __future__ import annotations

import os
from functools import cache

from cannlint.config.errors import BrokenConfigError
from cannlint.config.glob import path_pattern
from cannlint.config.search import PYPROJECT, PYPROJECT_ROOT, has_our_table
from cannlint.kinds import CONFIG_KINDS, LIBRARY_KINDS, Kind
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Ignore:
    """An [[ignore]] table: rules to ignore, in which files, and at which keys.

    `rules` are codes or beginnings of codes; `paths` and `keys` are patterns, empty means all.
    """

    __slots__ = ("keys", "paths", "rules")

    def __init__(self, table: dict[str, Any]) -> None:
        self.rules: tuple[str, ...] = tuple(table["rules"])
        self.paths: tuple[str, ...] = tuple(table.get("paths", ()))
        self.keys: tuple[str, ...] = tuple(table.get("keys", ()))


class Settings:
    """The settings of a configuration, or defaults. Patterns are relative to `root`."""

    __slots__ = (
        "exclude",
        "extra_ops",
        "files",
        "has_jobs",
        "ignores",
        "library",
        "opp",
        "path",
        "root",
        "socs",
    )

    def __init__(self, path: str | None = None, table: dict[str, Any] | None = None) -> None:
        table = table or {}
        soc = table.get("soc", [])
        self.path = path
        self.root = os.path.dirname(os.path.abspath(path)) if path else None
        self.socs: tuple[str, ...] = (soc,) if isinstance(soc, str) else tuple(soc)
        self.library: str | None = table.get("library")
        self.opp = os.path.join(self.root or "", table["opp"]) if "opp" in table else None
        self.extra_ops = frozenset(table.get("extra-ops", ()))
        self.exclude = tuple(table.get("exclude", ()))
        self.files = {name: Kind(kind) for name, kind in table.get("files", {}).items()}
        self.has_jobs = bool(table.get("job"))
        self.ignores = tuple(map(Ignore, table.get("ignore", ())))

    def relative(self, path: str) -> str | None:
        """A path relative to the folder of the configuration, with slashes; None outside it."""
        if self.root is None:
            return None
        relative = os.path.relpath(os.path.abspath(path), self.root)
        return None if relative.startswith(os.pardir) else relative.replace(os.sep, "/")

    def kind_of(self, path: str) -> Kind | None:
        """The kind of a path in [files]; None if it is not listed."""
        relative = self.relative(path) if self.files else None
        if relative is None:
            return None
        if relative in self.files:
            return self.files[relative]
        return next(
            (kind for name, kind in self.files.items() if path_pattern(name).match(relative)), None
        )

    def excludes(self, path: str) -> bool:
        """Whether a path found in a folder is excluded."""
        relative = self.relative(path) if self.exclude else None
        return relative is not None and any(_covers(name, relative) for name in self.exclude)

    def ignores_in(self, path: str) -> list[Ignore]:
        """The [[ignore]] tables whose paths match a file."""
        relative = self.relative(path) if any(ignore.paths for ignore in self.ignores) else None
        return [
            ignore
            for ignore in self.ignores
            if not ignore.paths
            or (relative is not None and any(_covers(name, relative) for name in ignore.paths))
        ]


def _covers(pattern: str, relative: str) -> bool:
    """Whether a pattern matches a path or one of its parent folders."""
    regex = path_pattern(pattern.rstrip("/"))
    parts = relative.split("/")
    return any(regex.match("/".join(parts[:end])) for end in range(1, len(parts) + 1))


MAX_LENGTH = 1 << 20
"""The maximum length of a configuration in characters; real ones have some thousand."""


@cache
def settings_at(path: str) -> Settings:
    """The settings of a configuration file that `config.search` has found."""
    return (
        load(path) or Settings()
    )  # a pyproject.toml may contain the name of the table in a comment only


def load(path: str) -> Settings | None:
    """Read one configuration file; None for a pyproject.toml without our table.

    Raises BrokenConfigError, and UnreadablePathError as read_source does.
    """
    return settings_in(read_source(path, os.path.relpath(path)))


def settings_in(source: Source) -> Settings | None:
    """The settings in the text of a file; see `load`."""
    table = checked_table(source)
    return Settings(source.path, table) if table is not None else None


def checked_table(source: Source) -> dict[str, Any] | None:
    """The checked table of a configuration; None for a pyproject.toml without our table.

    Raises BrokenConfigError.
    """
    root = PYPROJECT_ROOT if os.path.basename(source.path) == PYPROJECT else ()
    if root and not has_our_table(source.data):
        return None
    if len(source.text) > MAX_LENGTH:
        from cannlint.config.faults import too_long

        raise BrokenConfigError(source, [too_long(MAX_LENGTH)])
    table = _parse(source)
    for name in root:
        if not isinstance(table, dict) or name not in table:
            return None
        table = table[name]
    if not _is_valid(table):
        from cannlint.config.faults import config_faults

        raise BrokenConfigError(source, config_faults(source, table, root))
    return table


def _parse(source: Source) -> dict[str, Any]:
    from cannlint.text.toml import TomlError, read_toml

    try:
        return read_toml(source.text)
    except (TomlError, RecursionError) as error:
        from cannlint.config.faults import toml_fault

        raise BrokenConfigError(source, [toml_fault(source, str(error))]) from None


def _is_valid(table: dict[str, Any]) -> bool:
    """Whether a table is valid under the schema; tests compare the two."""
    checks: dict[str, Callable[[Any], bool]] = {
        "soc": lambda value: _is_name(value) or (bool(value) and _all(value, _is_name)),
        "library": _is_name,
        "opp": _is_name,
        "extra-ops": lambda value: _all(value, _is_text),
        "exclude": lambda value: _all(value, _is_text),
        "files": lambda value: isinstance(value, dict) and _all(list(value.values()), _is_kind),
        "ignore": lambda value: _all(value, _is_ignore),
        "job": lambda value: isinstance(value, dict) and _all(list(value.values()), _is_job),
    }
    return all(name in checks and checks[name](value) for name, value in table.items())


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_kind(value: object) -> bool:
    return value in CONFIG_KINDS + LIBRARY_KINDS


def _all(value: object, check: Any) -> bool:
    return isinstance(value, list) and all(map(check, value))


def _is_ignore(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) <= {"rules", "paths", "keys", "reason"}
        and _all(value.get("rules"), _is_rule_prefix)
        and _all(value.get("paths", []), _is_text)
        and _all(value.get("keys", []), _is_text)
        and _is_text(value.get("reason", ""))
    )


def _is_rule_prefix(value: object) -> bool:
    import re

    return isinstance(value, str) and bool(re.fullmatch(r"[A-Z]{2}[0-9]{0,3}", value))


def _is_job(value: object) -> bool:
    front_ends = ("atc", "ge", "tf1", "tf2", "torch", "torchair", "mindspore")
    return (
        isinstance(value, dict)
        and value.get("front-end", "atc") in front_ends
        and _is_name(value.get("graph", "graph"))
        and _all(list(value.values()), lambda option: isinstance(option, (str, int, float)))
    )
