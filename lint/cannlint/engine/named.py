"""A file that is named, where there is no run: its settings, its kind, how CANN reads it."""

from __future__ import annotations

import os

from cannlint.config.file import load, settings_at
from cannlint.config.search import config_path, leads_outside
from cannlint.engine.read import has_name_of_configuration, kind_under, read, unknown_kind
from cannlint.errors import CannlintError
from cannlint.kinds import FORMATS, JOB_KINDS, Kind
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config.file import Settings
    from cannlint.library.model import Library
    from cannlint.reading.base import Reading
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
    found = known_kind(source, config, isolated)
    if found is None:
        raise CannlintError(unknown_kind(source))
    return found


def known_kind(source: Source, config: str | None, isolated: bool) -> Kind | None:
    """The kind of a named file: as configured, or as it looks; None if neither tells."""
    if has_name_of_configuration(source):
        return Kind.JOB
    settings = settings_for(os.path.dirname(source.path), config, isolated)
    return kind_under(settings, source, is_named=True)


def inspected(
    path: str, kind: Kind | None, library: str | None, config: str | None, isolated: bool
) -> tuple[Reading, Library | None]:
    """CANN's reading of a file, and the library that a fusion switch file is looked at with.

    Raises CannlintError for a file that cannot be read, and for one that CANN does not read.
    """
    source = read_source(path)
    if leads_outside(path):
        raise CannlintError(
            "{path}: a link leads out of the project: name the file that it leads to",
            path=path,
        )
    found = kind_for(source, kind, config, isolated)
    if found in JOB_KINDS:
        raise CannlintError(
            "{path}: CANN reads config files, and this is none; use check", path=source.path
        )
    shows_passes = FORMATS[found].shows_passes
    own = _library_for(path, library, config, isolated) if shows_passes else None
    return read(source, found), own


def _library_for(path: str, library: str | None, config: str | None, isolated: bool) -> Library:
    """The library that a file is looked at with: as asked for, as configured, or as found."""
    from cannlint.library.choose import choose

    settings = settings_for(os.path.dirname(path), config, isolated)
    return choose(library, settings.opp, settings.library) if settings else choose(library)
