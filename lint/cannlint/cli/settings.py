"""What the configuration says, for the commands that do not go through the engine."""

from __future__ import annotations

import os

from cannlint.config.file import load, settings_at
from cannlint.config.search import config_path
from cannlint.discovery.detect import kind_of
from cannlint.engine.entry import unknown_kind
from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config.file import Settings
    from cannlint.kinds import Kind
    from cannlint.library.model import Library
    from cannlint.text.source import Source


def settings_for(folder: str, config: str | None, isolated: bool) -> Settings | None:
    """The settings that hold in a folder; None where there are none.

    Raises BrokenConfigError for a configuration that cannot be used: `check` says what is wrong.
    """
    if isolated:
        return None
    if config is not None:
        return load(config)
    found = config_path(os.path.abspath(folder))
    return settings_at(found) if found is not None else None


def kind_for(source: Source, kind: Kind | None, config: str | None, isolated: bool) -> Kind:
    """The kind of a named file: as asked for, as configured, or as it looks."""
    if kind is not None:
        return kind
    settings = settings_for(os.path.dirname(source.path), config, isolated)
    found = settings.kind_of(source.path) if settings is not None else None
    found = found or kind_of(source.path, source.data, loosely=True)
    if found is None:
        raise CannlintError(unknown_kind(source))
    return found


def library_for(path: str, library: str | None, config: str | None, isolated: bool) -> Library:
    """The library that a file is looked at with: as asked for, as configured, or as found."""
    from cannlint.library.choose import choose

    settings = settings_for(os.path.dirname(path), config, isolated)
    return choose(library, settings.opp, settings.library) if settings else choose(library)
