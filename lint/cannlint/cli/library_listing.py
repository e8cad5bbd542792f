"""`cannlint library list` behind its command line."""

from __future__ import annotations

import sys

from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN
from cannlint.config.file import Settings
from cannlint.engine.named import settings_for
from cannlint.library.choose import places
from cannlint.library.snapshot import VERSION, embedded
from cannlint.report import library_list
from cannlint.report.json_report import dump
from cannlint.report.styles import print_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.library.choose import Place
    from cannlint.library.model import Library


def print_list(option: str | None, config: str | None, isolated: bool, as_json: bool) -> int:
    """Print the libraries; status 2 where the one that was asked for is not there."""
    settings = settings_for(".", config, isolated) or Settings()
    found = places(option, settings.opp, settings.library)
    used = _used(found)
    if as_json:
        sys.stdout.write(dump(library_list.report(found, used)) + "\n")
    else:
        print_lines(library_list.lines(found, used))
    return EXIT_CANNOT_RUN if used is None else EXIT_CLEAN


def _used(found: Sequence[Place]) -> Library | None:
    """The library that a run here uses; None where the one asked for is not there."""
    for place in found:
        if place.is_asked or place.library is not None:
            return place.library
    return embedded(VERSION)
