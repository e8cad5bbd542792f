"""Read and check cannlint.toml, or [tool.cannlint] in pyproject.toml.

The schema decides (schemas/cannlint.schema.json); jsonschema finds the problems of an invalid file.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache

from cannlint.config.errors import BrokenConfigError
from cannlint.config.glob import path_pattern
from cannlint.config.search import PYPROJECT, PYPROJECT_ROOT, has_our_table, leads_outside
from cannlint.kinds import Kind
from cannlint.schema import allows
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cannlint.config.policy import Policy


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
        "_excluded",
        "exclude",
        "extra_ops",
        "fail_on",
        "files",
        "front_end_versions",
        "has_jobs",
        "ignores",
        "library",
        "opp",
        "path",
        "policies",
        "root",
        "severity",
        "socs",
    )

    def __init__(self, path: str | None = None, table: dict[str, Any] | None = None) -> None:
        table = table or {}
        soc = table.get("soc", [])
        self.path = path
        self.root = os.path.dirname(os.path.abspath(path)) if path else None
        self.socs: tuple[str, ...] = (soc,) if isinstance(soc, str) else tuple(soc)
        self.library: str | None = table.get("library")
        self.fail_on: str | None = table.get("fail-on")
        self.severity: str | None = table.get("severity")
        self.opp = os.path.join(self.root or "", table["opp"]) if "opp" in table else None
        self.extra_ops = frozenset(table.get("extra-ops", ()))
        self.exclude = tuple(name.rstrip("/") for name in table.get("exclude", ()))
        self._excluded: dict[str, bool] = {"": False}
        self.files = {name: Kind(kind) for name, kind in table.get("files", {}).items()}
        versions = table.get("front-end-version", {})
        self.front_end_versions: dict[str, str] = (
            {"": versions} if isinstance(versions, str) else dict(versions)
        )
        """Front end (`""`: every one) → its release."""
        self.has_jobs = bool(table.get("job"))
        self.ignores = tuple(map(Ignore, table.get("ignore", ())))
        self.policies: tuple[Policy, ...] = ()

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
        """Whether a path found in a folder, or a folder that it is in, is excluded."""
        relative = self.relative(path) if self.exclude else None
        if relative is None:
            return False
        folder = relative.rpartition("/")[0]
        return self._excludes_folder(folder) or self._excludes(relative)

    def _excludes_folder(self, folder: str) -> bool:
        """The same for a folder: each is compared once, however many files are below it."""
        unknown = []
        while folder not in self._excluded:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        is_excluded = self._excluded[folder]
        for below in reversed(unknown):
            is_excluded = self._excluded[below] = is_excluded or self._excludes(below)
        return is_excluded

    def _excludes(self, relative: str) -> bool:
        return any(path_pattern(name).match(relative) for name in self.exclude)

    def policies_in(self, path: str) -> list[Policy]:
        """The [[policy]] tables whose paths match a file."""
        relative = self.relative(path) if any(policy.paths for policy in self.policies) else None
        return [
            policy
            for policy in self.policies
            if not policy.paths or (relative is not None and _covers(policy.paths, relative))
        ]

    def ignores_in(self, path: str) -> list[Ignore]:
        """The [[ignore]] tables whose paths match a file."""
        relative = self.relative(path) if any(ignore.paths for ignore in self.ignores) else None
        return [
            ignore
            for ignore in self.ignores
            if not ignore.paths or (relative is not None and _covers(ignore.paths, relative))
        ]


def _covers(patterns: Sequence[str], relative: str) -> bool:
    """Whether a pattern matches a path or a folder above it."""
    return any(path_pattern(name.rstrip("/")).covers(relative) for name in patterns)


SCHEMA = "cannlint"

MOST_POLICIES = 200
"""Tables of [[policy]]: each is tried on each job."""

MAX_LENGTH = 1 << 20
"""The maximum length of a configuration in characters; real ones have some thousand."""

MOST_PATTERNS = 2_000
"""Patterns and codes of `exclude`, [files], [[ignore]] and [[policy]] together; real ones have some
dozen."""


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
    source = read_source(path, os.path.relpath(path))
    source.is_outside = leads_outside(path)
    return settings_in(source)


def settings_in(source: Source) -> Settings | None:
    """The settings in the text of a file; see `load`."""
    table = checked_table(source)
    if table is None:
        return None
    settings = Settings(source.path, table)
    if "policy" in table:
        from cannlint.config.policy import policies_of

        settings.policies = policies_of(table, source)
    return settings


@lru_cache(maxsize=1)
def checked_table(source: Source) -> dict[str, Any] | None:
    """The checked table of a configuration; None for a pyproject.toml without our table.

    Remembered, because the settings and the jobs of a file are both made of it. Raises
    BrokenConfigError.
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
    if not allows(SCHEMA, table):
        from cannlint.config.faults import config_faults

        raise BrokenConfigError(source, config_faults(source, table, root))
    if _patterns_in(table) > MOST_PATTERNS:
        from cannlint.config.faults import too_many_patterns

        raise BrokenConfigError(source, [too_many_patterns(MOST_PATTERNS)])
    if len(table.get("policy", ())) > MOST_POLICIES:
        from cannlint.config.faults import too_many_policies

        raise BrokenConfigError(source, [too_many_policies(MOST_POLICIES)])
    return table


def _patterns_in(table: dict[str, Any]) -> int:
    """How many patterns and codes there are to try for a file, or for a finding in it."""
    tables = (*table.get("ignore", ()), *table.get("policy", ()))
    parts = (part for one in tables for part in one.values() if isinstance(part, list))
    return len(table.get("exclude", ())) + len(table.get("files", ())) + sum(map(len, parts))


def _parse(source: Source) -> dict[str, Any]:
    from cannlint.text.toml import TomlError, read_toml

    try:
        return read_toml(source.text)
    except (TomlError, RecursionError) as error:
        from cannlint.config.faults import toml_fault

        raise BrokenConfigError(source, [toml_fault(source, str(error))]) from None
