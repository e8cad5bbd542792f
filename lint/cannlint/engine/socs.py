"""The SoC versions that somebody names, held against the libraries of the run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from cannlint.config.errors import BrokenConfigError
from cannlint.config.file import Settings, settings_at
from cannlint.config.search import CONFIG_NAME, PYPROJECT, config_path
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.library.choose import choose
from cannlint.library.model import Library


def check_socs(socs: Sequence[str], libraries: Iterable[Library]) -> None:
    """Refuse an empty SoC, and one that neither these libraries know nor those cannlint ships.

    The libraries of a run are only looked for where that has to be known.
    """
    if not all(soc.strip() for soc in socs):
        raise CannlintError("a SoC version is empty; name one, for example Ascend910B3")
    if not socs:
        return
    from cannlint.library.socs import is_known, refuse_unknown

    unknown = [soc for soc in socs if not is_known(soc)]
    if unknown:
        refuse_unknown(unknown, *libraries)


def libraries_for(
    asked: str | None, paths: Sequence[str], config: str | None, isolated: bool
) -> Iterable[Library]:
    """The libraries that a run about some paths may use: the one asked for, or by configuration.

    Raises CannlintError where the one asked for is not there.
    """
    if asked is not None:
        return [choose(asked)]
    if isolated:
        return [choose()]
    return (
        choose(None, settings.opp, settings.library) if settings is not None else choose()
        for settings in ([_sound(config)] if config is not None else _settings_of(paths))
    )


def _settings_of(paths: Sequence[str]) -> Iterator[Settings | None]:
    """The settings of the paths themselves, and then of the folders in folders among them."""
    folders = [path for path in paths if os.path.isdir(path)]
    files = [path for path in paths if path not in folders]
    for folder in dict.fromkeys([*folders, *map(os.path.dirname, files)]):
        path = config_path(os.path.abspath(folder))
        yield _sound(path) if path is not None else None
    from cannlint.discovery.walk import files_in

    for folder in folders:
        for path in files_in(folder, keeps_on=True):
            if os.path.basename(path) in (CONFIG_NAME, PYPROJECT):
                yield _sound(path)


def _sound(path: str) -> Settings | None:
    """The settings of a file; None where it cannot be used: the run says so."""
    try:
        return settings_at(os.path.abspath(path))
    except (BrokenConfigError, UnreadablePathError):
        return None
